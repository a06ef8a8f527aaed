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
    ids.compactMap { id in (allItems + records).first { $0.id == id } }
  }

  /// Three albums by two artists, with what they are grouped by.
  static let records: [MediaItem] = [
    record(20, "Ebb", "Abel", "Low Water", 2001, ["Folk"], folder: "a"),
    record(21, "Slack", "Abel", "Low Water", 2001, ["Folk", "Slow"], folder: "a"),
    record(22, "Flood", "Abel", "High Water", 2003, ["Slow"], folder: "b"),
    record(23, "Tin", "Kit", "Roof", 1998, ["Rock"], folder: "c"),
    record(24, "Copper", "Kit", "Roof", 1998, [], folder: "c"),
    record(25, "Loose", nil, nil, nil, [], folder: ""),
  ]

  private static func record(
    _ number: Int, _ title: String, _ artist: String?, _ album: String?, _ year: Int?,
    _ genres: [String], folder: String
  ) -> MediaItem {
    var item = item(number, title: title, artist: artist)
    item.tags.album = album
    item.tags.albumArtists = artist.map { [$0] } ?? []
    item.tags.date = year.flatMap { MediaDate(year: $0) }
    item.tags.genres = genres
    item.uri = folder.isEmpty ? item.uri : "\(folder)/\(item.uri)"
    item.added = Timestamp(nanoseconds: Int64(number == 22 ? 9 : 100 - number))
    return item
  }

  static let recordRows = records.map { item in
    let text = [item.displayTitle, item.displayArtist, item.tags.album ?? ""].joined(separator: " ")
    return PickerRow(item: item, searchText: text.lowercased())
  }

  static let source: PickerSource = {
    var source = PickerSource(
      load: { $0.deliver(recordRows) }, fold: { $0.lowercased() }, find: { _ in [] }, items: items)
    source.playlists = {
      [
        .init(name: "Evening", ids: [records[4], records[0], records[4]].map(\.id)),
        .init(name: "Elsewhere", ids: [.random()]),
      ]
    }
    return source
  }()

  /// What the player's queue has: entries 11, 12 … with these items.
  static func source(queue items: [MediaItem]) -> PickerSource {
    var source = source
    source.queue = {
      items.enumerated().map { PickerQueueEntry(id: UInt32($0.offset) + 11, item: $0.element.id) }
    }
    return source
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
      switch effect {
      case .find(let text):
        guard let answer = Samples.answer(text) else { return [effect] }
        return send(.found(search: text, answer))
      case .gather(let place):
        return send(gathered(place))
      case .read(let id): return send(.read(id, Samples.items([id]).first))
      case .press(let keys): return keys.flatMap { send(.key($0)) }
      case .load, .readCover, .readQueue, .change, .copy, .run, .remember, .use, .finish:
        return [effect]
      }
    }
  }

  /// What comes of gathering what is there now.
  func gathered(_ place: PickerPlace) -> PickerAction {
    let gathering = gathering(place)
    return .gathered(
      place, (try? gathering.groups(from: Samples.source)) ?? [], rows: gathering.rows)
  }

  /// The row with the cursor; `nil` where there is none.
  var highlightedRow: PickerShownRow? { cursor < shownCount ? row(at: cursor) : nil }

  /// Opens the search line and types.
  mutating func type(_ text: String) {
    press(.character("/"))
    for character in text { press(.character(character)) }
  }

  var shownTitles: [String] { (0..<shownCount).map { row(at: $0).title } }
  var selectedTitles: [String] { titles(selection) }
  var resultTitles: [String]? {
    if case .done(let selection) = result { titles(selection) } else { nil }
  }

  var marks: [PickerMark] { (0..<shownCount).map { mark(at: $0) } }

  private func titles(_ selection: PickerSelection) -> [String] {
    Samples.items(selection.ids).map(\.displayTitle)
  }
}

extension PickerShownRow {
  var title: String {
    switch self {
    case .place(let place): place.title
    case .track(let track): track.title
    case .group(let group): group.title
    case .detail(let detail): "\(detail.name)=\(detail.text)"
    }
  }

  var id: PersistentID? { if case .track(let track) = self { track.id } else { nil } }
}

/// Waits until the state is as wanted; the time limit is the suite's.
@MainActor func change(of model: PickerModel, until wanted: @escaping (PickerState) -> Bool) async {
  if wanted(model.state) { return }
  await withCheckedContinuation { continuation in
    model.onChange = { [unowned model] in
      guard wanted(model.state) else { return }
      model.onChange = {}
      continuation.resume()
    }
  }
}
