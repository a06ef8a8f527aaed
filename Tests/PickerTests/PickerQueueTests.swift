import Media
import Picker
import Testing

/// The queue's page, and what the player does.
@Suite struct PickerQueueTests {
  private static let options: PickerOptions = {
    var options = PickerOptions()
    options.uses = Set(PickerUse.allCases)
    options.canPrint = true
    options.hasPlayer = true
    return options
  }()

  private static func player(
    _ number: Int, _ state: PickerPlayer.State = .playing, entry: UInt32, version: UInt32 = 1
  ) -> PickerPlayer {
    var player = PickerPlayer()
    (player.state, player.entry, player.item) = (state, entry, Samples.records[number].id)
    (player.milliseconds, player.elapsed, player.queueVersion) = (60_000, 10_500, version)
    return player
  }

  private static let moment = PickerMoment(uptime: 0, secondOfDay: 86_300)

  /// The six records, and a queue of four of them, whose second one plays.
  private static func state(
    _ queue: [MediaItem] = [3, 1, 0, 4].map { Samples.records[$0] }, isShown: Bool = true,
    playing: Int? = 1
  ) -> PickerState {
    var state = Samples.state(lines: 20, rows: Samples.recordRows, options: options)
    if let playing {
      let number = Samples.records.firstIndex { $0.id == queue[playing].id } ?? 0
      _ = state.send(.player(player(number, entry: UInt32(playing) + 11), at: moment))
    }
    if isShown {
      #expect(state.press(.character("Q")) == [.readQueue])
      read(&state, queue)
    }
    return state
  }

  /// Entries, and which of the records each is of.
  private static func read(_ state: inout PickerState, _ queue: [(UInt32, Int)]) {
    var source = Samples.source
    source.queue = {
      queue.map { PickerQueueEntry(id: $0.0, item: Samples.records[$0.1].id) }
    }
    let reading = state.queueReading
    guard let queue = try? reading.queue(from: source) else { return }
    _ = state.send(.queue(queue, reloads: reading.reloads))
  }

  private static func read(_ state: inout PickerState, _ queue: [MediaItem]) {
    let reading = state.queueReading
    guard let queue = try? reading.queue(from: Samples.source(queue: queue)) else { return }
    _ = state.send(.queue(queue, reloads: reading.reloads))
  }

  @Test func `the queue is listed, with the cursor on what plays, and its times`() {
    var state = Self.state()
    #expect(state.shownTitles == ["Tin", "Slack", "Ebb", "Copper"])
    #expect(state.cursor == 1)
    #expect((0..<4).map { state.isPlaying(at: $0) } == [false, true, false, false])
    #expect(state.queueTime.map(String.init(describing:)) == "04:00")
    #expect(state.queueRemaining.map(String.init(describing:)) == "02:49")
    #expect(state.queueEnd == (86_300 + 169) % 86_400)
    _ = state.send(.time(PickerMoment(uptime: 9500, secondOfDay: 86_309)))
    #expect(state.queueRemaining.map(String.init(describing:)) == "02:40")
    state.press(.character("Q"))
    #expect(state.place == .songs)
    #expect(state.queueTime == nil)
  }

  @Test func `tracks that are not offered, or lost, are in it`() {
    let lost = Samples.item(900, title: "Lost")
    let state = Self.state([Samples.records[0], Samples.allItems[1], lost], playing: nil)
    #expect(state.shownTitles == ["Ebb", "So What", "Not in the library any more"])
    #expect(state.queueTime.map(String.init(describing:)) == "02:00")
  }

