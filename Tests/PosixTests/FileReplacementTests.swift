import Glibc
import Posix
import TestSupport
import Testing

@Suite struct FileReplacementTests {
  @Test func `a file is replaced as a whole, through links too`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("list", "old")
    #expect(symlink(path, folder.path("link")) == 0)
    try FileDescriptor.replace(folder.path("link"), with: Array("new".utf8))
    #expect(try FileDescriptor(opening: path).readAll() == Array("new".utf8))
    var status = stat()
    #expect(lstat(folder.path("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    try FileDescriptor.replace(folder.path("other"), with: [1])
    #expect(try FileDescriptor(opening: folder.path("other")).readAll() == [1])
  }

  @Test func `what cannot be written leaves what was there`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("list", "old")
    try folder.makeFolder("list.\(getpid()).new")
    #expect(throws: PosixError.self) { try FileDescriptor.replace(path, with: [1]) }
    #expect(throws: PosixError.self) {
      try FileDescriptor.replace(folder.path("none/list"), with: [1])
    }
    #expect(throws: PosixError.self) { try FileDescriptor.replace("/dev/full", with: [1]) }
    #expect(try FileDescriptor(opening: path).readAll() == Array("old".utf8))
  }
}
