import Glibc
import Media
import Posix

/// The names in one folder in the order of their bytes, each followed by a zero: all of them are known before the
/// first is looked at.
struct FolderNames {
  private var bytes: [UInt8] = []
  private var entries: [(start: Int, count: Int, kind: FolderReader.Kind)] = []
  /// The ignore files among them.
  private(set) var ignoreFiles: [String] = []
  /// Whether one of them keeps the folder out of the library.
  private(set) var hasMarker = false

  /// Takes the names of a folder in the place of the last one's. Hidden ones only leave their mark.
  ///
  /// - Parameter pulse: Beats with each name.
  mutating func read(_ reader: borrowing FolderReader, _ pulse: Pulse? = nil) throws(PosixError) {
    bytes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    ignoreFiles = []
    hasMarker = false
    try reader.forEachName { name, kind in
      pulse?.beat()
      guard !AudioFiles.isHidden(name) else { return note(hidden: name) }
      entries.append((bytes.count, name.count, kind))
      bytes.append(contentsOf: name)
      bytes.append(0)
    }
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      // Each ends with a zero, which comes before all else.
      entries.sort { memcmp(start + $0.start, start + $1.start, min($0.count, $1.count) + 1) < 0 }
    }
  }

  private mutating func note(hidden name: UnsafeBufferPointer<UInt8>) {
    if name.elementsEqual(IgnoreRules.markerName.utf8) { hasMarker = true }
    if let file = IgnoreRules.fileNames.first(where: { name.elementsEqual($0.utf8) }) {
      ignoreFiles.append(file)
    }
  }

  func forEachName(_ body: (UnsafeBufferPointer<UInt8>, FolderReader.Kind) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      for entry in entries {
        body(
          UnsafeBufferPointer(rebasing: bytes[entry.start..<(entry.start + entry.count)]),
          entry.kind)
      }
    }
  }
}
