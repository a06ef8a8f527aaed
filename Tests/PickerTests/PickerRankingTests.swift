import Media
import Posix
import TestSupport
import Testing

@testable import Picker

/// What a search finds first, where, and in spite of slips.
@Suite struct PickerRankingTests {
  /// Title, artist and album.
  typealias Track = (title: String, artist: String, album: String)

  private static func rows(_ tracks: [Track]) -> [PickerRow] {
    tracks.enumerated().map { number, track in
      let item = Samples.item(number, title: track.title, artist: track.artist)
      let fields = [track.title, track.artist, "", track.album, "", "", "\(number) flac"]
      return PickerRow(item: item, searchText: fields.joined(separator: "\u{1F}").lowercased())
    }
  }

  private static func found(_ tracks: [Track], _ search: String) -> [String] {
    var state = Samples.state(rows: rows(tracks))
    state.type(search)
    return state.shownTitles
  }

  @Test(
    arguments: [
      // A word, then its beginning, then inside.
      (
        "sun", [("Unsung", "", ""), ("Sunday", "", ""), ("The Sun", "", "")],
        ["The Sun", "Sunday", "Unsung"]
      ),
      // Title, then artist, then album, then the rest.
      (
        "sun",
        [("a", "", "Sun"), ("b", "Sun", ""), ("Sun", "", ""), ("c", "", "")],
        ["Sun", "b", "a"]
      ),
      // How well a word fits goes before where it stands.
      (
        "sun",
        [("Sunday", "", ""), ("b", "", "Sun"), ("Unsung", "", ""), ("d", "Sunny", "")],
        ["b", "Sunday", "d", "Unsung"]
      ),
      // Alike in all, in the order of the library.
      (
        "sun", [("Sun 3", "", ""), ("Sun 1", "", ""), ("Sun 2", "", "")],
        ["Sun 3", "Sun 1", "Sun 2"]
      ),
      // Of several words, in any order and field, the worst counts.
      (
        "sun abba",
        [("Sun", "Abbas", ""), ("Sunday", "Abba", ""), ("Sun", "Abba", ""), ("Abba", "", "Sun")],
        ["Sun", "Abba", "Sunday", "Sun"]
      ),
      // The best of several places counts.
      ("sun", [("Sunny Sun", "", ""), ("Sunny", "", "")], ["Sunny Sun", "Sunny"]),
      ("\"the sun\"", [("Bathe Sunny", "", ""), ("The Sun", "", "")], ["The Sun", "Bathe Sunny"]),
    ] as [(String, [Track], [String])])
  func `what fits best comes first`(search: String, tracks: [Track], titles: [String]) {
    #expect(Self.found(tracks, search) == titles)
  }

  @Test func `rows that come later take their places, and the cursor stays on the best`() {
    let tracks: [Track] = [
      ("Unsung", "", ""), ("Sunday", "", ""), ("Sun", "", ""), ("x", "Sun", ""),
    ]
    var state = Samples.state(rows: [])
    state.type("sun")
    for row in Self.rows(tracks) { _ = state.send(.loaded([row])) }
    #expect(state.shownTitles == ["Sun", "x", "Sunday", "Unsung"])
    #expect(state.cursor == 0)
    var moved = Samples.state(rows: Array(Self.rows(tracks).prefix(2)))
    moved.type("sun")
    _ = moved.send(.key(.down))
    _ = moved.send(.loaded(Array(Self.rows(tracks).dropFirst(2))))
    #expect(moved.highlightedRow?.title == "Unsung")
  }

