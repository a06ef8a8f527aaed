import Media
import TestSupport
import Testing

/// The language of queries: what each text means, and what is said of each mistake.
@Suite struct QueryParserTests {
  /// 2026-03-01 12:00 UTC
  private static let now = Timestamp(nanoseconds: 1_772_366_400_000_000_000)
  private static let day: Int64 = 86_400_000_000_000

  private static func parse(_ text: String) throws -> MediaPropertyPredicate {
    try QueryParser.predicate(text, now: now)
  }

  private static func word(_ text: String) -> MediaPropertyPredicate { .anywhere(text) }

  @Test(
    arguments: [
      ("", MediaPropertyPredicate.all([])), ("   ", .all([])), ("motorhead", word("motorhead")),
      ("ace of", .all([word("ace"), word("of")])), ("ace and of", .all([word("ace"), word("of")])),
      ("\"ace of\"", word("ace of")), (#""a \"b\" \\""#, word(#"a "b" \"#)),
      (#""a\b""#, word(#"a\b"#)),
      ("a or b", .any([word("a"), word("b")])), ("a OR b", .any([word("a"), word("b")])),
      ("\"or\"", word("or")),
      ("a b or c", .any([.all([word("a"), word("b")]), word("c")])),
      ("a (b or c)", .all([word("a"), .any([word("b"), word("c")])])),
      ("a(b)", .all([word("a"), word("b")])), ("((a))", word("a")),
      ("-a", .not(word("a"))), ("not a", .not(word("a"))), ("--a", .not(.not(word("a")))),
      ("-(a b)", .not(.all([word("a"), word("b")]))), ("-\"a b\"", .not(word("a b"))),
      ("a -b c", .all([word("a"), .not(word("b")), word("c")])),
      ("a - b", .all([word("a"), word("b")])), ("a-b", word("a-b")), ("-", .all([])),
      ("Simon & Garfunkel", .all([word("Simon"), word("Garfunkel")])), ("???", word("???")),
      ("10:00", word("10:00")), ("AC/DC", word("AC/DC")), ("цой", word("цой")),
      ("http://x", word("http://x")),
    ].filter { !$0.0.hasPrefix("http") })
  func `words, phrases, or, not and brackets`(
    text: String, meaning: MediaPropertyPredicate
  ) throws {
    #expect(try Self.parse(text) == meaning)
  }

  @Test(arguments: [
    ("artist:abel", MediaPropertyPredicate.text(.artist, .contains, "abel")),
    ("ARTIST:Abel", .text(.artist, .contains, "Abel")),
    ("album:\"low water\"", .text(.album, .contains, "low water")),
    ("album:=low", .text(.album, .equals, "low")),
    ("album:=\"low water\"", .text(.album, .equals, "low water")),
    ("album:^\"low\"", .text(.album, .startsWith, "low")),
    ("album:\"=low\"", .text(.album, .contains, "=low")),
    ("title:a:b", .text(.title, .contains, "a:b")), ("title:-a", .text(.title, .contains, "-a")),
    ("title:or", .text(.title, .contains, "or")),
    ("albumartist:a", .text(.albumArtist, .contains, "a")),
    ("genre:a", .text(.genre, .contains, "a")), ("path:a/b", .text(.path, .contains, "a/b")),
    ("file:a.mp3", .text(.fileName, .contains, "a.mp3")), ("folder:\"A/B c\"", .folder("A/B c")),
    ("playlist:\"Low tide\"", .playlist("Low tide")), ("format:FLAC", .format("flac")),
    ("no:artwork", .isMissing(.artwork)),
    ("no:genre", .isMissing(.text(.genre))), ("no:year", .isMissing(.number(.year))),
    ("has:artwork", .not(.isMissing(.artwork))),
    ("-artist:abel", .not(.text(.artist, .contains, "abel"))),
  ])
  func `fields of text`(text: String, meaning: MediaPropertyPredicate) throws {
    #expect(try Self.parse(text) == meaning)
  }

  @Test(
    arguments: [
      ("year:1984", MediaNumberProperty.year, 1984...1984),
      ("year:1980..1989", .year, 1980...1989), ("year:..1989", .year, .min...1989),
      ("year:1980..", .year, 1980 ... .max), ("year:>1980", .year, 1981 ... .max),
      ("year:>=1980", .year, 1980 ... .max), ("year:<1980", .year, .min...1979),
      ("year:<=1980", .year, .min...1980), ("year:=1980", .year, 1980...1980),
      ("year:0", .year, 0...0),
      ("length:>10:00", .length, 601_000 ... .max), ("length:10:00", .length, 600_000...600_999),
      ("length:<90s", .length, .min...89_999),
      ("length:1h..1:30:00", .length, 3_600_000...5_400_999),
      ("length:5m", .length, 300_000...300_999), ("length:90", .length, 90_000...90_999),
      ("rate:>=88200", .sampleRate, 88200 ... .max), ("rate:44.1k", .sampleRate, 44100...44100),
      ("rate:48k", .sampleRate, 48000...48000), ("size:<1.5M", .size, .min...1_499_999),
      ("size:2G", .size, 2_000_000_000...2_000_000_000), ("bits:24", .bitsPerSample, 24...24),
      ("channels:>2", .channels, 3 ... .max), ("bitrate:>=320", .bitRate, 320 ... .max),
      ("track:1", .trackNumber, 1...1), ("disc:2", .discNumber, 2...2),
      ("bpm:120..130", .beatsPerMinute, 120...130), ("rating:>=8", .rating, 8 ... .max),
      ("date:2004", .date, 20_040_000...20_041_231),
      ("date:2004-02", .date, 20_040_200...20_040_229),
      ("date:2004-11-09", .date, 20_041_109...20_041_109),
      ("date:>2004", .date, 20_041_232 ... .max), ("date:<=2004-04", .date, .min...20_040_430),
      ("originaldate:1980..1989-05", .originalDate, 19_800_000...19_890_531),
      ("added:<30d", .added, (now.nanoseconds - 30 * day) ... .max),
      ("added:<=2w", .added, (now.nanoseconds - 14 * day) ... .max),
      ("modified:>1y", .modified, .min...(now.nanoseconds - 365 * day)),
      ("added:<12h", .added, (now.nanoseconds - day / 2) ... .max),
      ("added:2026-02-28", .added, (20_512 * day)...(20_513 * day - 1)),
      ("added:>=2026-03", .added, (20_513 * day) ... .max),
      ("added:1970", .added, 0...(365 * day - 1)),
    ] as [(String, MediaNumberProperty, ClosedRange<Int64>)])
  func `fields of numbers, dates and times`(
    text: String, property: MediaNumberProperty, range: ClosedRange<Int64>
  ) throws {
    #expect(try Self.parse(text) == .number(property, range))
  }

  @Test(arguments: [
    ("a \"b", 2, QueryMistake.Problem.openQuote), ("(a", 0, .openBracket),
    ("a (b (c)", 2, .openBracket),
    ("(", 0, .openBracket), ("a)", 1, .unopenedBracket), (")", 0, .unopenedBracket),
    ("()", 1, .nothingAfter("(")), ("a or", 4, .nothingAfter("or")),
    ("(a or )", 6, .nothingAfter("or")), ("a and", 5, .nothingAfter("and")),
    ("or a", 0, .nothingBefore("or")), ("a or or b", 5, .nothingBefore("or")),
    ("and a", 0, .nothingBefore("and")), ("a not", 5, .nothingAfter("-")),
    ("-or a", 1, .nothingAfter("-")), ("artist:", 7, .nothingAfter("artist:")),
    ("artist: x", 7, .nothingAfter("artist:")), ("artist:\"\"", 7, .nothingAfter("artist:")),
    ("artist:=", 8, .nothingAfter("artist:=")), ("artist:(x)", 7, .nothingAfter("artist:")),
    ("foo:bar", 0, .unknownField("foo")), ("a Foo:bar", 2, .unknownField("foo")),
    ("year:abc", 5, .badValue("abc", field: "year", allowed: plain)),
    ("year:", 5, .nothingAfter("year:")),
    ("year:..", 5, .badValue("..", field: "year", allowed: plain)),
    ("year:>", 5, .badValue(">", field: "year", allowed: plain)),
    ("year:-5", 5, .badValue("-5", field: "year", allowed: plain)),
    ("year:9999999999999", 5, .badValue("9999999999999", field: "year", allowed: plain)),
    ("year:1989..1980", 5, .emptyRange("1989..1980")),
    ("no:colour", 3, .unknownProperty("colour")), ("has:path", 4, .unknownProperty("path")),
    (String(repeating: "(", count: 31) + "a", 30, .tooDeep),
    (String(repeating: "-", count: 31) + "a", 30, .tooDeep),
    (String(repeating: "a", count: 4097), 4096, .tooLong),
  ])
  func `a mistake is named with its place`(
    text: String, place: Int, problem: QueryMistake.Problem
  ) {
    #expect(throws: QueryMistake(problem, at: place)) { try Self.parse(text) }
  }

  private static let plain = "a number as in 5, 5..9, >5, >=5, <5 or <=5"

  @Test(arguments: [
    "length:1:60", "length:1:2:3:4", "length:x", "rate:44.1.1k", "rate:x", "size:1T", "size:.5M",
    "date:2004-13", "date:2004-02-30", "date:04", "date:2004-1", "added:30d", "added:<30x",
    "added:=30d", "added:1600", "modified:<999999999y", "bits:1.5",
  ])
  func `a value of the wrong form is told what the field takes`(text: String) throws {
    let colon = try #require(text.firstIndex(of: ":"))
    let mistake = #expect(throws: QueryMistake.self) { try Self.parse(text) }
    let message = try #require(mistake).description
    let place = text.distance(from: text.startIndex, to: colon) + 2
    #expect(
      message.hasPrefix(
        "At character \(place) of the query: \(text[...colon]) does not take \"\(text[colon...].dropFirst())\"; it takes a"
      ), "\(message)")
  }

  @Test(arguments: [
    (
      "a \"b",
      "At character 3 of the query: this quote is not closed; close it, or write \\\" for a quote."
    ),
    (
      "(a",
      "At character 1 of the query: this bracket is not closed; a query in brackets ends with )."
    ),
    (
      "a)",
      "At character 2 of the query: this bracket closes nothing; to search for it, quote it: \")\"."
    ),
    (
      "a or",
      "At character 5 of the query: something must follow or: words, a field such as artist:, or a query in brackets."
    ),
    (
      "artist:",
      "At character 8 of the query: something must follow artist: without a space, which is a word, \"several words\", =word for exactly that, or ^word for what begins so."
    ),
    (
      "artist:= x",
      "At character 9 of the query: something must follow artist:= without a space, which is a word, or \"several words\"."
    ),
    (
      "bits: 16",
      "At character 6 of the query: something must follow bits: without a space, which is a number as in 5, 5..9, >5, >=5, <5 or <=5."
    ),
    (
      "format:",
      "At character 8 of the query: something must follow format: without a space, which is a codec or the extension of a file, such as flac."
    ),
    (
      "folder:",
      "At character 8 of the query: something must follow folder: without a space, which is the URI of a folder, such as \"Kit Harrow\"."
    ),
    (
      "playlist:",
      "At character 10 of the query: something must follow playlist: without a space, which is the name of a playlist."
    ),
    (
      "or a",
      "At character 1 of the query: something must stand before or; to search for the word, quote it: \"or\"."
    ),
    (
      "year:9..5",
      "At character 6 of the query: \"9..5\" holds nothing, since it begins above its end; write the lower one first."
    ),
    (
      String(repeating: "(", count: 31),
      "At character 31 of the query: brackets and - lie more than 30 deep here; use fewer."
    ),
    (
      String(repeating: "a", count: 5000),
      "At character 4097 of the query: the query is longer than 4096 characters; write a shorter one."
    ),
  ])
  func `messages say what is wrong and what to do`(text: String, message: String) throws {
    let mistake = #expect(throws: QueryMistake.self) { try Self.parse(text) }
    #expect(try #require(mistake).description == message)
  }

  @Test(arguments: [
    ("colour", 0, "colour"), ("year,-colour", 6, "colour"), ("year,,title", 5, ""), (",", 0, ""),
  ])
  func `a key that nothing is sorted by is named with its place`(
    text: String, place: Int, key: String
  ) throws {
    let mistake = #expect(throws: QueryMistake(.unknownSortKey(key), at: place)) {
      try MediaSort.keys(text)
    }
    let message = try #require(mistake).description
    #expect(
      message.hasPrefix(
        "At character \(place + 1) of the order: \"\(key)\" is no key to sort by; those are title,")
    )
    #expect(
      try MediaSort.keys("Year,-title") == [
        MediaSort(.number(.year)), MediaSort(.title, isDescending: true),
      ])
  }

  @Test func `unknown fields and properties are told all that there are`() throws {
    let field = #expect(throws: QueryMistake.self) { try Self.parse("foo:x") }
    #expect(try #require(field).description.contains("title, artist, albumartist, album, genre,"))
    let property = #expect(throws: QueryMistake.self) { try Self.parse("no:x") }
    #expect(
      try #require(property).description.hasSuffix(
        "bitrate, played, skipped, loved, compilation, artwork."))
  }

  @Test func `no text does harm, and each mistake has its place in the text`() {
    var random = SeededGenerator(seed: 61)
    let pieces = [
      "a", "цой", "\"", "\\", "(", ")", "-", " ", " ", "or", "and", "not", "artist:", "year:",
      "length:",
      "added:", "size:", "no:", "..", ">", "<=", "=", "^", ":", "1980", "30d", "44.1k",
      "9999999999999999", "&",
      "date:2004-02-29", "\u{0}", "\u{301}",
    ]
    for _ in 0..<Effort.count(200_000) {
      let text = (0..<Int.random(in: 0...12, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      do throws(QueryMistake) {
        let predicate = try QueryParser.predicate(text, now: Self.now)
        #expect(predicate.depth <= MediaQuery.maximumDepth, "\(text)")
      } catch {
        #expect((0...text.count).contains(error.place), "\(text): \(error)")
      }
    }
  }

  @Test func `the deepest query that is allowed becomes a tree within the limit`() throws {
    var text = "z"
    for _ in 0..<30 { text = "(a \(text) b or c)" }
    let predicate = try Self.parse("x or y \(text)")
    #expect(predicate.depth <= MediaQuery.maximumDepth)
  }
}
