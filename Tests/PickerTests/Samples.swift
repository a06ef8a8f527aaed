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

  static let allItems = titles.enumerated().map { item($0.offset, title: $0.element) }

  /// The items of rows with these identities.
  @Sendable static func items(_ ids: [PersistentID]) -> [MediaItem] {
    ids.map { id in item(Int(id.rawValue) - 1, title: titles[Int(id.rawValue) - 1]) }
  }

  /// What a text means that is nothing but words, or no query; `nil` for what the library must be asked.
  static func answer(_ text: String) -> PickerAnswer? {
    do throws(QueryMistake) {
      switch try QueryParser.predicate(text, now: Timestamp(nanoseconds: 0)) {
      case .anywhere(let word): return .words([word.lowercased()])
      case .all(let parts):
        let words = parts.compactMap { if case .anywhere(let word) = $0 { word } else { nil } }
        return words.count == parts.count ? .words(words.map { $0.lowercased() }) : nil
      default: return nil
      }
    } catch {
      return .mistake(error, meanwhile: nil)
    }
  }

  /// A state with eight rows, `lines` lines high.
  static func state(
    lines: Int = 5, allowsMultiple: Bool = true, rows: [PickerRow] = rows(),
    options: PickerOptions? = nil
  ) -> PickerState {
    var state = PickerState(options: options ?? PickerOptions(allowsMultiple: allowsMultiple))
    for action in [.start, .resize(lines: lines), .loaded(rows), .loadingFinished] as [PickerAction]
    {
      _ = state.send(action)
    }
    return state
  }
}

extension PickerState {
  /// Presses keys, answering what is searched for as a model would, with folding by lower case; the other effects
  /// come back.
  @discardableResult
  mutating func press(_ keys: PickerKey...) -> [PickerEffect] { keys.flatMap { send(.key($0)) } }

  mutating func send(_ action: PickerAction) -> [PickerEffect] {
    reduce(action).flatMap { effect -> [PickerEffect] in
      guard case .find(let text) = effect else { return [effect] }
      guard let answer = Samples.answer(text) else { return [effect] }
      return send(.found(search: text, answer))
    }
  }

  /// Opens the search line and types.
  mutating func type(_ text: String) {
    press(.character("/"))
    for character in text { press(.character(character)) }
  }

  var shownTitles: [String] { (0..<shownCount).map { track(at: $0).title } }
  var selectedTitles: [String] { titles(selection) }
  var resultTitles: [String]? {
    if case .done(let selection) = result { titles(selection) } else { nil }
  }

  private func titles(_ selection: PickerSelection) -> [String] {
    selection.ids.map { id in Samples.titles[Int(id.rawValue) - 1] }
  }
}
