import Glibc
import MPDProtocol
import Media

/// What people name items by: files and folders on the disk, or URIs of the library.
enum ItemArguments {
  /// The commands that add them to the queue, in order.
  static func additions(_ arguments: [String]) -> [MPDCommand] {
    arguments.map { MPDCommand("add", uri($0)) }
  }

  /// An existing file's absolute path without links; else the argument, a URI.
  private static func uri(_ argument: String) -> String {
    guard let real = realpath(argument, nil) else {
      return argument.hasSuffix("/") && argument.count > 1 ? String(argument.dropLast()) : argument
    }
    defer { free(real) }
    return FilePath(
      bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) }
    )
    .uri
  }
}
