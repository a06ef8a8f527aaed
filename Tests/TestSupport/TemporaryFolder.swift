import Glibc
import Posix

/// A folder of its own for one test, removed with everything in it when the test lets go of it.
public final class TemporaryFolder: Sendable {
  /// Short, so that socket names in it stay below their limit.
  public let path: String

  public init() throws {
    var template = Array("\(Program.environment("TMPDIR") ?? "/tmp")/segue-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw PosixError("make a temporary folder") }
    path = template.withUnsafeBufferPointer { buffer in
      // mkdtemp keeps the terminating zero.
      String(cString: buffer.baseAddress.unsafelyUnwrapped)
    }
  }

  deinit { Self.remove(path) }

  /// The path of something in the folder.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, making the folders it lies in.
  @discardableResult
  public func write(_ name: String, _ bytes: some Collection<UInt8>) throws -> String {
    let file = path(name)
    try Self.makeFolders(String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)]))
    try FileDescriptor(opening: file, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644).write(bytes)
    return file
  }

  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  /// Makes a folder and those above it.
  @discardableResult
  public func makeFolder(_ name: String) throws -> String {
    try Self.makeFolders(path(name))
    return path(name)
  }

  private static func makeFolders(_ path: String) throws {
    var done = ""
    for part in path.split(separator: "/") {
      done += "/\(part)"
      if mkdir(done, 0o755) != 0, errno != EEXIST { throw PosixError("make \(done)") }
    }
  }

  private static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      chmod(path, 0o700)
      if let folder = opendir(path) {
        var names: [String] = []
        while let entry = readdir(folder) {
          withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(to: CChar.self, capacity: 256) {
              names.append(String(cString: $0))
            }
          }
        }
        closedir(folder)
        for name in names where name != "." && name != ".." { remove("\(path)/\(name)") }
      }
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
