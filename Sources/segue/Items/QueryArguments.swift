import Glibc
import Media

/// Queries on the command line.
enum QueryArguments {
  static let language = """
    QUERY is words, which are looked for anywhere without regard to case, accents and script; all must be
    found. "Quoted words" are found as they stand. Further:
      artist:x        in one field of text
      album:=x        is exactly that; album:^x begins with it
      year:1980..1989 a range; also year:>1980, length:>10:00, rate:>=88200, size:<20M, date:2004-11,
                      track, disc, bpm, rating (0 to 10), plays, skips, loved (1), bits, channels, bitrate,
                      originalyear
      compilation:1   part of one
      added:<30d      within the last 30 days; modified:>1y longer than a year ago (h, d, w, m, y);
                      also played, skipped
      format:flac     codec or file extension; folder:DIR all below it; playlist:NAME its entries, or what the
                      saved query finds
      no:artwork      what has none; has:genre what has one
      -x, not x       the opposite; x or y either; ( ) brackets
    Fields of text are \(QueryParser.textFields).
    Quote for the shell: segue find 'artist:"Ines Calloway" -live (format:flac or rate:>=88200)'.
    """

  static let itemOptions: [Command.Option] = [
    .init(
      "sort", letter: "s", value: "KEYS",
      "Order by these, with - before one for the largest first: year,-length,title"),
    .init("limit", letter: "n", value: "N", "Print the first N only"),
  ]

  static let listOptions: [Command.Option] = [
    .init(
      "sort", letter: "s", value: "KEYS",
      "Order by these, with - for the largest first; groups by one of name, count, length, year"),
    .init("limit", letter: "n", value: "N", "Print the first N only"),
  ]

  /// The query that words stand for.
  static func query(_ words: [String]) throws(QueryMistake) -> MediaQuery {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let time = Timestamp(nanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
    let predicate = try QueryParser.predicate(words.joined(separator: " "), now: time)
    return predicate == .all([]) ? MediaQuery() : MediaQuery([predicate])
  }

  /// The grouping that comes first, and the words of the query.
  static func split(
    _ arguments: [String]
  ) throws(UsageError) -> (name: GroupName?, words: [String]) {
    guard let first = arguments.first else { return (nil, []) }
    guard let name = GroupName(first) else {
      throw .badArgument(
        first, allowed: "a grouping (\(GroupName.names)); segue find takes queries")
    }
    return (name, Array(arguments.dropFirst()))
  }

  static func limit(_ arguments: Arguments) throws(UsageError) -> Int? {
    guard let text = arguments.value("limit") else { return nil }
    guard let limit = Int(text), limit >= 0 else {
      throw .badArgument(text, allowed: "a number of lines, such as --limit 20")
    }
    return limit
  }

  static func sort(_ arguments: Arguments) throws(UsageError) -> [MediaSort] {
    guard let text = arguments.value("sort") else { return [] }
    do throws(QueryMistake) { return try MediaSort.keys(text) } catch {
      guard case .unknownSortKey(let key) = error.problem else { return [] }
      throw .badArgument(key, allowed: "a key to sort by; those are \(MediaSortProperty.names)")
    }
  }
}

/// What can be listed, as it is called on the command line.
struct GroupName: Equatable {
  /// Which items, and by what they are gathered, if at all.
  let query: MediaQuery
  /// The word for one of them.
  private let one: String

  private static let all: [(name: String, one: String, query: MediaQuery)] = [
    ("items", "item", .songs), ("songs", "song", .songs), ("tracks", "track", .songs),
    ("titles", "title", MediaQuery(grouping: .title)),
    ("albums", "album", .albums), ("artists", "artist", .artists),
    ("albumartists", "album artist", .albumArtists), ("composers", "composer", .composers),
    ("genres", "genre", .genres), ("labels", "label", MediaQuery(grouping: .label)),
    ("years", "year", MediaQuery(grouping: .year)),
    ("decades", "decade", MediaQuery(grouping: .decade)),
    ("compilations", "compilation", .compilations), ("folders", "folder", .folders),
    ("roots", "music folder", MediaQuery(grouping: .root)), ("playlists", "playlist", .playlists),
    ("addeddays", "day", MediaQuery(grouping: .addedDay)),
    ("addedweeks", "week", MediaQuery(grouping: .addedWeek)),
    ("addedmonths", "month", MediaQuery(grouping: .addedMonth)),
    ("recentlyadded", "track", .recentlyAdded),
  ]

  /// As people write it, in one or in several.
  init?(_ text: String) {
    let name = text.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    guard let found = Self.all.first(where: { $0.name == name || $0.name == name + "s" }) else {
      return nil
    }
    query = found.query
    one = found.one
  }

  /// `nil` for items.
  var grouping: MediaGrouping? { query.grouping }

  static let names = all.map(\.name).joined(separator: ", ")

  /// `1 album artist`, `12 genres`
  func counted(_ count: Int) -> String { count == 1 ? "1 \(one)" : "\(count) \(one)s" }
}

/// What groups can be put in order by.
struct GroupOrder {
  private enum Key: String, CaseIterable { case name, count, length, year }
  private let key: Key
  private let isDescending: Bool

  init(_ text: String) throws(UsageError) {
    isDescending = text.hasPrefix("-")
    guard let key = Key(rawValue: String(text.drop { $0 == "-" })) else {
      throw .badArgument(
        text, allowed: "what groups are sorted by: name, count, length, year, or - before one")
    }
    self.key = key
  }

  /// Equal ones stay as they are, in order of their names; unknown years come last.
  func sorted(_ groups: [MediaGroup]) -> [MediaGroup] {
    let order = groups.enumerated().sorted { left, right in
      let (a, b) = (value(left.element, left.offset), value(right.element, right.offset))
      guard a != b else { return left.offset < right.offset }
      guard let a else { return false }
      guard let b else { return true }
      return isDescending ? a > b : a < b
    }
    return order.map(\.element)
  }

  private func value(_ group: MediaGroup, _ place: Int) -> Int64? {
    switch key {
    case .name: Int64(place)
    case .count: Int64(group.count)
    case .length: group.milliseconds
    case .year: group.year.map { Int64($0) }
    }
  }
}
