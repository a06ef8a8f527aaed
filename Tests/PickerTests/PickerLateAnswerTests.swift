import Media
import TestSupport
import Testing

@testable import Picker

/// Answers that come late, in any order in which they can come, while the library, the queue and the player change.
@Suite struct PickerLateAnswerTests {
  @Test(arguments: 0..<12)
  func `whatever happens meanwhile, the state makes sense`(seed: UInt64) {
    var picker = LatePicker(seed: seed)
    for _ in 0..<400 {
      picker.step()
      picker.check()
    }
    picker.settle()
  }
}

/// A picker whose effects are answered some time later, those of one kind in their order.
private struct LatePicker {
  private enum Lane: Hashable {
    case uses, find, read
    case gather(PickerPlace)
  }

  private static let keys: [PickerKey] =
    [.up, .down, .pageDown, .home, .end, .enter, .escape, .backspace, .left]
    + " aA*VGjkhli?/-belx+QDKJMCZSyr!uope<>c'm".map { .character($0) }

  private var random: SeededGenerator
  private var state: PickerState
  private var answers: [Lane: [PickerAction]] = [:]
  private var time: Int64 = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    var options = PickerOptions()
    options.hasPlayer = true
    options.uses = Set(PickerUse.allCases)
    state = Samples.state(lines: 14, rows: Samples.recordRows, options: options)
  }

  mutating func step() {
    let late = answers.filter { !$0.value.isEmpty }.keys.sorted { "\($0)" < "\($1)" }
    if let lane = late.randomElement(using: &random), chance(3), let next = answers[lane]?.first {
      answers[lane]?.removeFirst()
      return send(next)
    }
    send(action())
  }

  /// Has every answer come; then nothing is awaited any more.
  mutating func settle() {
    for _ in 0..<1000 {
      guard let lane = answers.first(where: { !$0.value.isEmpty })?.key,
        let next = answers[lane]?.first
      else { break }
      answers[lane]?.removeFirst()
      send(next)
    }
    #expect(!state.isFinding && !state.isGathering)
    #expect(state.usesUnderway.isEmpty)
    #expect(state.waitingKeys.isEmpty)
  }

  private mutating func chance(_ number: Int) -> Bool {
    Int.random(in: 0..<number, using: &random) == 0
  }

  private mutating func send(_ action: PickerAction) {
    let before = state
    let effects = state.reduce(action)
    // At the end it goes on as if nothing had been pressed.
    if state.result != nil {
      state = before
      return
    }
    for effect in effects { run(effect) }
  }

  private mutating func run(_ effect: PickerEffect) {
    switch effect {
    case .find(let text):
      if let answer = Samples.answer(text) { return send(.found(search: text, answer)) }
      // Of those that wait only the newest is asked.
      let found = Set(Samples.records.filter { _ in chance(2) }.map(\.id))
      answers[.find] = [.found(search: text, .items(found))]
    case .gather(let place): answers[.gather(place), default: []].append(state.gathered(place))
    case .read(let id):
      answers[.read, default: []].append(.read(id, Samples.items([id]).first))
    case .press(let keys): for key in keys { send(.key(key)) }
    case .use, .copy, .run:
      answers[.uses, default: []].append(chance(4) ? .useFailed("No.") : .used("Done."))
    case .change(let change):
      var answer = PickerAction.changed(change, "Done.")
      if chance(4) { answer = .changeFailed(change, "No.") }
      if case .save(let saving) = change, chance(2) { answer = .playlistExists(saving) }
      answers[.uses, default: []].append(answer)
    case .readQueue:
      let reading = state.queueReading
      guard let queue = try? reading.queue(from: Samples.source(queue: someRecords())) else {
        return
      }
      answers[.uses, default: []].append(.queue(queue, reloads: reading.reloads))
    case .load, .readCover, .remember, .finish: break
    }
  }

  private mutating func someRecords() -> [MediaItem] {
    Samples.records.shuffled(using: &random).filter { _ in !chance(3) }
  }

  private mutating func action() -> PickerAction {
    time += 100
    let line = Int.random(in: 0..<16, using: &random)
    switch Int.random(in: 0..<24, using: &random) {
    case 0: return .pointer(.press(line: line, isMark: chance(4), at: time))
    case 1: return .pointer(.drag(line: line))
    case 2: return .pointer(.release)
    case 3: return .pointer(.wheel(line - 8))
    case 4: return reload()
    case 5: return .playlistsChanged
    case 6:
      var player = PickerPlayer()
      (player.state, player.entry) = (.playing, UInt32(11 + line % 6))
      (player.item, player.queueVersion) = (Samples.records[line % 6].id, UInt32(line))
      return .player(player, at: PickerMoment(uptime: time, secondOfDay: 0))
    case 7: return .search(chance(2) ? "-\(line)" : "")
    case 8: return .command(PickerCommand.allCases.randomElement(using: &random) ?? .down)
    default: return .key(Self.keys.randomElement(using: &random) ?? .down)
    }
  }

  private mutating func reload() -> PickerAction {
    var table = PickerTable()
    let kept = Set(someRecords().map(\.id))
    for row in Samples.recordRows.shuffled(using: &random) where kept.contains(row.track.id) {
      table.append(row)
    }
    return .reloaded(PickerReload(table, after: state.table.ids))
  }

  func check() {
    #expect(state.cursor >= 0 && state.cursor < max(1, state.shownCount))
    #expect(state.selection.count == state.markedCount)
    #expect(Set(state.selection.ids).count == state.markedCount)
    #expect(state.selection.time == state.markedTime)
    #expect(state.mode == .multiple || state.markedCount == 0)
    for place in 0..<state.shownCount {
      _ = (state.row(at: place), state.mark(at: place), state.isInRange(place))
    }
    _ = (state.layout(lines: 14), state.scrollBar(lines: 9))
    checkGroups()
  }

  /// Pages of groups list what is in these, of the rows as they are.
  private func checkGroups() {
    for page in state.pages {
      guard let group = page.group, case .groups(.album) = group.place else { continue }
      let titles = Set(group.group.rows.map { state.table.track($0).album })
      #expect(titles.count < 2)
    }
  }
}
