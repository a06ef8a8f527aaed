import Media
import Posix

/// Text from outside, harmless for a terminal and no longer than its field.
struct FittedText {
  struct Cluster {
    var text: String
    /// At least 1: what takes no column is part of the cluster before it.
    var columns: Int
    /// Which character of the text it begins with; `nil` for the sign that something is missing.
    var character: Int?
  }

  private(set) var clusters: [Cluster] = []
  private(set) var columns = 0
  /// What takes no column and comes before all clusters. Terminals add it to the cell to the left.
  private(set) var prefix = ""

  /// One-character texts, so that plain text costs no analysis.
  private static let ascii = (0..<128).map { String(Unicode.Scalar(UInt8($0))) }

  /// More scalars in a cluster are nobody's writing.
  private static let maximumScalars = 12

  /// What `DisplayText.line` puts around text that runs from right to left.
  private static let startOfIsolation: Character = "\u{2068}"
  private static let endOfIsolation: Character = "\u{2069}"

  init(_ text: String, columns room: Int) {
    // Far more than can be shown is not even looked at.
    let text = text.utf8.count > 4096 ? String(text.unicodeScalars.prefix(room * 8 + 64)) : text
    let line = DisplayText.line(text)
    if line.utf8.allSatisfy({ $0 < 0x80 }) {
      for (place, byte) in line.utf8.prefix(room + 1).enumerated() {
        add(Self.ascii[Int(byte)], 1, place)
      }
    } else {
      var place = line.first == Self.startOfIsolation ? -1 : 0
      for character in line {
        add(character, place)
        place += 1
        if columns > room { break }
      }
    }
    if columns > room { cut(to: room, isolated: line.first == Self.startOfIsolation) }
  }

  private mutating func add(_ character: Character, _ place: Int) {
    let columns = CharacterWidth.columns(of: character)
    let scalars = character.unicodeScalars.prefix(Self.maximumScalars)
    if columns > 0 {
      add(String(String.UnicodeScalarView(scalars)), columns, place)
    } else if clusters.isEmpty {
      if prefix.unicodeScalars.count >= Self.maximumScalars { return }
      prefix += String(String.UnicodeScalarView(scalars))
    } else if character == Self.endOfIsolation
      || clusters[clusters.count - 1].text.unicodeScalars.count < Self.maximumScalars
    {
      clusters[clusters.count - 1].text += String(String.UnicodeScalarView(scalars))
    }
  }

  private mutating func add(_ text: String, _ columns: Int, _ place: Int? = nil) {
    clusters.append(Cluster(text: text, columns: columns, character: place))
    self.columns += columns
  }

  /// Makes room for the sign that something is missing, inside of the isolation that it closes.
  private mutating func cut(to room: Int, isolated: Bool) {
    while columns > room - 1, let last = clusters.popLast() { columns -= last.columns }
    add(isolated ? "…\(Self.endOfIsolation)" : "…", 1)
  }
}
