import Media
import Testing

@testable import Picker

/// A library that changes under a picker.
@Suite struct PickerReloadTests {
  private static func reload(_ state: inout PickerState, _ rows: [PickerRow]) -> [PickerEffect] {
    var table = PickerTable()
    for row in rows { table.append(row) }
    return state.send(.reloaded(PickerReload(table, after: state.table.ids)))
  }

  private static func press(_ state: inout PickerState, _ keys: PickerKey...) {
    for key in keys { _ = state.send(.key(key)) }
  }

  private static let more = PickerRow(
    item: Samples.item(40, title: "Green Onions"), searchText: "green onions")

  /// All but the third and the fifth, another one first.
  private static let rows: [PickerRow] = {
    let rows = Samples.rows()
    return [more] + [0, 1, 3, 5, 6, 7].map { rows[$0] }
  }()

  @Test func `the cursor stays on its row, and marks on theirs`() {
    var state = Samples.state()
    Self.press(&state, .down, .character(" "), .character(" "), .character(" "))
    #expect(state.highlightedRow?.title == "Flamenco Sketches")
    #expect(Self.reload(&state, Self.rows).isEmpty)
    #expect(state.shownCount == 7)
    #expect(state.highlightedRow?.title == "Green Dolphin Street")
    #expect(state.selectedTitles == ["So What", "All Blues"])
    #expect(state.markedCount == 2)
    Self.press(&state, .up)
    #expect(Self.reload(&state, Samples.rows()).isEmpty)
    #expect(state.highlightedRow?.title == "All Blues")
    #expect(state.selectedTitles == ["So What", "All Blues"])
  }

  @Test func `the search stays, and finds what is new`() {
    var state = Samples.state()
    state.type("green")
    Self.press(&state, .down)
    #expect(Self.reload(&state, Self.rows).isEmpty)
    #expect(state.shownTitles == ["Green Onions", "Blue in Green", "Green Dolphin Street"])
    #expect(state.highlightedRow?.title == "Green Dolphin Street")
    #expect(state.isSearchOpen)
  }

  @Test
  func `what was found beside the typing is looked for again in a list that is another by now`()
    throws
  {
    let rows = Samples.rows((0..<20_000).map { "\($0 % 2 == 0 ? "Blue" : "Green") \($0)" })
    var state = Samples.state(rows: rows)
    for key in "/blue" { _ = state.reduce(.key(.character(key))) }
    let found = try #require(state.looking(for: ["blue"])).run()
    #expect(state.isFinding && state.shownCount == 20_000)
    #expect(Self.reload(&state, Array(rows.dropFirst(3))).isEmpty)
    _ = state.reduce(.found(search: "blue", .found(found)))
    #expect(!state.isFinding && state.shownCount == 9998)
    #expect(state.shownTitles.allSatisfy { $0.hasPrefix("Blue") })
    #expect(Samples.state().looking(for: ["blue"])?.run().words == nil, "few are found at once")
  }

  @Test func `what the library was asked is asked again`() {
    var state = Samples.state()
    _ = state.send(.search("-x"))
    _ = state.send(.found(search: "-x", .items([Samples.allItems[1].id, Samples.allItems[2].id])))
    #expect(Self.reload(&state, Self.rows) == [.find("-x")])
    #expect(state.shownTitles == ["So What"])
    _ = state.send(
      .found(search: "-x", .items([Samples.allItems[1].id, Samples.item(40, title: "").id])))
    #expect(state.shownTitles == ["Green Onions", "So What"])
  }

  @Test func `on other pages when the person comes back`() {
    var state = Samples.state()
    _ = state.send(.search("-x"))
    _ = state.send(.found(search: "-x", .items([Samples.allItems[1].id])))
    Self.press(&state, .character("?"))
    #expect(Self.reload(&state, Self.rows).isEmpty)
    #expect(state.send(.key(.character("?"))) == [.find("-x")])
  }

