import Glibc
import Media
import Posix

/// Where file systems are mounted, and when that changes.
final class MountPoints: Sendable {
  private static let path = "/proc/self/mountinfo"

  /// Readable when something was mounted or unmounted.
  private let ready: ReadyDescriptors
  private let file: FileDescriptor

  init() throws(PosixError) {
    file = try FileDescriptor(opening: Self.path)
    ready = try ReadyDescriptors()
    // The kernel tells by an error and urgent data, and errors are always told.
    try ready.add(file.raw, key: 0, readable: false)
  }

  var raw: Int32 { ready.raw }

  /// To be called when it is readable.
  func drain() { _ = ready.ready() }

  /// What is mounted at, in or above a folder.
  static func all(around folders: [FilePath]) -> Set<FilePath> {
    guard let file = try? FileDescriptor(opening: path), let text = try? file.readAll() else {
      return []
    }
    var points: Set<FilePath> = []
    for line in text.split(separator: 0x0A) {
      let fields = line.split(separator: 0x20, maxSplits: 5, omittingEmptySubsequences: false)
      guard fields.count > 4 else { continue }
      let point = FilePath(bytes: unescaped(fields[4]))
      if folders.contains(where: { point.isInside($0) || $0.isInside(point) }) {
        // Its number tells one that was mounted anew.
        points.insert(point.appending(FilePath(bytes: fields[0])))
      }
    }
    return points
  }

  /// Blanks, tabs, newlines and backslashes are written as `\040`.
  private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
