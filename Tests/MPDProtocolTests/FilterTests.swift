import Media
import TestSupport
import Testing

@testable import MPDProtocol

@Suite struct FilterTests {
  private static func parse(
    _ arguments: [String], isFolded: Bool = false
  ) throws(MPDError) -> [MediaPropertyPredicate] {
    var parser = FilterParser(isFolded: isFolded) { $0.text == "(" ? "bad" : nil }
    return try parser.parse(arguments)
  }

  private static let title = MediaPropertyPredicate.equals(.title, "x")
  private static let album = MediaPropertyPredicate.equals(.album, "y")

  @Test(arguments: [
    (["Title", "x"], [title]), (["TITLE", "x", "album", "y"], [title, album]),
    (["(title == 'x')"], [title]), (["( title==\"x\" ) "], [title]),
    (["((title == 'x'))"], [title]),
    (["(title == 'x')", "album", "y"], [title, album]), (["(title != 'x')"], [.not(title)]),
    (["(!(title == 'x'))"], [.not(title)]),
    (["((title == 'x') AND (album == 'y'))"], [.all([title, album])]),
    (["((title == 'x')OR(album == 'y'))"], [.any([title, album])]),
    (
      ["(((title == 'x') AND (album == 'y')) OR (!(title == 'x')))"],
      [.any([.all([title, album]), .not(title)])]
    ),
    (["(title contains 'x')"], [.exact(.title, .contains, "x")]),
    (["(title CONTAINS_CI 'x')"], [.text(.title, .contains, "x")]),
    (["(title !starts_with_cs 'x')"], [.not(.exact(.title, .startsWith, "x"))]),
    (["(title eq_ci 'x')"], [.text(.title, .equals, "x")]), (["(title eq_cs 'x')"], [title]),
    (["(title =~ 'x')"], [.pattern(.title, MediaPattern("x"))]),
    (["(title !~ 'x')"], [.not(.pattern(.title, MediaPattern("x")))]),
    (["(file == 'a/b')"], [.equals(.path, "a/b")]), (["filename", "a/b"], [.equals(.path, "a/b")]),
    (["base", "a/b"], [.folder("a/b")]), (["(base '')"], [.folder("")]),
    (["(title == 'it\\'s \\\\')"], [.equals(.title, "it's \\")]), (["name", "x"], [.any([])]),
    (["(prio >= 5)"], [.priority(5)]), (["prio", "5"], [.any([])]),
    (["modified-since", "10"], [.number(.modified, 10_000_000_000...(.max))]),
    (
      ["(added-since '2004-11-09T08:07:06Z')"],
      [.number(.added, 1_099_987_626_000_000_000...(.max))]
    ),
  ])
  func `a filter of find`(arguments: [String], expected: [MediaPropertyPredicate]) throws {
    #expect(try Self.parse(arguments) == expected)
  }

  @Test(arguments: [
    (["Title", "x"], [MediaPropertyPredicate.text(.title, .contains, "x")]),
    (["(title == 'x')"], [.text(.title, .equals, "x")]),
    (["(title contains_cs 'x')"], [.exact(.title, .contains, "x")]),
    (["(title =~ 'x')"], [.pattern(.title, MediaPattern("x", ignoresCase: true))]),
    (["file", "x"], [.text(.path, .contains, "x")]),
  ])
  func `a filter of search`(arguments: [String], expected: [MediaPropertyPredicate]) throws {
    #expect(try Self.parse(arguments, isFolded: true) == expected)
  }

  @Test(arguments: [
    ([], "Incorrect number of filter arguments"), (["a"], "Incorrect number of filter arguments"),
    (["foo", "x"], "Unknown filter type"), (["(foo == 'x')"], "Unknown filter type: foo"),
    (["("], "Word expected"), (["(1)"], "Word expected"), (["(title)"], "'==' or '!=' expected"),
    (["(title ~ 'x')"], "'==' or '!=' expected"), (["(title eq 'x')"], "'==' or '!=' expected"),
    (["(title contains'x')"], "'==' or '!=' expected"),
    (["(title == x)"], "Quoted string expected"),
    (["(title == 'x)"], "Closing quote not found"), (["(title == 'x\\"], "Closing quote not found"),
    (["(title == 'x'"], "')' expected"), (["(title == 'x'))"], "Unparsed garbage after expression"),
    (["(!title == 'x')"], "'(' expected"), (["((title == 'x') AND)"], "Word expected"),
    (["((title == 'x')"], "Word expected"),
    (["((title == 'x') and (title == 'x'))"], "'AND' expected"),
    (["((title == 'x') OR (title == 'x') AND (title == 'x'))"], "'OR' expected"),
    (["(title =~ '(')"], "bad"), (["base", "/x"], "Bad URI"), (["base", "a/../b"], "Bad URI"),
    (["(modified-since 'x')"], "Failed to parse date"),
    (["(modified-since '2020-13-01')"], "Failed to parse date"),
    (["(modified-since '2020-01-01T00:00:00Zx')"], "Garbage at end of time stamp"),
    (["(AudioFormat == '44100:*:*')"], "Failed to parse the sample format"),
    (["(AudioFormat == '44100')"], "Sample format missing"),
    (["(AudioFormat == '44100:17:2')"], "Invalid sample format: 17"),
    (["(AudioFormat == '44100:16:2:1')"], "Extra data after channel count: :1"),
    (["(AudioFormat != '44100:16:2')"], "'==' or '=~' expected"),
    (["(prio == 1)"], "'>=' expected"), (["(prio >= x)"], "Number expected"),
    ([String(repeating: "(", count: 100)], "Expression is nested too deeply"),
    (["(title == '\(String(repeating: "x", count: 5000))')"], "Quoted value is too long"),
    (Array(repeating: "title", count: 600), "Too many conditions"),
  ])
  func `a wrong filter is refused as MPD does`(arguments: [String], message: String) {
    let error = #expect(throws: MPDError.self) { try Self.parse(arguments) }
    #expect(error == MPDError(.argument, message))
  }