  @Test func `ranks are what a plain search makes of them`() {
    var random = SeededGenerator(seed: 4)
    let letters = Array("aab \u{1F}\u{1E}")
    var text = FoldedText()
    var texts: [[UInt8]] = []
    for _ in 0..<Effort.count(10_000) {
      let row = String(
        (0..<Int.random(in: 0...16, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        })
      texts.append(Array(row.utf8))
      text.append(row)
    }
    for words in [["a"], ["ab"], ["aa", "b"], ["b a"]] {
      let words = words.map { Array($0.utf8) }
      let hits = text.hits(words)
      let expected = texts.indices.filter { row in
        words.allSatisfy { Self.rank($0, texts[row]) != nil }
      }.map { row in (words.compactMap { Self.rank($0, texts[row]) }.max() ?? 0, row) }.sorted {
        $0 < $1
      }.map(\.1)
      #expect((0..<hits.count).map { hits[$0] } == expected)
      #expect(hits.lines == expected.sorted())
      #expect(expected.indices.allSatisfy { hits.place(of: expected[$0]) == $0 })
      #expect(hits.place(of: -1) == nil && hits.place(of: texts.count) == nil)
    }
  }

  @Test func `slips among many rows are those of each row by itself`() {
    var random = SeededGenerator(seed: 8)
    let letters = Array("abcé ")
    func text(_ count: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: count, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        })
    }
    var all = FoldedText()
    for _ in 0..<5000 { all.append(text(0...16)) }
    var slips = 0
    for _ in 0..<60 {
      let words = text(5...10).split(separator: " ").map { Array($0.utf8) }
      if words.isEmpty { continue }
      let hits = all.hits(words)
      let exact = (0..<all.count).filter { all.contains($0, words) }
      let found = exact.isEmpty ? (0..<all.count).filter { all.isSimilar($0, words) } : exact
      let expected = found.sorted { (all.rank($0, words), $0) < (all.rank($1, words), $1) }
      #expect((0..<hits.count).map { hits[$0] } == expected, "\(words)")
      #expect(hits.isExact == !exact.isEmpty)
      if exact.isEmpty, !found.isEmpty { slips += 1 }
    }
    #expect(slips > 5)
  }

  private static func rank(_ word: [UInt8], _ text: [UInt8]) -> Int? {
    let boundaries: Set<UInt8> = [0x20, 0x1F, 0x1E]
    let field = [0, 1, 1, 2]
    return text.indices.filter { text[$0...].starts(with: word) }.map { place in
      let number = text[..<place].count { $0 == 0x1F }
      let isBegun = place == 0 || boundaries.contains(text[place - 1])
      let end = place + word.count
      let isEnded = end == text.count || boundaries.contains(text[end])
      return (isBegun ? isEnded ? 0 : 4 : 8) + (number < 4 ? field[number] : 3)
    }.min()
  }

  @Test(arguments: [
    // Missing, too much, wrong, in the wrong order; at the beginning, and where more follows.
    ("starlght", "By Starlight"), ("starrlight", "By Starlight"), ("stsrlight", "By Starlight"),
    ("stralight", "By Starlight"), ("starlgi", "By Starlight"), ("ztarlight", "By Starlight"),
    ("tarlight", "By Starlight"), ("starlighz", "By Starlight"), ("sstarlight", "By Starlight"),
    // In other scripts, too.
    ("картна", "Картина"), ("夜汽車楽国", "夜汽車楽団"),
    // The other words are as they were typed.
    ("by starlght", "By Starlight"),
  ])
  func `a slip in a long word is forgiven when nothing is as it was typed`(
    search: String, title: String
  ) {
    #expect(Self.found([("Other", "", ""), (title, "", "")], search) == [title])
  }

  @Test(arguments: ["tarlightt", "stsrlihgt", "satr", "starlight xyzzy", "bz starlght", "tarlght"])
  func `two slips are not, nor one in a short word`(search: String) {
    #expect(Self.found([("Other", "", ""), ("By Starlight", "", "")], search) == [])
  }

  @Test func `more letters find nothing else that is only like the search`() {
    var random = SeededGenerator(seed: 8)
    let word = { (count: Int, random: inout SeededGenerator) in
      (0..<count).map { _ in Array("aeéx").randomElement(using: &random) ?? "a" }
    }
    for _ in 0..<40 {
      let tracks = (0..<40).map { _ in (String(word(9, &random)), "", "") as Track }
      var state = Samples.state(rows: Self.rows(tracks))
      _ = state.send(.key(.character("/")))
      for letter in word(8, &random) {
        _ = state.send(.key(.character(letter)))
        var other = Samples.state(rows: Self.rows(tracks))
        other.press(.character("/"), .paste(state.search))
        #expect(state.shownTitles == other.shownTitles)
        #expect(state.isSimilar == other.isSimilar)
      }
    }
  }

  @Test(
    arguments: [
      (["starl"], ["starlx"], true), (["starl"], ["starl"], true), (["star"], ["starl"], false),
      (["starl"], ["star"], false), (["starl"], ["starl", "x"], false),
      (["by", "starl"], ["by", "starlg"], true), (["by", "starl"], ["bys", "starl"], false),
    ] as [([String], [String], Bool)])
  func `then not all is looked through again`(before: [String], words: [String], isSo: Bool) {
    let bytes = { (words: [String]) in words.map { Array($0.utf8) } }
    #expect(FoldedText.narrows(bytes(before), to: bytes(words)) == isSo)
  }

  @Test func `what is only like the search goes when something is as it was typed`() {
    let tracks: [Track] = [("Starlight", "", ""), ("Sterling", "", ""), ("Sterlight", "", "")]
    var state = Samples.state(rows: Array(Self.rows(tracks).prefix(2)))
    state.type("sterlight")
    #expect(state.shownTitles == ["Starlight"] && state.isSimilar)
    _ = state.send(.loaded(Array(Self.rows(tracks).dropFirst(2))))
    #expect(state.shownTitles == ["Sterlight"] && !state.isSimilar)
  }

  @Test(arguments: [
    ("Blue in Green", ["blue"], ["Blue"]), ("Blue in Green", ["e", "gre"], ["e", "Gree"]),
    ("Motörhead", ["motorhead"], ["Motörhead"]), ("Motörhead", ["tor"], ["tör"]),
    ("Straße", ["strasse"], ["Straße"]), ("Straße", ["ss"], ["ß"]), ("AC/DC", ["acd"], ["AC/D"]),
    ("Simon & Garfunkel", ["simon garf"], ["Simon", "Garf"]), ("Don't Stop", ["dont"], ["Don't"]),
    ("???", ["?"], ["???"]), ("a", ["b"], []), ("", ["b"], []), ("aaa", ["aa"], ["aa"]),
    ("e\u{301}e", ["e"], ["e\u{301}e"]),
  ])
  func `what was found is shown where it stands`(
    text: String, words: [String], parts: [String]
  ) {
    let fold: (String) -> String = { text in
      let folded = text.lowercased().replacing("ö", with: "o").replacing("ß", with: "ss")
        .replacing("e\u{301}", with: "e").filter { $0.isLetter || $0.isNumber || $0 == " " }
      return folded.isEmpty ? text : folded
    }
    let ranges = MatchRanges(text, fold: fold).ranges(of: words.map { Array($0.utf8) })
    let characters = Array(text)
    #expect(ranges.map { String(characters[$0]) } == parts)
  }

  @Test(arguments: ["a", "ab", "aé", "a b", "aß", "a'", "かな"], ["a", "b", "か"])
  func `however long a text is, little is folded to show what was found`(
    part: String, word: String
  ) {
    let folded = Guarded(0)
    let fold: (String) -> String = { text in
      folded.withLock { $0 += text.utf8.count }
      return text.lowercased().replacing("ß", with: "ss").filter { $0 != "'" }
    }
    let text = String(repeating: part, count: 2000 / part.utf8.count)
    let ranges = MatchRanges(text, fold: fold).ranges(of: [Array(word.utf8)])
    #expect(ranges.isEmpty == !part.contains(word))
    #expect(folded.withLock { $0 } <= 3 * 2000)
  }

  @Test func `of a long word that is folded as a whole, all is shown`() {
    // Letters that change beside each other.
    let fold: (String) -> String = { $0.lowercased().replacing("ab", with: "c") }
    for (count, range) in [(20, 2..<41), (40, 0..<81)] {
      let text = "x" + String(repeating: "ab", count: count)
      #expect(MatchRanges(text, fold: fold).ranges(of: [Array("cc".utf8)]) == [range])
    }
  }
}