  @Test(
    arguments: [
      (["j", "\r"], .jump(13), ["Tin", "Slack", "Ebb", "Copper"]),
      (["D"], .remove([12]), ["Tin", "Ebb", "Copper"]),
      ([" ", " ", "D"], .remove([12, 13]), ["Tin", "Copper"]),
      (["V", "j", "V", "D"], .remove([12, 13]), ["Tin", "Copper"]),
      (["a", "D"], .remove([11, 12, 13, 14]), []),
      ([" ", "*", "D"], .remove([11, 13, 14]), ["Slack"]),
      (["K"], .move([PickerMove(12, to: 0)]), ["Slack", "Tin", "Ebb", "Copper"]),
      (["J"], .move([PickerMove(12, to: 2)]), ["Tin", "Ebb", "Slack", "Copper"]),
      (
        [" ", " ", "K"], .move([PickerMove(12, to: 0), PickerMove(13, to: 1)]),
        ["Slack", "Ebb", "Tin", "Copper"]
      ),
      (
        [" ", " ", "J"], .move([PickerMove(13, to: 3), PickerMove(12, to: 2)]),
        ["Tin", "Copper", "Slack", "Ebb"]
      ),
      (["G", "n"], .move([PickerMove(14, to: 2)]), ["Tin", "Slack", "Copper", "Ebb"]),
      (["g", "e"], .move([PickerMove(11, to: 3)]), ["Slack", "Ebb", "Copper", "Tin"]),
      (
        ["g", " ", "G", " ", "k", "k", "M"], .move([PickerMove(11, to: 0), PickerMove(14, to: 1)]),
        ["Tin", "Copper", "Slack", "Ebb"]
      ),
      (["Z"], .shuffle, ["Tin", "Slack", "Ebb", "Copper"]), (["C"], .clear, []),
      (["u"], .undo, ["Tin", "Slack", "Ebb", "Copper"]),
      (["U"], .redo, ["Tin", "Slack", "Ebb", "Copper"]),
      ([">"], .nextTrack, ["Tin", "Slack", "Ebb", "Copper"]),
      (["c"], .pause, ["Tin", "Slack", "Ebb", "Copper"]),
    ] as [([String], PickerChange, [String])])
  func `a key changes the queue, which is seen at once`(
    keys: [String], change: PickerChange, titles: [String]
  ) {
    var state = Self.state()
    var effects: [PickerEffect] = []
    for key in keys { effects = state.press(key == "\r" ? .enter : .character(Character(key))) }
    #expect(effects == [.change(change)])
    #expect(state.shownTitles == titles)
    #expect(state.markedCount == 0)
  }

  @Test(arguments: [("gK", 0), ("GJ", 3)])
  func `at the ends nothing moves`(keys: String, place: Int) {
    var state = Self.state()
    #expect(keys.flatMap { state.press(.character($0)) }.isEmpty)
    #expect(state.cursor == place)
  }

  @Test func `the cursor goes with what is moved, and to what stands behind what is gone`() {
    var state = Self.state()
    state.press(.character("J"))
    #expect(state.cursor == 2)
    state.press(.character("D"))
    #expect(state.highlightedRow?.title == "Copper")
    state.press(.character("D"))
    #expect(state.highlightedRow?.title == "Ebb")
  }

  @Test func `also among what a search finds`() {
    var state = Self.state([3, 0, 4, 1, 2].map { Samples.records[$0] }, playing: nil)
    state.type("abel")
    #expect(state.shownTitles == ["Ebb", "Slack", "Flood"])
    state.press(.enter, .down)
    #expect(state.press(.character("D")) == [.change(.remove([14]))])
    #expect(state.highlightedRow?.title == "Flood")
    _ = state.send(.changed(.remove([14]), ""))
    // The player has gone on, and consumes what it has played.
    state.press(.home)
    Self.read(&state, [(11, 3), (13, 4), (15, 2)])
    #expect(state.shownTitles == ["Flood"])
    Self.read(&state, [(11, 3), (16, 0), (13, 4), (15, 2), (17, 1)])
    state.press(.home, .down)
    Self.read(&state, [(11, 3), (16, 0), (13, 4), (17, 1)])
    #expect(state.highlightedRow?.title == "Slack")
  }

