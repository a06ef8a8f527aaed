import Media
import Picker
import Testing

/// Albums and letters that stand above rows, and the ways between them.
@Suite struct PickerSectionTests {
  private static func state(lines: Int = 20) -> PickerState {
    Samples.state(lines: lines, rows: Samples.recordRows)
  }

  /// What the list shows, headers in brackets.
  private static func shown(_ state: PickerState) -> [String] {
    state.layout(lines: state.lines).map { line in
      switch line {
      case .header(let text): "[\(text)]"
      case .row(let place): state.row(at: place).title
      case .footer(let count, let time): "(\(count) · \(time))"
      }
    }
  }

  private static let low = "[Low Water · Abel · 2001]"
  private static let roof = "[Roof · Kit · 1998]"

  @Test func `songs stand under their albums`() {
    #expect(
      Self.shown(Self.state()) == [
        Self.low, "Ebb", "Slack", "(2 · 02:00)", "[High Water · Abel · 2003]", "Flood", Self.roof,
        "Tin", "Copper", "(2 · 02:00)", "[Unknown Album]", "Loose",
      ])
  }

  @Test func `the topmost header stays while its rows scroll`() {
    var state = Self.state(lines: 5)
    #expect(Self.shown(state) == [Self.low, "Ebb", "Slack"])
    state.press(.down, .down)
    #expect(Self.shown(state) == [Self.low, "Slack", "[High Water · Abel · 2003]", "Flood"])
    state.press(.down, .down)
    #expect(Self.shown(state) == [Self.roof, "Tin", "Copper"])
    state.press(.up)
    #expect(state.cursor == 3)
    state.press(.end)
    #expect(Self.shown(state).last == "Loose")
  }

  @Test(arguments: [1, 2, 4])
  func `on few lines there are rows alone`(lines: Int) {
    #expect(Self.shown(Self.state(lines: lines)).first == "Ebb")
  }

  @Test func `among what a search finds there are no headers`() {
    var state = Self.state()
    state.type("abel")
    #expect(Self.shown(state) == ["Ebb", "Slack", "Flood"])
  }

  @Test func `where all is one album there is no header`() {
    var state = Self.state()
    state.press(.left, .down, .enter, .enter)
    #expect(Self.shown(state) == ["Ebb", "Slack"])
  }

  @Test(
    arguments: [
      (["Kit", nil], ["Kit", "Kit"], [false, false], 1),
      ([nil, nil], ["Kit", "Ada"], [false, false], 1),
      (["Kit", "Ada"], ["Kit", "Kit"], [false, false], 2),
      (["Kit", "Ada"], ["A", "B"], [true, true], 1),
      ([nil, "Ada"], ["Kit", "Ada"], [false, false], 2),
    ] as [([String?], [String], [Bool], Int)])
  func `tracks with one title of an album stand together where its artist is one`(
    albumArtists: [String?], artists: [String], compilations: [Bool], sections: Int
  ) {
    let rows = (0..<3).map { number -> PickerRow in
      var item = Samples.item(number, title: "\(number)", artist: artists[number % 2])
      item.tags.album = number < 2 ? "One" : "Other"
      item.tags.albumArtists = albumArtists[number % 2].map { [$0] } ?? []
      item.tags.isCompilation = compilations[number % 2]
      return PickerRow(item: item, searchText: "")
    }
    let state = Samples.state(lines: 20, rows: rows)
    let headers = Self.shown(state).prefix { $0 != "2" }.filter { $0.hasPrefix("[One") }
    #expect(headers.count == sections)
  }

  @Test func `artists stand under their letters, and their tracks under albums`() {
    var state = Self.state()
    state.press(.left, .down, .down, .enter)
    #expect(Self.shown(state) == ["[A]", "Abel", "[K]", "Kit", "[…]", "Unknown Artist"])
    state.press(.enter)
    #expect(
      Self.shown(state) == [
        Self.low, "Ebb", "Slack", "(2 · 02:00)", "[High Water · Abel · 2003]", "Flood",
      ])
  }

  /// An album of each artist, with the name that orders it where there is one.
  private static func state(ordered artists: [(String, String?)]) -> PickerState {
    let rows = artists.enumerated().map { number, artist -> PickerRow in
      var item = Samples.item(number, title: "\(number)", artist: artist.0)
      item.tags.album = "of \(artist.0)"
      item.tags.artistSort = artist.1
      return PickerRow(item: item, searchText: "\(number)\u{1F}\(artist.0.lowercased())")
    }
    return Samples.state(lines: 20, rows: rows)
  }

  @Test func `letters are those of the names that albums are ordered by`() {
    var state = Self.state(ordered: [("David Bowie", "Bowie, David"), ("Cher", nil)])
    state.press(.down, .character("'"), .character("b"))
    #expect(state.cursor == 0)
    state.press(.left, .down, .enter)
    #expect(Self.shown(state) == ["[B]", "of David Bowie", "[C]", "of Cher"])
  }

  @Test func `names that begin with no letter stand under one header`() {
    var state = Self.state(ordered: [("10cc", nil), ("2Pac", nil), ("50 Cent", nil), ("A", nil)])
    state.press(.left, .down, .down, .enter)
    #expect(Self.shown(state) == ["[0 – 9]", "10cc", "2Pac", "50 Cent", "(3 · 03:00)", "[A]", "A"])
  }

  @Test(
    arguments: [
      ("]", 0, 2), ("]", 1, 2), ("]", 2, 3), ("]", 4, 5), ("]", 5, 5),
      ("[", 5, 3), ("[", 4, 3), ("[", 3, 2), ("[", 1, 0), ("[", 0, 0),
    ] as [(Character, Int, Int)])
  func `a key goes to the next section, or to the beginning of this one`(
    key: Character, from: Int, to: Int
  ) {
    var state = Self.state()
    for _ in 0..<from { state.press(.down) }
    state.press(.character(key))
    #expect(state.cursor == to)
  }

  @Test(arguments: [("k", 3), ("K", 3), ("a", 0), ("b", 3), ("5", 0)] as [(Character, Int)])
  func `a letter goes to the first artist that begins with it, or the next`(
    letter: Character, to: Int
  ) {
    var state = Self.state()
    state.press(.down, .character("'"))
    #expect(state.isJumping)
    state.press(.character(letter))
    #expect(!state.isJumping)
    #expect(state.cursor == to)
  }

  @Test func `a letter that nothing begins with is told, and other keys forget it`() {
    var state = Self.state()
    state.press(.down, .character("'"), .character("z"))
    #expect(state.cursor == 1)
    #expect(state.message == "No name begins with z")
    state.press(.character("'"), .escape)
    #expect(!state.isJumping)
    #expect(state.result == nil)
  }

  @Test(arguments: 5..<12)
  func `the row with the cursor fits, wherever it goes`(lines: Int) {
    let rows = (0..<5).flatMap { _ in Samples.recordRows }
    var state = Samples.state(lines: lines, rows: rows)
    for key in [.pageDown, .down, .pageDown, .end, .pageUp, .up, .home, .down] as [PickerKey] {
      state.press(key)
      let layout = state.layout(lines: lines)
      #expect(layout.contains(.row(state.cursor)))
      #expect(layout.count + 1 <= lines)
    }
  }
}
