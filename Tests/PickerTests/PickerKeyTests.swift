import Media
import Picker
import Testing

@Suite struct PickerKeyTests {
  @Test(
    arguments: [
      (.down, 0, 1), (.character("j"), 0, 1), (.control("n"), 0, 1), (.down, 7, 7),
      (.up, 3, 2), (.character("k"), 3, 2), (.control("p"), 3, 2), (.up, 0, 0),
      (.pageDown, 0, 4), (.control("f"), 1, 5), (.pageDown, 6, 7),
      (.pageUp, 7, 3), (.control("b"), 5, 1), (.pageUp, 2, 0),
      (.home, 5, 0), (.character("g"), 5, 0), (.end, 1, 7), (.character("G"), 1, 7),
      (.backTab, 3, 3), (.character("ż"), 3, 3), (.alt("j"), 3, 3),
    ] as [(PickerKey, Int, Int)])
  func `a key moves the cursor, never out of the list`(key: PickerKey, from: Int, to: Int) {
    var state = Samples.state(lines: 5)
    for _ in 0..<from { state.press(.down) }
    state.press(key)
    #expect(state.cursor == to)
    #expect(state.window(lines: 5).contains(to))
    #expect(state.result == nil)
    #expect(state.mode == .single)
  }

  @Test func `Enter in the single mode picks the row and ends`() {
    var state = Samples.state()
    state.press(.down)
    let effects = state.press(.enter)
    #expect(state.resultTitles == ["So What"])
    #expect(effects == state.result.map { [.finish($0)] })
  }

  @Test(arguments: [.enter, .character("d")] as [PickerKey])
  func `in the multiple mode a key is Done, in the order of the list`(key: PickerKey) {
    var state = Samples.state()
    state.press(.end, .character(" "), .home, .character(" "), key)
    #expect(state.resultTitles == ["Blue in Green", "Love for Sale"])
  }

  @Test(arguments: [.enter, .character("d")] as [PickerKey])
  func `in the multiple mode without a mark a key says how to mark`(key: PickerKey) {
    var state = Samples.state()
    state.press(.character(" "), .up, .character(" "))
    #expect(state.mode == .multiple)
    #expect(!state.canFinish)
    #expect(state.press(key).isEmpty)
    #expect(state.message == "Nothing is marked: Space marks a track")
    #expect(state.result == nil)
    state.press(.down)
    #expect(state.message == nil)
  }

  @Test func `Done before anything is marked says how to mark`() {
    var state = Samples.state()
    #expect(state.press(.character("d")).isEmpty)
    #expect(state.message == "Space marks a track")
    #expect(state.mode == .single)
  }

  @Test(arguments: [.character("q"), .escape] as [PickerKey], [false, true])
  func `a key cancels, whatever is marked`(key: PickerKey, marking: Bool) {
    var state = Samples.state()
    if marking { state.press(.character(" ")) }
    #expect(state.press(key) == [.finish(.cancelled)])
    #expect(state.result == .cancelled)
  }

  @Test func `Space marks, moves down and starts the multiple mode`() {
    var state = Samples.state()
    state.press(.character(" "))
    #expect(state.mode == .multiple)
    #expect(state.selectedTitles == ["Blue in Green"])
    #expect(state.cursor == 1)
    state.press(.up, .character(" "))
    #expect(state.selectedTitles == [])
    #expect(state.cursor == 1)
  }

  @Test(
    arguments: [
      (["a"], 8), (["a", "A"], 0), (["*"], 8), ([" ", "*"], 7), (["a", "*"], 0), (["A"], 0),
      (["*", "*"], 0), ([" ", "a"], 8),
    ] as [([Character], Int)])
  func `a marks all, A none, * inverts`(keys: [Character], marked: Int) {
    var state = Samples.state()
    for key in keys { state.press(.character(key)) }
    #expect(state.markedCount == marked)
    #expect(state.canFinish == (marked > 0))
    #expect(state.markedTime.description == "0\(marked):00")
  }

  @Test(arguments: [" ", "a", "*", "d"] as [Character])
  func `where one track is wanted nothing is marked`(key: Character) {
    var state = Samples.state(allowsMultiple: false)
    #expect(state.press(.character(key)).isEmpty)
    #expect(state.markedCount == 0)
    #expect(state.mode == .single)
    #expect(state.message == "Enter picks a track")
    state.press(.enter)
    #expect(state.resultTitles == ["Blue in Green"])
  }

  @Test(
    arguments: [.enter, .character(" "), .character("a"), .character("*"), .down, .pageUp, .end]
      as [PickerKey])
  func `without rows a key does nothing`(key: PickerKey) {
    var state = Samples.state(rows: [])
    #expect(state.press(key).isEmpty)
    #expect(state.cursor == 0)
    #expect(state.mode == .single)
    #expect(state.highlightedRow == nil)
  }

  @Test(
    arguments: [
      (.list, ["Blue in Green", "Love for Sale"]), (.marked, ["Love for Sale", "Blue in Green"]),
    ]
      as [(PickerOptions.Order, [String])])
  func `what is taken is in the order that is wanted`(order: PickerOptions.Order, titles: [String])
  {
    var options = PickerOptions()
    options.order = order
    var state = Samples.state(options: options)
    state.press(
      .character(" "), .end, .character(" "), .home, .character(" "), .up, .character(" "))
    #expect(state.selectedTitles == titles)
    state.press(.character("d"))
    #expect(state.resultTitles == titles)
  }

  @Test func `tracks can be marked from the start`() {
    var options = PickerOptions()
    options.marked = Set(Samples.allItems.suffix(2).map(\.id))
    var state = Samples.state(options: options)
    #expect(state.mode == .multiple)
    #expect(state.markedTime.description == "02:00")
    state.press(.enter)
    #expect(state.resultTitles == ["Stella by Starlight", "Love for Sale"])
  }

  @Test func `after the end nothing happens any more`() {
    var state = Samples.state()
    state.press(.character("q"))
    #expect(state.press(.enter, .character(" "), .character("d")).isEmpty)
    #expect(state.reduce(.loaded(Samples.rows())).isEmpty)
    #expect(state.result == .cancelled)
    #expect(state.rowCount == 8)
  }
}
