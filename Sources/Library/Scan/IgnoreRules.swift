import Glibc
import Media
import Posix

/// What the ignore files of a folder and of those above it keep out of the library.
final class IgnoreRules: Sendable {
  /// In the order in which they are read: the later one decides.
  static let fileNames = [".mpdignore", ".segueignore"]
  /// A file that keeps its folder out.
  static let markerName = ".nomedia"

  /// Whether a file of this name changes what is kept out.
  static func decides(_ name: FilePath) -> Bool {
    ([markerName] + fileNames).contains { name.bytes.elementsEqual($0.utf8) }
  }

  private static let longest = 1 << 20

  private let patterns: [IgnorePattern]
  /// Below the root.
  private let folder: FilePath
  private let above: IgnoreRules?

  private init(_ patterns: [IgnorePattern], in folder: FilePath, below above: IgnoreRules?) {
    self.patterns = patterns
    self.folder = folder
    self.above = above
  }

  /// The rules of a folder, which are those above it where it has none of its own.
  ///
  /// - Parameters:
  ///   - names: The ignore files that are in it.
  ///   - descriptor: The open folder.
  static func inside(
    _ folder: FilePath, names: [String], descriptor: Int32, below above: IgnoreRules?
  ) -> IgnoreRules? {
    var patterns: [IgnorePattern] = []
    for name in fileNames where names.contains(name) {
      patterns += Self.patterns(try? text(name, in: descriptor))
    }
    return patterns.isEmpty ? above : IgnoreRules(patterns, in: folder, below: above)
  }

  static func patterns(_ text: [UInt8]?) -> [IgnorePattern] {
    var text = (text ?? [])[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    return text.split(separator: 0x0A).compactMap { IgnorePattern(line: $0) }
  }

  private static func text(_ name: String, in folder: Int32) throws(PosixError) -> [UInt8] {
    // A pipe of that name is not waited for.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let file = FileDescriptor(
      owning: try retrying("open \(name)") { openat(folder, name, flags) })
    guard try FileStatus(descriptor: file.raw).kind == .file else { return [] }
    return try file.readAll(limit: longest)
  }

  /// Whether what lies in `folder` under a name is kept out. The nearest file decides, in it the last line.
  func ignores(
    _ name: UnsafeBufferPointer<UInt8>, in folder: FilePath, isFolder: Bool
  ) -> Bool {
    var rules: IgnoreRules? = self
    while let current = rules {
      if let isIgnored = current.verdict(name, in: folder, isFolder: isFolder) { return isIgnored }
      rules = current.above
    }
    return false
  }

  /// `nil` where none of its lines speaks of it.
  private func verdict(
    _ name: UnsafeBufferPointer<UInt8>, in folder: FilePath, isFolder: Bool
  ) -> Bool? {
    // The folder lies in ours, so the rest of its path begins behind ours and a slash.
    let skipped = self.folder.bytes.isEmpty ? 0 : self.folder.bytes.count + 1
    let path =
      Array(folder.bytes.dropFirst(skipped))
      + (folder.bytes.count > self.folder.bytes.count ? [0x2F] : []) + name
    return path.withUnsafeBufferPointer { path in
      patterns.last { $0.matches(path: path, name: name, isFolder: isFolder) }.map { !$0.isNegated }
    }
  }
}
