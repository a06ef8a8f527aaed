import Media
import Picker

/// Rows and states to test with.
enum Samples {
  static func item(_ number: Int, title: String, artist: String? = nil, seconds: Int64 = 60)
    -> MediaItem
  {
    var tags = MediaTags()
    tags.title = title
    tags.artists = artist.map { [$0] } ?? []
    var audio = AudioProperties()
    audio.milliseconds = seconds * 1000
    let id = PersistentID(rawValue: UInt64(number) + 1) ?? .random()
    let path = FilePath("/music/\(number).flac")
    return MediaItem(persistentID: id, uri: "\(number).flac", path: path, tags: tags, audio: audio)
  }

  static let titles = [
    "Blue in Green", "So What", "Freddie Freeloader", "All Blues", "Flamenco Sketches",
    "Green Dolphin Street", "Stella by Starlight", "Love for Sale",
  ]

  /// One row a title, a minute each.
  static func rows(_ titles: [String] = titles) -> [PickerRow] {
    titles.enumerated().map { number, title in
      PickerRow(item: item(number, title: title), searchText: title.lowercased())
    }
  }

  /// A state with eight rows, `lines` lines high.
  static func state(lines: Int = 5, allowsMultiple: Bool = true, rows: [PickerRow] = rows())
    -> PickerState
  {
    var state = PickerState(options: PickerOptions(allowsMultiple: allowsMultiple))
    for action in [.start, .resize(lines: lines), .loaded(rows), .loadingFinished] as [PickerAction]
    {
      _ = state.reduce(action)
    }
    return state
  }
}

extension PickerState {
  /// Presses keys, answering the wish to fold by lower case; the other effects come back.
  @discardableResult
  mutating func press(_ keys: PickerKey...) -> [PickerEffect] { keys.flatMap { send(.key($0)) } }

  mutating func send(_ action: PickerAction) -> [PickerEffect] {
    reduce(action).flatMap { effect -> [PickerEffect] in
      guard case .fold(let text) = effect else { return [effect] }
      return send(.folded(search: text, as: text.lowercased()))
    }
  }

  /// Opens the search line and types.
  mutating func type(_ text: String) {
    press(.character("/"))
    for character in text { press(.character(character)) }
  }

  var shownTitles: [String] { (0..<shownCount).map { item(at: $0).displayTitle } }
  var selectedTitles: [String] { selection.items.map(\.displayTitle) }
  var resultTitles: [String]? {
    if case .done(let collection) = result { collection.items.map(\.displayTitle) } else { nil }
  }
}