  @Test func `a range stays when the queue changes`() {
    var state = Self.state()
    state.press(.home, .down, .character("V"), .down)
    Self.read(&state, [(12, 1), (13, 0), (20, 2), (14, 4)])
    #expect(state.isRanging)
    #expect((0..<4).filter { state.isInRange($0) } == [0, 1])
    state.press(.home, .character("D"))
    #expect((0..<3).filter { state.isInRange($0) } == [0])
  }

  @Test(arguments: ["y", "!", "S"] as [Character], [true, false])
  func `what is done with the queue takes its marks away, and no others`(
    key: Character, isInQueue: Bool
  ) {
    var state = Self.state(isShown: false)
    state.press(.character(" "), .character(" "), .character("Q"))
    Self.read(&state, [3, 1, 0, 4].map { Samples.records[$0] })
    state.press(.character(" "))
    if !isInQueue { state.press(.character("Q")) }
    var effects = state.press(.character(key))
    if key != "y" { effects = state.press(.character("x"), .enter) }
    #expect([state.markedCount, state.queueMarkCount] == [2, 1])
    if case .change(let change)? = effects.first {
      _ = state.send(.changed(change, "Saved."))
    } else {
      _ = state.send(.used("Done."))
    }
    #expect([state.markedCount, state.queueMarkCount] == (isInQueue ? [2, 0] : [0, 1]))
  }

  @Test func `what the player says counts when all changes are done`() {
    var state = Self.state()
    state.press(.character("D"), .character("D"))
    let news = PickerAction.player(Self.player(1, entry: 12, version: 2), at: Self.moment)
    #expect(state.send(news).isEmpty)
    #expect(state.send(.changed(.remove([12]), "")).isEmpty)
    #expect(state.send(.changeFailed(.remove([13]), "No.")) == [.readQueue])
    #expect(state.message == "No.")
    Self.read(&state, [3, 0, 4].map { Samples.records[$0] })
    #expect(state.shownTitles == ["Tin", "Ebb", "Copper"])
  }

  @Test func `marks and the search stay when the queue changes`() {
    var state = Self.state()
    state.press(.character(" "))
    state.type("p")
    #expect(state.shownTitles == ["Copper"])
    Self.read(&state, [3, 1, 0, 4, 4].map { Samples.records[$0] })
    #expect(state.shownTitles == ["Copper", "Copper"])
    #expect(state.queueMarkCount == 1)
    state.press(.escape)
    #expect(state.mark(at: 1) == .all)
  }

  @Test func `what plays is marked in every list that has it`() {
    var state = Self.state(isShown: false)
    #expect((0..<6).map { state.isPlaying(at: $0) } == [false, true, false, false, false, false])
    state.press(.left, .down, .enter)
    #expect(state.shownTitles.first == "Low Water")
    #expect((0..<state.shownCount).filter { state.isPlaying(at: $0) } == [0])
    _ = state.send(.player(PickerPlayer(), at: Self.moment))
    #expect(!(0..<state.shownCount).contains { state.isPlaying(at: $0) })
  }

  @Test func `o goes to what plays, here or in the queue`() {
    var state = Self.state(isShown: false)
    state.press(.end, .character("o"))
    #expect(state.cursor == 1)
    state.type("tin")
    #expect(state.press(.enter, .character("o")).contains(.readQueue))
    #expect(state.place == .queue)
    var silent = Samples.state(options: Self.options)
    silent.press(.character("o"))
    #expect(silent.message == "Nothing plays")
  }

  @Test(
    arguments: [(.playing, 500), (.paused, nil), (.stopped, nil)] as [(PickerPlayer.State, Int64?)])
  func `time goes on only while it plays`(playing: PickerPlayer.State, tick: Int64?) {
    var state = Self.state(isShown: false, playing: nil)
    #expect(state.nextTick == nil)
    _ = state.send(.player(Self.player(1, playing, entry: 12), at: Self.moment))
    #expect(state.nextTick == tick)
    _ = state.send(.time(PickerMoment(uptime: 60_000, secondOfDay: 0)))
    #expect(state.nextTick == nil)
  }

