/// An answer of a server, without what differs between two that mean the same.
struct Answer: Equatable, CustomStringConvertible {
  let lines: [String]

  /// - Parameter isUnordered: Whether the songs, files and folders may come in any order.
  init(_ text: String, isUnordered: Bool = false) {
    var blocks: [[String]] = [[]]
    for line in text.split(separator: "\n").map(String.init) {
      guard !Self.isDropped(line) else { continue }
      let isStart = ["file: ", "directory: ", "OK", "ACK "].contains { line.hasPrefix($0) }
      if isStart { blocks.append([]) }
      blocks[blocks.count - 1].append(Self.rounded(line))
    }
    // Tags of a song come in the order in which the file has them.
    blocks = blocks.map { block in
      block.first?.hasPrefix("file: ") == true ? [block[0]] + block.dropFirst().sorted() : block
    }
    if isUnordered {
      blocks = blocks.dropLast().sorted { $0.joined() < $1.joined() } + blocks.suffix(1)
    }
    lines = blocks.flatMap { $0 }
  }

  var description: String { lines.joined(separator: "\n") }

  /// The songs in it.
  var songs: [String] { lines.filter { $0.hasPrefix("file: ") } }

  /// Times and versions are each server's own, and so is how formats and lengths are measured. Comments are off in
  /// MPD unless switched on.
  private static func isDropped(_ line: String) -> Bool {
    [
      "Last-Modified: ", "added: ", "Format: ", "duration: ", "playlist: ", "uptime: ",
      "db_update: ",
      "db_playtime: ", "lastloadedplaylist: ", "volume: ", "Id: ", "nextsongid: ", "songid: ",
      "pcre: ", "music_directory: ", "Comment: ", "updating_db: ",
    ].contains { line.hasPrefix($0) }
  }

  /// Lengths are measured in slightly different ways.
  private static func rounded(_ line: String) -> String {
    line.hasPrefix("playtime: ") || line.hasPrefix("Time: ") ? "(length)" : line
  }
}
