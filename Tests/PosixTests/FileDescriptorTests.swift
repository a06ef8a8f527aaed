import Glibc
import Posix
import TestSupport
import Testing

@Suite struct FileDescriptorTests {
  @Test(arguments: [(9, true), (10, true), (11, false), (40_000, false)])
  func `a file is read as a whole or not at all`(count: Int, isRead: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("file", [UInt8](repeating: 7, count: count))
    let head = try FileDescriptor(opening: path).readHead(10)
    #expect(head.count == min(10, count))
    if isRead {
      #expect(try FileDescriptor(opening: path).readAll(limit: 10) == head)
    } else {
      let error = #expect(throws: PosixError.self) {
        try FileDescriptor(opening: path).readAll(limit: 10)
      }
      #expect(error?.code == EFBIG)
    }
  }
}
