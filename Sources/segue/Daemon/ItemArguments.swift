import Glibc
import MPDProtocol
import Media

/// What people name items by: files and folders on the disk, or URIs of the library.
enum ItemArguments {
  /// The commands that add them to the queue, in order.
  ///
  /// - Throws: `UsageError` for an empty name, which a script with an empty variable gives, and which would be
  ///   the whole library.
  static func additions(_ arguments: [String]) throws(UsageError) -> [MPDCommand] {
    if arguments.contains("") {
      throw .badArgument("", allowed: "a file, a folder or a URI of the library")
    }
    return arguments.map { MPDCommand("add", uri($0)) }
  }

  private static func uri(_ argument: String) -> String {
    if let path = path(argument) { return path.uri }
    return argument.hasSuffix("/") && argument.count > 1 ? String(argument.dropLast()) : argument
  }

  /// The absolute path without links of an existing file; `nil` where there is none.
  static func path(_ argument: String) -> FilePath? {
    guard let real = realpath(argument, nil) else { return nil }
    defer { free(real) }
    return FilePath(
      bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) })
  }
}
