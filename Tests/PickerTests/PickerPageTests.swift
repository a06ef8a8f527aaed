import Media
import Picker
import Testing

/// The way through home, groups, tracks and details.
@Suite struct PickerPageTests {
  private static func state(
    start: PickerPlace = .songs, allowsMultiple: Bool = true, lines: Int = 20
  ) -> PickerState {
    var options = PickerOptions(allowsMultiple: allowsMultiple)
    options.start = start
    return Samples.state(lines: lines, rows: Samples.recordRows, options: options)
  }

  /// A state at a page of home.
  private static func state(at place: PickerPlace) -> PickerState {
    var state = state()
    state.press(.left)
    while case .place(let here)? = state.highlightedRow, here != place, state.cursor > 0 {
      state.press(.up)
    }
    while case .place(let here)? = state.highlightedRow, here != place { state.press(.down) }
    state.press(.enter)
    return state
  }

  @Test(
    arguments: [
      (.groups(.album), ["Low Water", "High Water", "Roof", "Unknown Album"], [2, 1, 2, 1]),
      (.groups(.artist), ["Abel", "Kit", "Unknown Artist"], [3, 2, 1]),
      (.groups(.albumArtist), ["Abel", "Kit", "Unknown Album Artist"], [3, 2, 1]),
      (.groups(.composer), ["Unknown Composer"], [6]),
      (.groups(.genre), ["Folk", "Slow", "Rock", "Unknown Genre"], [2, 2, 1, 2]),
      (.groups(.year), ["2001", "2003", "1998", "Unknown Year"], [2, 1, 2, 1]),
      (.groups(.folder), ["a", "b", "c", "/"], [2, 1, 2, 1]),
      (.playlists, ["Evening"], [3]),
    ] as [(PickerPlace, [String], [Int])])
  func `home leads to groups`(place: PickerPlace, titles: [String], counts: [Int]) {
    let state = Self.state(at: place)
    #expect(state.place == place)
    #expect(state.path == ["Home", place.title])
    #expect(state.shownTitles == titles)
    let groups = (0..<state.shownCount).compactMap { at -> PickerGroup? in
      if case .group(let group) = state.row(at: at) { group } else { nil }
    }
    #expect(groups.map(\.count) == counts)
    #expect(groups.map(\.milliseconds) == counts.map { Int64($0) * 60_000 })
  }

  @Test func `an album has its artist and year`() {
    guard case .group(let album)? = Self.state(at: .groups(.album)).highlightedRow else {
      Issue.record("no group")
      return
    }
    #expect(album.artist == "Abel")
    #expect(album.year == 2001)
    #expect(album.time.description == "02:00")
  }

  @Test func `saved queries are those of the playlists that are what a query finds`() throws {
    let ids = Samples.records.map(\.id)
    var source = Samples.source
    source.playlists = {
      [.init(name: "Kept", ids: [ids[0]]), .init(name: "Found", ids: [ids[1]], isQuery: true)]
    }
    let state = Samples.state(rows: Samples.recordRows)
    let titles = try [PickerPlace.playlists, .savedQueries].map { place in
      try state.gathering(place).groups(from: source).map(\.title)
    }
    #expect(titles == [["Kept", "Found"], ["Found"]])
  }

  @Test func `what came last comes first`() {
    let state = Self.state(at: .recentlyAdded)
    #expect(state.shownTitles == ["Ebb", "Slack", "Tin", "Copper", "Loose", "Flood"])
  }

  @Test(arguments: [.enter, .right, .character("l")] as [PickerKey])
  func `a key goes into a group, and back leads to its place`(key: PickerKey) {
    var state = Self.state(at: .groups(.artist))
    state.press(.down, key)
    #expect(state.path == ["Home", "Artists", "Kit"])
    #expect(state.backTitle == "Artists")
    #expect(state.shownTitles == ["Tin", "Copper"])
    state.press(.down, .left)
    #expect(state.place == .groups(.artist))
    #expect(state.cursor == 1)
  }

  @Test(arguments: [.left, .character("h"), .backspace] as [PickerKey])
  func `from the first page a key goes to home, and from there to the page as it was`(
    key: PickerKey
  ) {
    var state = Self.state()
    state.type("abel")
    state.press(.enter, .down, key)
    #expect(state.place == .home)
    #expect(state.highlightedRow?.title == "Songs")
    #expect(state.backTitle == nil)
    state.press(key)
    #expect(state.place == .home)
    state.press(.enter)
    #expect(state.search == "abel")
    #expect(state.highlightedRow?.title == "Slack")
    #expect(state.shownCount == 3)
  }

