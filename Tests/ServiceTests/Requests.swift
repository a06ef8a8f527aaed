import TestSupport

/// What Segue and the real MPD are asked.
enum Requests {
  /// Where the two may differ. Each must still do so.
  static let accepted: [(request: String, why: String)] = [
    (" OR ", "conditions are joined by OR, too"),
    ("(((", "conditions in brackets can be joined further"),
    ("AND artist ==", "MPD takes a letter for the missing bracket"),
    ("AND ANDY", "as before"),
    ("prio 1", "the filter came with protocol 0.24"),
    ("44100:f:2", "MPD says that MP3 has 24 bits"),
    ("consume oneshot", "came with protocol 0.24"),
    ("consume 2", "as before"),
    ("sort prio", "came with protocol 0.24"),
    ("playlistfind artist \"Abel Marr\" sort", "came with protocol 0.24"),
    ("playlistfind artist \"Abel Marr\" window", "came with protocol 0.24"),
  ]

  /// Whether two answers are alike enough.
  static func isAlike(_ request: String, _ theirs: Answer, _ ours: Answer) -> Bool {
    if theirs == ours { return true }
    guard request.hasPrefix("search ") || request.hasPrefix("playlistsearch ") else { return false }
    // Segue takes more for the same, such as letters of other scripts.
    let found = Set(ours.songs)
    return theirs.lines.last == ours.lines.last && theirs.songs.allSatisfy(found.contains)
  }

  static func random(_ random: inout SeededGenerator) -> String {
    func any(_ list: [String]) -> String { list.randomElement(using: &random) ?? "" }
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3: return "\(any(["find", "count", "find", "search"])) \(filter(&random))"
    case 4: return "list \(any(tags)) \"\(expression(&random, depth: 2))\" group \(any(tags))"
    case 5: return "list \(any(tags)) \(filter(&random))"
    case 6:
      return "find \(filter(&random)) sort \(any(["", "-"]))\(any(sorts)) window \(range(&random))"
    case 7: return "count \(filter(&random)) group \(any(tags))"
    case 8: return "add \"\(any(places))\" \(any(["", "0", "1", "99", "+0", "-1", "x"]))"
    case 9:
      return any(["move", "delete", "swap", "prio", "playlistinfo"])
        + " \(range(&random)) \(any(["", "0", "1", "5", "0:2"]))"
    case 10: return "playlistfind \(filter(&random))"
    default: return "playlistinfo"
    }
  }

  private static let tags = [
    "artist", "Album", "albumartist", "AlbumArtistSort", "title", "genre", "date", "track", "disc",
    "composer", "nothing", "Name",
  ]
  private static let sorts = ["title", "album", "Date", "track", "disc", "artist", "what"]
  private static let values = [
    "Abel Marr", "Orrin Vale", "Low Water", "Ebb Line", "Harbour Lights", "Pop", "Folk", "1", "2",
    "2023",
    "2021-03-19", "Łucja Świerk", "夜汽車楽団", "", "nobody", "a", "Various Artists", "e",
  ]
  private static let places = [
    "Abel Marr", "Orrin Vale/The Long Field", "nope", "Abel Marr/Low Water/01 Ebb Line.flac", "",
    "..",
  ]

  private static func range(_ random: inout SeededGenerator) -> String {
    let ranges = ["0", "1", "3", "0:2", "1:4", "2:", "5:3", "99", "99:", "x", "-1", ":3", "1:x"]
    return ranges.randomElement(using: &random) ?? ""
  }

  /// Pairs or an expression, now and then broken.
  private static func filter(_ random: inout SeededGenerator) -> String {
    if Bool.random(using: &random) { return "\"\(expression(&random, depth: 2))\"" }
    return (0..<Int.random(in: 1...2, using: &random)).map { _ in
      let tag = (tags + ["any", "file", "base"]).randomElement(using: &random) ?? ""
      return "\(tag) \"\(values.randomElement(using: &random) ?? "")\""
    }.joined(separator: " ")
  }

  private static func expression(_ random: inout SeededGenerator, depth: Int) -> String {
    let kind = depth > 0 ? Int.random(in: 0..<4, using: &random) : 3
    switch kind {
    case 0: return "(!\(expression(&random, depth: 0)))"
    case 1:
      let parts = (0..<Int.random(in: 2...3, using: &random)).map { _ in
        // MPD 0.23 cannot go on behind two closing brackets.
        expression(&random, depth: 0)
      }
      return "(\(parts.joined(separator: " AND ")))"
    default:
      let tag = (tags + ["any", "file"]).randomElement(using: &random) ?? ""
      let operation = ["==", "!=", "contains", "!contains", "=~", "!~", "=", "=="]
        .randomElement(using: &random)
      let value = values.randomElement(using: &random) ?? ""
      return "(\(tag) \(operation ?? "") '\(value)')"
    }
  }
}