  @Test func `what is marked is saved under a name that is asked for`() {
    var state = Self.state(isShown: false, playing: nil)
    state.press(.character(" "), .character(" "), .character("S"))
    #expect(state.prompt == .name("", state.selection))
    state.press(.character("A"), .character("q"), .backspace, .paste("b\nc"))
    #expect(state.prompt == .name("Ab c", state.selection))
    let saving = PickerSaving(name: "Ab c", selection: state.selection)
    #expect(state.press(.enter) == [.change(.save(saving))])
    #expect(state.markedCount == 2)
    _ = state.send(.playlistExists(saving))
    #expect(state.prompt == .exists(saving))
    #expect(state.markedCount == 2)
    var replacing = saving
    replacing.mode = .replace
    #expect(state.press(.character("r")) == [.change(.save(replacing))])
    _ = state.send(.changed(.save(replacing), "Saved."))
    #expect(state.message == "Saved.")
    #expect(state.markedCount == 0)
    #expect(state.mode == .single)
  }

  /// A name for one track, which is taken.
  private static func saving(_ state: inout PickerState) -> PickerSaving {
    state.press(.character(" "), .character("S"), .character("x"), .enter)
    return PickerSaving(name: "x", selection: state.selection)
  }

  @Test(
    arguments: [
      [.character("/")], [.character("S"), .character("y")], [.character("'")],
      [.character("a"), .character("q")],
    ] as [[PickerKey]])
  func `what is being typed is not taken for an answer`(keys: [PickerKey]) {
    var state = Samples.state(
      lines: 20, rows: Samples.rows((0..<30).map { "\($0)" }), options: Self.options)
    let saving = Self.saving(&state)
    for key in keys { state.press(key) }
    let prompt = state.prompt
    _ = state.send(.playlistExists(saving))
    #expect(state.prompt == prompt)
    #expect(state.message == "There is a playlist x already: nothing was saved")
    #expect(state.press(.character("r")).isEmpty)
  }

  @Test func `what is marked while a name is looked up is not what was saved`() {
    var state = Self.state(isShown: false, playing: nil)
    var saving = Self.saving(&state)
    state.press(.character(" "))
    _ = state.send(.playlistExists(saving))
    saving.mode = .append
    #expect(state.press(.character("a")) == [.change(.save(saving))])
    _ = state.send(.changed(.save(saving), "Added."))
    #expect(state.selectedTitles == ["Slack"])
  }

  @Test(
    arguments: [[.escape], [.backspace], [.enter], [.character(" "), .enter]] as [[PickerKey]])
  func `nothing is saved without a name`(keys: [PickerKey]) {
    var state = Self.state()
    #expect(state.press(.character("S")).isEmpty)
    #expect(state.prompt == .name("", nil))
    #expect(keys.flatMap { state.press($0) }.isEmpty)
    #expect(state.prompt == nil)
    #expect(state.result == nil)
  }

  @Test func `paths are copied and commands run with what is marked, also in the queue`() {
    var state = Self.state()
    state.press(.character(" "))
    let selection = PickerSelection(ids: [Samples.records[1].id], milliseconds: 60_000)
    #expect(state.press(.character("y")) == [.copy(selection)])
    _ = state.send(.used("Copied 1 path"))
    #expect(state.message == "Copied 1 path")
    #expect(state.queueMarkCount == 0)
    state.press(.up, .character(" "), .character("!"), .character("w"), .character("c"))
    #expect(state.prompt == .command("wc", selection))
    #expect(state.press(.enter) == [.run("wc", selection)])
    #expect(state.press(.character("!"), .enter).isEmpty)
    #expect(state.prompt == nil)
  }

  @Test func `where there is no player its keys do nothing`() {
    var state = Samples.state()
    for key in "QuU<>cSZDC" { #expect(state.press(.character(key)).isEmpty) }
    #expect(state.place == .songs)
    #expect(state.prompt == nil)
    state.press(.left)
    #expect(!state.shownTitles.contains("Queue"))
  }
}
