import CLinux
import Glibc

extension FileDescriptor {
  /// A file in memory with these bytes, for a worker that takes files; nobody else sees it.
  public static func inMemory(_ bytes: [UInt8]) throws(PosixError) -> Owned {
    let file = Owned(try retrying("make a file in memory") { segue_memory_file() })
    try write(bytes, to: file.raw)
    return file
  }
}
