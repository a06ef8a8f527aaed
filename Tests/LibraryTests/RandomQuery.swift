import Media
import TestSupport

/// Queries made at random, over items whose properties are made of the same few values.
enum RandomQuery {
  static let texts = [
    "", "a", "A", "ä", "a\u{308}", "a\u{1F}b", "b", "a;b", "%", "_", "'", "\"", "a\u{0}b", "日本",
    "Ł", "a/b", "a b", "The a", "A b", "Цой", "???", "10", "9",
  ]
  static let folders = ["", "a", "a/b", "a/b/c", "ab", "A", "ä", "%", "a0", "a\\xFF", "a/CD 1"]
  static let numbers: [Int?] = [nil, nil, 1, 2, 3, 10]
  /// The last is none; those before are saved queries.
  static let playlists = ["evening", "a", "fresh", "few", "both", "none"]
  static let saved = [
    SavedQuery(name: "fresh", text: "year:1984"),
    SavedQuery(name: "few", text: "-artist:b", sort: "-track,title", limit: 7),
    SavedQuery(name: "both", text: "playlist:fresh or (playlist:few -playlist:evening)"),
  ]
  static let dates = [
    nil, MediaDate(year: 1984), MediaDate(year: 1984, month: 5), MediaDate(year: 1990),
    MediaDate(year: 1984, month: 5, day: 3),
  ]

  static func query(_ random: inout SeededGenerator, _ all: [MediaItem]) -> MediaQuery {
    var query = MediaQuery()
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      query.predicates.append(predicate(&random, all, depth: 3))
    }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let property = sortProperties.randomElement(using: &random) ?? .title
      query.sort.append(
        MediaSort(
          property, isDescending: Bool.random(using: &random),
          isUnknownLeast: Bool.random(using: &random)))
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      let start = Int.random(in: 0...80, using: &random)
      query.window = start..<(start + Int.random(in: 0...60, using: &random))
    }
    return query
  }

  private static let sortProperties: [MediaSortProperty] =
    [.title, .artist, .albumArtist, .album, .genre, .composer, .path]
    + MediaNumberProperty.allCases.map { .number($0) }
    + MediaTextProperty.allCases.map { .value([$0]) }
    + [
      .value([.albumArtistSort, .albumArtist, .artist]), .value([.work, .genre]), .place, .place,
    ]

  /// Regular expressions, the last of which are none.
  private static let patterns = [
    "", "a", "^a$", "[ab]", "(?i)ä", ".", "^.$", "a.b", "\\d", "Ł|ł", "^19", "(a", "*",
  ]

  /// One predicate, or several joined.
  private static func predicate(
    _ random: inout SeededGenerator, _ all: [MediaItem], depth: Int
  ) -> MediaPropertyPredicate {
    let kind = depth > 0 ? Int.random(in: 0..<8, using: &random) : 8
    guard kind < 4 else { return simple(&random, all) }
    if kind == 0 { return .not(predicate(&random, all, depth: depth - 1)) }
    let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      predicate(&random, all, depth: depth - 1)
    }
    return kind == 1 ? .all(parts) : .any(parts)
  }

  private static func simple(
    _ random: inout SeededGenerator, _ all: [MediaItem]
  ) -> MediaPropertyPredicate {
    let property = MediaTextProperty.allCases.randomElement(using: &random) ?? .title
    let text = texts.randomElement(using: &random) ?? ""
    let comparison = MediaTextComparison.allCases.randomElement(using: &random) ?? .contains
    switch Int.random(in: 0..<16, using: &random) {
    case 15:
      return .persistentIDs(
        Set(all.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }.map(\.persistentID)))
    case 14: return .playlist(playlists.randomElement(using: &random) ?? "")
    case 10: return .exact(property, comparison, text)
    case 11:
      let ignoresCase = Bool.random(using: &random)
      return .pattern(
        property,
        MediaPattern(patterns.randomElement(using: &random) ?? "", ignoresCase: ignoresCase))
    case 12:
      let others = MediaTextProperty.allCases.filter { _ in Bool.random(using: &random) }
      return .someText(others, comparison, text)
    case 13: return .priority(Int.random(in: -1...1, using: &random))
    case 0, 1: return place(&random, all)
    case 2: return .equals(property, text)
    case 3, 4:
      let isPath = property == .path && Bool.random(using: &random)
      return .text(
        property, comparison, isPath ? folders.randomElement(using: &random) ?? "" : text)
    case 5: return .anywhere(text)
    case 6, 7: return number(&random)
    case 8: return .format(["flac", "mp3", "ogg"].randomElement(using: &random) ?? "")
    default: return .isMissing(missable(&random, property))
    }
  }

  private static func missable(
    _ random: inout SeededGenerator, _ property: MediaTextProperty
  ) -> MediaProperty {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: .artwork
    case 1: .number(MediaNumberProperty.allCases.randomElement(using: &random) ?? .year)
    default: .text(property)
    }
  }

  private static func number(_ random: inout SeededGenerator) -> MediaPropertyPredicate {
    let property = MediaNumberProperty.allCases.randomElement(using: &random) ?? .year
    let few: [Int64] =
      switch property {
      case .year, .originalYear: [1980, 1984, 1990]
      case .date, .originalDate: [19_840_000, 19_840_500, 19_840_503, 19_900_000]
      case .length: [1000, 1500, 3000]
      default: [1, 2, 3, 10]
      }
    let bounds = few + [.min, .max]
    let (a, b) = (
      bounds.randomElement(using: &random) ?? 0, bounds.randomElement(using: &random) ?? 0
    )
    return .number(property, min(a, b)...max(a, b))
  }

  /// Identities, URIs and folders, some of which are none.
  private static func place(
    _ random: inout SeededGenerator, _ all: [MediaItem]
  ) -> MediaPropertyPredicate {
    let item = all.randomElement(using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .persistentID(item?.id ?? .random())
    case 1:
      let before = ["", "", "/", "a 2/"].randomElement(using: &random) ?? ""
      return .uri(before + (item?.uri ?? ""))
    case 2: return .uri(folders.randomElement(using: &random) ?? "")
    default:
      let folder = folders.randomElement(using: &random) ?? ""
      let before = ["", "", "a/", "a 2/", "x/", "/"].randomElement(using: &random) ?? ""
      let after = ["", "", "/", "/b.mp3", "//"].randomElement(using: &random) ?? ""
      return .folder(before + folder + after)
    }
  }
}
