import Media
import Picker
import TestSupport
import Testing

@Suite struct PickerSearchTests {
  @Test(arguments: [
    ("blue", ["Blue in Green", "All Blues"]), ("GREEN", ["Blue in Green", "Green Dolphin Street"]),
    ("gr bl", ["Blue in Green"]), ("  s  st ", ["Green Dolphin Street", "Stella by Starlight"]),
    ("e", Samples.titles.filter { $0.lowercased().contains("e") }), ("zz", []),
    ("blue blue", ["Blue in Green", "All Blues"]), ("greenso", []), ("", Samples.titles),
    (" ", Samples.titles),
  ])
  func `every word must be in the row`(text: String, titles: [String]) {
    var state = Samples.state()
    state.type(text)
    #expect(state.shownTitles == titles)
    #expect(state.isSearchOpen)
    #expect(state.search == text)
  }

  @Test func `rows that come later are searched too`() {
    var state = Samples.state(rows: [])
    state.type("blue")
    for row in Samples.rows() { _ = state.reduce(.loaded([row])) }
    #expect(state.shownTitles == ["Blue in Green", "All Blues"])
  }

  @Test func `the cursor stays on its row while that is found`() {
    var state = Samples.state()
    state.press(.down, .down, .down)
    state.type("bl")
    #expect(state.highlightedRow?.title == "All Blues")
    state.press(.escape)
    #expect(state.highlightedRow?.title == "All Blues")
    #expect(state.cursor == 3)
  }

  @Test func `else it goes to the best that is, and a slip of the finger does not lose it`() {
    var state = Samples.state()
    state.press(.down, .down, .down)
    state.type("bl")
    #expect(state.highlightedRow?.title == "All Blues")
    state.press(.character("x"))
    #expect(state.highlightedRow == nil)
    state.press(.backspace)
    #expect(state.highlightedRow?.title == "All Blues")
    state.press(.backspace, .backspace)
    state.press(.character("g"), .character("r"))
    #expect(state.highlightedRow?.title == "Blue in Green")
  }

  @Test func `letters that are commands elsewhere are text here`() {
    var state = Samples.state()
    state.type("dqajk G*/ ")
    #expect(state.search == "dqajk G*/ ")
    #expect(state.result == nil)
    #expect(state.markedCount == 0)
  }

  @Test(
    arguments: [
      ([.backspace], "blue i", true), ([.control("w")], "blue ", true), ([.control("u")], "", true),
      ([.enter], "blue in", false), ([.escape], "", false),
      ([.control("u"), .backspace], "", false),
      ([.paste(" gr\u{1B}een\n")], "blue in gr een ", true),
      ([.enter, .escape], "", false), ([.left, .right, .tab, .delete], "blue in", true),
      ([.enter, .paste("x")], "blue in", false), ([.enter, .character("/")], "blue in", true),
      ([.control("w"), .control("w")], "", true),
    ] as [([PickerKey], String, Bool)])
  func `keys edit the search`(keys: [PickerKey], text: String, open: Bool) {
    var state = Samples.state()
    state.type("blue in")
    for key in keys { state.press(key) }
    #expect(state.search == text)
    #expect(state.isSearchOpen == open)
    #expect(state.result == nil)
    #expect(state.shownTitles == (text.isEmpty ? Samples.titles : state.shownTitles))
  }

  @Test func `Esc clears the search before it cancels`() {
    var state = Samples.state()
    state.type("blue")
    state.press(.enter, .escape)
    #expect(state.shownCount == 8)
    #expect(state.press(.escape) == [.finish(.cancelled)])
  }

  @Test func `Enter closes the search, then picks`() {
    var state = Samples.state()
    state.type("all")
    state.press(.enter, .enter)
    #expect(state.resultTitles == ["All Blues"])
  }

  @Test func `moving works while the search is typed`() {
    var state = Samples.state()
    state.type("e")
    state.press(.down, .down, .control("p"))
    #expect(state.cursor == 1)
    #expect(state.search == "e")
  }

  @Test func `marks survive the search, and marking all means what is shown`() {
    var state = Samples.state()
    state.press(.character(" "))
    state.type("street")
    state.press(.enter, .character("a"), .escape)
    #expect(state.selectedTitles == ["Blue in Green", "Green Dolphin Street"])
  }

  @Test func `an answer to an older text is ignored`() {
    var state = Samples.state()
    state.type("blue")
    _ = state.reduce(.found(search: "blu", .words(["what"])))
    #expect(state.shownTitles == ["Blue in Green", "All Blues"])
  }

  @Test(arguments: [
    (
      "artist:",
      "something must follow artist: without a space, which is a word, \"several words\", =word for exactly that, or ^word for what begins so."
    ),
    ("\"blue", "this quote is not closed; close it, or write \\\" for a quote."),
  ])
  func `a mistake is said, and what was found before stays`(text: String, reason: String) {
    var state = Samples.state()
    state.type("blue")
    state.press(.character(" "))
    state.press(.paste(text))
    #expect(state.mistake?.reason == reason)
    #expect(state.mistake?.place == (text.first == "\"" ? 5 : 12))
    #expect(state.shownTitles == ["Blue in Green", "All Blues"])
    state.press(.control("w"))
    #expect(state.mistake == nil)
    #expect(state.shownTitles == ["Blue in Green", "All Blues"])
  }