  @Test func `Esc clears the search, then goes back the way that was come, then leaves`() {
    var state = Self.state(at: .groups(.artist))
    state.press(.enter)
    state.type("sl")
    state.press(.enter)
    var places: [PickerPlace] = []
    for _ in 0..<3 {
      state.press(.escape)
      places.append(state.place)
    }
    #expect(places == [.group("Abel"), .groups(.artist), .home])
    #expect(state.press(.escape) == [.finish(.cancelled)])
  }

  @Test func `Esc on the first page leaves`() {
    var state = Self.state()
    #expect(state.press(.escape) == [.finish(.cancelled)])
  }

  /// A state while the library loads, at the artists among the first rows.
  private static func loading(_ rows: Int) -> PickerState {
    var state = PickerState()
    let first = PickerAction.loaded(Array(Samples.recordRows.prefix(rows)))
    for action in [.start, .resize(lines: 20), first] { _ = state.send(action) }
    state.press(.left, .down, .down, .enter)
    return state
  }

  @Test func `a group that was opened while the library loads has all of its tracks in the end`() {
    var state = Self.loading(1)
    let early = state.gathered(.groups(.artist))
    state.press(.enter)
    #expect(state.shownTitles == ["Ebb"])
    _ = state.send(.loaded(Array(Samples.recordRows.dropFirst())))
    _ = state.send(.loadingFinished)
    #expect(state.shownTitles == ["Ebb", "Slack", "Flood"])
    _ = state.send(early)
    #expect(state.shownTitles == ["Ebb", "Slack", "Flood"])
    state.press(.character("a"), .left)
    #expect(state.shownTitles == ["Abel", "Kit", "Unknown Artist"])
    #expect(state.markedCount == 3)
  }

  @Test func `groups of fewer rows than are awaited are not taken, whenever they come`() {
    var state = Self.loading(1)
    let early = state.gathered(.groups(.artist))
    _ = state.reduce(.loaded(Array(Samples.recordRows.dropFirst())))
    #expect(state.reduce(.loadingFinished).contains(.gather(.groups(.artist))))
    _ = state.reduce(early)
    #expect(state.isGathering)
    _ = state.reduce(state.gathered(.groups(.artist)))
    #expect(!state.isGathering)
    #expect(state.shownTitles == ["Abel", "Kit", "Unknown Artist"])
    _ = state.reduce(early)
    #expect(state.shownTitles.count == 3)
  }

  @Test func `groups that cannot be gathered anew stay as they were`() {
    var state = Self.loading(6)
    _ = state.reduce(.loadingFinished)
    _ = state.reduce(.gatheringFailed(.groups(.artist), "No."))
    #expect(state.shownTitles == ["Abel", "Kit", "Unknown Artist"])
    #expect(state.message == "No.")
    #expect(!state.isGathering)
  }

  @Test func `the cursor stays on its group when loading ends, with a search too`() {
    let rows = ["Abel", "Box", "Cox"].enumerated().map { number, artist in
      PickerRow(item: Samples.item(number, title: artist, artist: artist), searchText: "")
    }
    var state = PickerState()
    for action in [.start, .resize(lines: 20), .loaded(rows)] as [PickerAction] {
      _ = state.send(action)
    }
    state.press(.left, .down, .down, .enter)
    state.type("ox")
    state.press(.enter, .down)
    #expect(state.highlightedRow?.title == "Cox")
    _ = state.send(.loadingFinished)
    #expect(state.highlightedRow?.title == "Cox")
  }

  @Test(arguments: [.groups(.label), .groups(.decade)] as [PickerPlace])
  func `home leads back to where it began`(start: PickerPlace) {
    var state = Self.state(start: start)
    state.press(.left)
    #expect(state.highlightedRow?.title == start.title)
    state.press(.enter)
    #expect(state.place == start)
  }

  @Test func `a group that is marked marks its tracks, and one that is marked in part shows it`() {
    var state = Self.state(at: .groups(.genre))
    state.press(.character(" "))
    #expect(state.cursor == 1)
    #expect(state.marks == [.all, .some, .none, .none])
    #expect(state.markedCount == 2)
    state.press(.character(" "))
    #expect(state.marks == [.all, .all, .none, .none])
    state.press(.up, .character(" "))
    #expect(state.marks == [.some, .none, .none, .none])
    #expect(state.markedTime.description == "0\(state.markedCount):00")
  }