  @Test(arguments: [
    ("2004-11-09T08:07:06Z", 1_099_987_626), ("20041109T080706Z", 1_099_987_626),
    ("2004-11-09T09:07:06+01:00", 1_099_987_626), ("2004-11-09T08:07", 1_099_987_620),
    ("2004-11-09", 1_099_958_400), ("2004-11", 1_099_267_200), ("1970", 1970), (" 5", 5),
    ("-1", -1),
    ("1969-12-31T23:59:59Z", -1), ("99999999999999999999", .max),
  ])
  func `a time is seconds or ISO 8601`(text: String, seconds: Int64) throws {
    #expect(try FilterTime.seconds(text) == seconds)
  }

  @Test func `what an item has not is that of the tag that stands in`() throws {
    var item = MediaItem(persistentID: .random(), uri: "a.mp3", path: FilePath("/a.mp3"))
    let matching = MediaMatching {
      $0.lowercased()
    } finds: { _, _ in
      false
    }
    func holds(_ filter: String) throws -> Bool {
      try Self.parse([filter]).allSatisfy { $0.matches(item, matching) }
    }
    #expect(try holds("(albumartist == '')") && holds("(title contains '')"))
    #expect(try !holds("(any == '')") && !holds("(title != '')") && holds("(title != 'x')"))
    item.tags.artists = ["A", "B"]
    #expect(try holds("(albumartist == 'B')") && holds("(albumartistsort == 'A')"))
    #expect(try !holds("(albumartist != 'A')") && holds("(any == 'A')"))
    item.tags.albumArtists = ["C"]
    #expect(try !holds("(albumartist == 'B')") && holds("(albumartistsort == 'C')"))
  }

  @Test func `any tag is looked for where it can be`() throws {
    guard
      case .someText(let words, .contains, "ebb line") =
        try Self.parse(["any", "ebb line"], isFolded: true).first
    else { throw MPDError(.system, "it is something else") }
    #expect(words.contains(.title) && words.contains(.performer) && !words.contains(.comment))
    #expect(!words.contains(.musicBrainzTrack) && !words.contains(.date))
    guard
      case .someText(let numbers, _, _) =
        try Self.parse(["any", "2021"], isFolded: true).first
    else { throw MPDError(.system, "it is something else") }
    #expect(numbers.contains(.musicBrainzTrack) && numbers.contains(.date))
  }

  @Test func `what is made of nested filters is not deeper than queries may be`() throws {
    let open = String(repeating: "(!", count: FilterParser.maximumDepth - 1)
    let close = String(repeating: ")", count: FilterParser.maximumDepth - 1)
    let deepest = try Self.parse(["\(open)(albumartistsort == '')\(close)"])
    #expect(deepest[0].depth <= MediaQuery.maximumDepth)
  }

  @Test func `order, window and position are taken off the end`() throws {
    let parser = FilterParser(isFolded: false) { _ in nil }
    let request = try FilterRequest(
      ["title", "x", "sort", "-Date", "window", "1:3", "position", "+0"], parser: parser,
      takesPosition: true)
    #expect(request.predicates == [Self.title])
    #expect(
      request.order
        == .by(MediaSort(.value([.date]), isDescending: true, isUnknownLeast: true)))
    #expect(request.window == ArgumentRange(start: 1, end: 3) && request.position == "+0")
    let error = #expect(throws: MPDError.self) {
      try FilterRequest(["title", "x", "sort", "foo"], parser: parser)
    }
    #expect(error?.message == "Unknown sort tag")
  }

  @Test func `anything is taken or refused, never worse`() {
    var random = SeededGenerator(seed: 17)
    let parts = [
      "(", ")", "((", "!", "title", "artist", "any", "file", "base", "AND", "OR", "==", "!=", "=~",
      "!~", "contains", "starts_with", "'x'", "\"y\"", "'", "\\", " ", "prio", ">=", "5",
      "AudioFormat",
      "'44100:16:2'", "modified-since", "'2004'", "é", "\u{0}",
    ]
    for _ in 0..<Effort.count(20_000) {
      let text = (0..<Int.random(in: 1...14, using: &random))
        .map { _ in parts.randomElement(using: &random) ?? "" }.joined(separator: " ")
      guard let found = try? Self.parse([text, "x"], isFolded: Bool.random(using: &random)) else {
        continue
      }
      #expect(found.allSatisfy { $0.depth <= MediaQuery.maximumDepth }, "\(text)")
    }
  }
}