  @Test func `words in quotes are found as they stand`() {
    var state = Samples.state()
    state.type("\"in green\"")
    #expect(state.shownTitles == ["Blue in Green"])
  }

  @Test func `a query shows what it finds, among rows that come later too`() {
    var state = Samples.state(rows: Array(Samples.rows().prefix(4)))
    #expect(state.send(.search("-blue")) == [.find("-blue")])
    #expect(state.isFinding)
    #expect(state.shownCount == 4)
    let found = Samples.allItems.filter { !$0.displayTitle.contains("Blue") }
    _ = state.send(.found(search: "-blue", .items(Set(found.map(\.id)))))
    #expect(state.shownTitles == ["So What", "Freddie Freeloader"])
    _ = state.send(.loaded(Array(Samples.rows().dropFirst(4))))
    #expect(state.shownTitles == found.map(\.displayTitle))
  }

  @Test func `keys behind a query wait for what it finds, in their order`() {
    var state = Samples.state()
    state.type("-blue")
    for key in [.enter, .character("G"), .character(" "), .character("d")] as [PickerKey] {
      #expect(state.press(key).isEmpty)
    }
    #expect(state.search == "-blue")
    let ids = Samples.allItems.dropLast().map(\.id)
    let effects = state.send(.found(search: "-blue", .items(Set(ids))))
    #expect(state.resultTitles == ["Stella by Starlight"])
    #expect(effects == state.result.map { [.remember("-blue"), .finish($0)] })
  }

  @Test func `Esc does not wait`() {
    var state = Samples.state()
    state.type("-blue")
    state.press(.enter, .character("d"), .escape)
    #expect(state.search.isEmpty)
    #expect(!state.isFinding)
    #expect(state.shownTitles == Samples.titles)
    #expect(state.message == nil)
  }

  @Test(arguments: [true, false])
  func `nor do keys from before it`(isTyped: Bool) {
    var state = Samples.state()
    if isTyped { state.type("-blue") } else { _ = state.send(.search("-blue")) }
    state.press(.down, .enter, .escape)
    #expect(state.result == nil)
    #expect(state.cursor == 0)
  }

  /// What the library is asked, unanswered, with a key that waits.
  private static func asking() -> PickerState {
    var state = Samples.state()
    #expect(state.send(.search("-blue")) == [.find("-blue")])
    #expect(state.press(.enter).isEmpty)
    return state
  }

  private static let found = PickerAction.found(
    search: "-blue", .items(Set(Samples.allItems.dropLast().map(\.id))))

  @Test func `a page that was left while it asked has the answer`() {
    var state = Self.asking()
    _ = state.send(.command(.unwind))
    #expect(state.place == .home)
    #expect(state.send(Self.found).isEmpty)
    #expect(state.press(.enter).isEmpty)
    #expect(state.shownCount == Samples.titles.count - 1)
    state.press(.down)
    #expect(state.cursor == 1)
    #expect(state.result == nil)
  }

  @Test func `or asks once more when the person comes back`() {
    var state = Self.asking()
    _ = state.send(.command(.help))
    #expect(state.press(.down).isEmpty)
    #expect(state.cursor == 1)
    #expect(state.press(.character("?")) == [.find("-blue")])
    #expect(state.send(Self.found).isEmpty)
    state.press(.down)
    #expect(state.cursor == 1)
  }

  @Test func `a search can be there from the start`() {
    var options = PickerOptions()
    options.search = "blue"
    let state = Samples.state(options: options)
    #expect(state.shownTitles == ["Blue in Green", "All Blues"])
    #expect(!state.isSearchOpen)
  }

  @Test func `a search among many rows finds what a plain search finds`() {
    var random = SeededGenerator(seed: 11)
    let letters = Array("abcdeéł 中")
    let titles = (0..<2000).map { _ in
      String(
        (0..<Int.random(in: 0...24, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        })
    }
    var state = Samples.state(rows: Samples.rows(titles))
    for query in ["a", "ab", "ab d", "ab dé", "ab dé 中", "中中", "łł a", "abcd", "abcde", "é"] {
      state.press(.character("/"), .control("u"))
      for character in query {
        state.press(.character(character))
        let words = state.search.split(separator: " ").map(String.init)
        let expected = titles.enumerated().filter { _, title in
          words.allSatisfy { Array(title.utf8).containsSlowly(Array($0.utf8)) }
        }.map { (worst: Self.worst(words, in: $1), place: $0, title: $1) }
          .sorted { ($0.worst, $0.place) < ($1.worst, $1.place) }.map(\.title)
        #expect(state.shownTitles == expected || state.isSimilar)
        #expect(!state.isSimilar || expected.isEmpty)
      }
    }
  }

  /// How badly the worst of the words fits: 0 where it stands there, 1 where one begins so, 2 inside of one.
  private static func worst(_ words: [String], in title: String) -> Int {
    let parts = title.split(separator: " ").map { Array($0.utf8) }
    return words.map { word in
      let word = Array(word.utf8)
      return parts.contains(word) ? 0 : parts.contains { $0.starts(with: word) } ? 1 : 2
    }.max() ?? 0
  }
}

extension [UInt8] {
  fileprivate func containsSlowly(_ word: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: word) }
  }
}