  @Test func `marks are those of the tracks, on whatever page`() {
    var state = Self.state(at: .groups(.album))
    state.press(.character(" "), .left, .up, .up, .enter)
    state.press(.left, .home, .enter)
    #expect(state.place == .songs)
    #expect(state.marks == [.all, .all, .none, .none, .none, .none])
    state.press(.down, .character(" "), .left, .down, .enter)
    #expect(state.marks == [.some, .none, .none, .none])
    state.press(.character("*"))
    #expect(state.selection.count == 5)
    #expect(state.marks == [.some, .all, .all, .all])
  }

  @Test func `what a playlist holds twice is taken once`() {
    var state = Self.state(at: .playlists)
    state.press(.character(" "))
    #expect(state.selectedTitles == ["Ebb", "Copper"])
    state.press(.up, .enter)
    #expect(state.shownTitles == ["Copper", "Ebb", "Copper"])
  }

  @Test(
    arguments: [
      (.groups(.album), "water", ["Low Water", "High Water"]),
      (.groups(.album), "kit", ["Roof"]), (.groups(.album), "2003", ["High Water"]),
      (.groups(.artist), "ab", ["Abel"]), (.recentlyAdded, "abel", ["Ebb", "Slack", "Flood"]),
      (.playlists, "even", ["Evening"]), (.playlists, "x", []),
    ] as [(PickerPlace, String, [String])])
  func `words search the names of groups`(place: PickerPlace, text: String, titles: [String]) {
    var state = Self.state(at: place)
    state.type(text)
    #expect(state.shownTitles == titles)
    state.press(.escape)
    #expect(state.shownCount == state.rowCount)
  }

  @Test func `a query shows the groups that have what it finds`() {
    var state = Self.state(at: .groups(.genre))
    _ = state.send(.search("-folk"))
    let found = PickerAnswer.items([Samples.records[2].id, Samples.records[3].id])
    _ = state.send(.found(search: "-folk", found))
    #expect(state.shownTitles == ["Slow", "Rock"])
  }

  @Test func `rows that come while a group is shown are in it when loading has ended`() {
    var state = PickerState()
    for action in [.start, .loaded(Array(Samples.recordRows.prefix(2)))] as [PickerAction] {
      _ = state.send(action)
    }
    state.press(.left, .down, .enter)
    #expect(state.shownTitles == ["Low Water"])
    _ = state.send(.loaded(Array(Samples.recordRows.dropFirst(2))))
    _ = state.send(.loadingFinished)
    #expect(state.shownTitles == ["Low Water", "High Water", "Roof", "Unknown Album"])
    state.press(.left, .home, .enter)
    #expect(state.shownCount == 6)
  }

  @Test(arguments: [.character("i"), .right] as [PickerKey])
  func `a key shows all of a track, and Enter there picks it`(key: PickerKey) {
    var state = Self.state()
    state.press(.down)
    state.press(key)
    #expect(state.place == .item("Slack"))
    #expect(state.shownTitles.contains("album=Low Water"))
    #expect(state.shownTitles.contains("genre=Slow"))
    var other = state
    other.press(.left)
    #expect(other.place == .songs)
    #expect(other.cursor == 1)
    state.press(.enter)
    #expect(state.resultTitles == ["Slack"])
  }

  @Test func `a track that is gone says so`() {
    var state = Self.state()
    let id = Samples.records[0].id
    #expect(state.reduce(.key(.right)) == [.read(id)])
    _ = state.send(.read(id, nil))
    #expect(state.message == "The track is not in the library any more.")
    #expect(!state.isGathering)
  }

  @Test func `groups that cannot be gathered say why`() {
    var state = Self.state()
    state.press(.left, .down)
    #expect(state.reduce(.key(.enter)) == [.gather(.groups(.album))])
    #expect(state.isGathering)
    _ = state.send(.gatheringFailed(.groups(.album), "The disk is gone."))
    #expect(state.message == "The disk is gone.")
    #expect(!state.isGathering)
  }

  @Test func `where groups are wanted Enter takes one, and a key goes into it`() {
    var state = Self.state(start: .groups(.album), allowsMultiple: false)
    #expect(state.shownCount == 4)
    var inside = state
    inside.press(.right, .down, .enter)
    #expect(inside.resultTitles == ["Slack"])
    state.press(.down, .down, .enter)
    #expect(state.resultTitles == ["Tin", "Copper"])
  }

  @Test func `the search opens on all songs from home`() {
    var state = Self.state()
    state.press(.left)
    state.type("tin")
    #expect(state.place == .songs)
    #expect(state.shownTitles == ["Tin"])
  }

  @Test(arguments: [" ", "a", "*"] as [Character])
  func `on home nothing is marked`(key: Character) {
    var state = Self.state()
    state.press(.left)
    state.press(.character(key))
    #expect(state.markedCount == 0)
    #expect(state.mode == .single)
  }
}