  @Test func `groups and what is in them follow, and answers about the old rows are not heard`() {
    var state = Samples.state(lines: 20, rows: Samples.recordRows)
    Self.press(&state, .left, .down, .enter)
    let old = state.gathered(.groups(.album))
    Self.press(&state, .enter)
    #expect(state.shownTitles == ["Ebb", "Slack"])
    let rows = [5, 4, 1, 2, 0].map { Samples.recordRows[$0] }
    #expect(Self.reload(&state, rows).isEmpty)
    #expect(state.shownTitles == ["Slack", "Ebb"])
    _ = state.send(old)
    #expect(state.shownTitles == ["Slack", "Ebb"])
    Self.press(&state, .left)
    #expect(state.rowCount == 4)
    for place in 0..<state.shownCount { #expect(state.row(at: place).title != "") }
  }

  @Test func `nor where they come before those about the new ones`() {
    var state = Samples.state(lines: 20, rows: Samples.recordRows)
    Self.press(&state, .left, .down, .enter, .end, .up)
    #expect(state.highlightedRow?.title == "Roof")
    let old = state.gathered(.groups(.album))
    Self.press(&state, .enter)
    #expect(state.shownTitles == ["Tin", "Copper"])
    var table = PickerTable()
    for row in Samples.recordRows[2...4] { table.append(row) }
    let effects = state.reduce(.reloaded(PickerReload(table, after: state.table.ids)))
    #expect(effects == [.gather(.groups(.album))])
    _ = state.reduce(old)
    #expect(state.shownTitles == ["Tin", "Copper"])
    _ = state.send(state.gathered(.groups(.album)))
    #expect(state.shownTitles == ["Tin", "Copper"])
  }

  @Test func `a range that is begun, and one that is dragged, go with their rows`() {
    var state = Samples.state(lines: 20)
    Self.press(&state, .down, .character("V"), .down, .down)
    #expect(Self.reload(&state, [Self.more] + Samples.rows()).isEmpty)
    #expect((0..<9).filter { state.isInRange($0) } == [2, 3, 4])
    #expect(Self.reload(&state, Self.rows).isEmpty)
    Self.press(&state, .character("V"))
    #expect(state.selectedTitles == ["So What", "All Blues"])
    state = Samples.state(lines: 20)
    _ = state.send(.pointer(.press(line: 3, isMark: false, at: 0)))
    _ = state.send(.pointer(.drag(line: 4)))
    #expect(Self.reload(&state, [Self.more] + Samples.rows()).isEmpty)
    _ = state.send(.pointer(.drag(line: 5)))
    _ = state.send(.pointer(.release))
    #expect(state.selectedTitles == ["Freddie Freeloader", "All Blues"])
  }

  @Test(arguments: [true, false])
  func `what was pressed is not what stands there now`(isDrag: Bool) {
    var state = Samples.state(lines: 20)
    _ = state.send(.pointer(.press(line: 3, isMark: false, at: 0)))
    #expect(Self.reload(&state, [Self.more] + Samples.rows()).isEmpty)
    Self.press(&state, .home)
    _ = state.send(.pointer(isDrag ? .drag(line: 6) : .press(line: 3, isMark: false, at: 1)))
    #expect(!state.isRanging)
    #expect(state.result == nil)
  }

  @Test func `where the row with the cursor goes, the cursor stays among what was found`() {
    var state = Samples.state(rows: Samples.rows(["Blue A", "Blue B", "Blue C", "Blue D"]))
    state.type("blue")
    Self.press(&state, .down, .down)
    let rows = Samples.rows(["Blue A", "Blue B", "Blue C", "Blue D"])
    #expect(Self.reload(&state, [0, 1, 3].map { rows[$0] }).isEmpty)
    #expect(state.highlightedRow?.title == "Blue D")
  }

  @Test(arguments: [true, false])
  func `the newest come first, and their order is there where it is wanted`(isWanted: Bool) throws {
    let feed = PickerFeed(collects: true) { _ in }
    let reload = try #require(
      try PickerReload.load(Samples.source, after: [], byAge: isWanted, feed))
    #expect((reload.table.byAge != nil) == isWanted)
    let rows = Samples.records.indices.sorted {
      Samples.records[$0].added > Samples.records[$1].added
    }
    #expect(reload.table.rowsByAge == rows)
    var table = reload.table
    table.append(Self.more)
    #expect(table.byAge == nil)
  }

  @Test func `a track that was listed twice is one`() {
    var state = Samples.state(rows: Samples.rows() + Samples.rows().prefix(1))
    Self.press(&state, .character("a"))
    #expect(state.markedCount == 9)
    #expect(Self.reload(&state, Samples.rows()).isEmpty)
    #expect(state.markedCount == 8)
    #expect(state.selection.count == 8)
    #expect(state.selection.time == state.markedTime)
  }

  @Test func `all can go and come`() {
    var state = Samples.state()
    Self.press(&state, .end, .character(" "))
    #expect(Self.reload(&state, []).isEmpty)
    #expect(state.shownCount == 0)
    #expect(state.markedCount == 0)
    #expect(Self.reload(&state, Samples.rows()).isEmpty)
    #expect(state.shownTitles == Samples.titles)
  }

  @Test func `whatever changes, the state makes sense`() {
    var state = Samples.state(lines: 9, rows: Samples.recordRows)
    for (step, keys) in ["h", "jj", "\r", "\r", "V", "lll", "hhh", "G", "/e", "a"].enumerated() {
      for key in keys { Self.press(&state, key == "\r" ? .enter : .character(key)) }
      let rows = Samples.recordRows.enumerated().filter { ($0.offset + step) % 3 != 0 }.map(
        \.element)
      _ = Self.reload(&state, step % 2 == 0 ? rows.reversed() : rows)
      #expect(state.cursor >= 0 && state.cursor < max(1, state.shownCount))
      #expect(state.selection.count == state.markedCount)
      for place in 0..<state.shownCount { _ = (state.row(at: place), state.mark(at: place)) }
      _ = (state.layout(lines: 14), state.scrollBar(lines: 9))
    }
  }
}
