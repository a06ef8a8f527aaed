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
  // So much of a file counts, for each name is compared with all of it.
  static let maximumLine = 4096
  static let maximumPatterns = 1000
  /// How long the comparison of one name may take.
  private static let steps = 100_000

  private let patterns: [IgnorePattern]
  /// Below the root.
  let folder: FilePath
  /// The ignore files of this folder, and those of them that not all of counts.
  let names: [String]
  let cut: [String]
  private let above: IgnoreRules?

  private init(
    _ patterns: [IgnorePattern], names: [String], cut: [String], in folder: FilePath,
    below above: IgnoreRules?
  ) {
    self.patterns = patterns
    self.names = names
    self.cut = cut
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
    var cut: [String] = []
    for name in fileNames where names.contains(name) {
      let (found, isCut) = Self.patterns(try? text(name, in: descriptor))
      patterns += found
      if isCut { cut.append(name) }
    }
    return patterns.isEmpty && cut.isEmpty
      ? above : IgnoreRules(patterns, names: names, cut: cut, in: folder, below: above)
  }

  static func patterns(_ text: [UInt8]?) -> (patterns: [IgnorePattern], isCut: Bool) {
    var text = (text ?? [])[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    let lines = text.split(separator: 0x0A)
    let found = lines.lazy.filter { $0.count <= maximumLine }.compactMap { IgnorePattern(line: $0) }
      .prefix(maximumPatterns + 1)
    let isCut =
      text.count >= longest || found.count > maximumPatterns
      || lines.contains { $0.count > maximumLine }
    return (Array(found.prefix(maximumPatterns)), isCut)
  }

  private static func text(_ name: String, in folder: Int32) throws(PosixError) -> [UInt8] {
    // A pipe of that name is not waited for.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let file = FileDescriptor(
      owning: try retrying("open \(name)") { openat(folder, name, flags) })
    guard try FileStatus(descriptor: file.raw).kind == .file else { return [] }
    return try file.readHead(longest)
  }

  /// Whether what lies in `folder` under a name is kept out. The nearest file decides, in it the last line.
  ///
  /// - Parameter giveUp: Called with rules whose comparison took too long, so that they have not decided.
  func ignores(
    _ name: UnsafeBufferPointer<UInt8>, in folder: FilePath, isFolder: Bool,
    giveUp: (IgnoreRules) -> Void = { _ in }
  ) -> Bool {
    var rules: IgnoreRules? = self
    var steps = Self.steps
    while let current = rules {
      if let isIgnored = current.verdict(name, in: folder, isFolder: isFolder, &steps) {
        return isIgnored
      }
      if steps <= 0 {
        giveUp(current)
        return false
      }
      rules = current.above
    }
    return false
  }

  /// `nil` where none of its lines speaks of it.
  private func verdict(
    _ name: UnsafeBufferPointer<UInt8>, in folder: FilePath, isFolder: Bool, _ steps: inout Int
  ) -> Bool? {
    // The folder lies in ours, so the rest of its path begins behind ours and a slash.
    let skipped = self.folder.bytes.isEmpty ? 0 : self.folder.bytes.count + 1
    let path =
      Array(folder.bytes.dropFirst(skipped))
      + (folder.bytes.count > self.folder.bytes.count ? [0x2F] : []) + name
    return path.withUnsafeBufferPointer { path in
      patterns.last { $0.matches(path: path, name: name, isFolder: isFolder, steps: &steps) }
        .map { !$0.isNegated }
    }
  }
}
