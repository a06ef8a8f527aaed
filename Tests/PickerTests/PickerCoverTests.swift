import Dispatch
import Media
import Picker
import Synchronization
import TestSupport
import Testing

/// The cover of what is highlighted.
@Suite struct PickerCoverTests {
  private static let ids = Samples.records.map(\.id)

  private static func state(hasRoom: Bool = true) -> PickerState {
    var options = PickerOptions()
    options.showsCovers = true
    var state = PickerState(options: options)
    for action in [
      .start, .resize(lines: 20), .coverRoom(hasRoom), .loaded(Samples.recordRows),
      .loadingFinished,
    ] as [PickerAction] {
      _ = state.reduce(action)
    }
    return state
  }

  private static func cover(_ id: PersistentID) -> PickerCover {
    PickerCover(
      item: id, pixels: [1, 2, 3, 255], width: 1, height: 1, source: .file, mimeType: "image/jpeg",
      originalWidth: 600, originalHeight: 500, size: 83_210)
  }

  /// The items whose covers are asked for.
  private static func wanted(_ effects: [PickerEffect]) -> [PersistentID] {
    effects.compactMap { if case .readCover(let id) = $0 { id } else { nil } }
  }

  private static func expect(
    _ ids: [PersistentID], _ effects: [PickerEffect],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(wanted(effects) == ids, sourceLocation: sourceLocation)
  }

  @Test func `it is asked for once an album, where somebody would see it`() {
    var (state, asked) = (Self.state(), [PersistentID]())
    for _ in 0..<5 { asked += Self.wanted(state.reduce(.key(.down))) }
    // The first album is asked for at the start.
    #expect(asked == [Self.ids[2], Self.ids[3], Self.ids[5]])
    state = Self.state(hasRoom: false)
    Self.expect([], state.reduce(.key(.end)))
    Self.expect([Self.ids[5]], state.reduce(.coverRoom(true)))
  }

  @Test func `albums have one, artists and pages of home have none`() {
    var state = Self.state()
    _ = state.reduce(.cover(Self.ids[0], Self.cover(Self.ids[0])))
    #expect(state.cover != nil)
    _ = state.reduce(.key(.left))
    #expect(state.cover == nil)
    _ = state.reduce(.key(.down))
    var effects = state.reduce(.key(.enter))
    for effect in effects {
      guard case .gather(let place) = effect else { continue }
      let gathering = state.gathering(place)
      guard let groups = try? gathering.groups(from: Samples.source) else { continue }
      effects = state.reduce(.gathered(place, groups, rows: gathering.rows))
    }
    #expect(Self.wanted(effects).count == 1)
  }

  @Test func `what comes too late is not shown, and what is awaited leaves the one before`() {
    var state = Self.state()
    _ = state.reduce(.cover(Self.ids[0], Self.cover(Self.ids[0])))
    _ = state.reduce(.key(.end))
    #expect(state.cover?.item == Self.ids[0])
    _ = state.reduce(.cover(Self.ids[2], Self.cover(Self.ids[2])))
    #expect(state.cover?.item == Self.ids[0])
    _ = state.reduce(.cover(Self.ids[5], nil))
    #expect(state.cover == nil)
  }

  @Test func `a key switches covers off and on`() {
    var state = Self.state()
    _ = state.reduce(.cover(Self.ids[0], Self.cover(Self.ids[0])))
    Self.expect([], state.reduce(.key(.character("v"))))
    #expect(!state.showsCovers && state.cover == nil)
    Self.expect([Self.ids[0]], state.reduce(.key(.character("v"))))
    state = Self.state(hasRoom: false)
    _ = state.reduce(.key(.character("v")))
    #expect(state.showsCovers)
    #expect(state.message != nil)
  }

  @Test func `the details say what the picture is`() {
    var item = Samples.records[0]
    item.tags.artworkSource = .file
    var state = Self.state()
    Self.expect([], state.reduce(.key(.character("i"))))
    _ = state.reduce(.read(item.id, item))
    _ = state.reduce(.cover(item.id, Self.cover(item.id)))
    let texts = (0..<state.shownCount).compactMap { place -> String? in
      guard case .detail(let detail) = state.row(at: place), detail.name == "artwork" else {
        return nil
      }
      return detail.text
    }
    #expect(texts == ["beside the file · JPEG · 600 × 500 · 83 kB"])
  }

  @MainActor @Test(.timeLimit(.minutes(Effort.minutes(5))))
  func `the model reads each cover but once`() async {
    let read = Mutex<[PersistentID]>([])
    var source = Samples.source
    source.cover = { id in
      dispatchPrecondition(condition: .notOnQueue(.main))
      read.withLock { $0.append(id) }
      return Self.cover(id)
    }
    var options = PickerOptions()
    options.showsCovers = true
    let model = PickerModel(options: options, source: source)
    model.send(.resize(lines: 20))
    model.send(.coverRoom(true))
    model.start()
    await change(of: model) { $0.cover?.item == Self.ids[0] }
    for _ in 0..<5 { model.send(.key(.down)) }
    await change(of: model) { $0.cover?.item == Self.ids[5] }
    model.send(.key(.home))
    await change(of: model) { $0.cover?.item == Self.ids[0] }
    #expect(read.withLock { $0 }.count { $0 == Self.ids[0] } == 1)
  }
}
