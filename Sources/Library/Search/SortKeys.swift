import Media

/// What an item is ordered by in the library: album artist, album, disc, track, title.
struct SortKeys: Sendable {
  let artist: [UInt8]
  let album: [UInt8]
  let disc: Int64
  let track: Int64
  let title: [UInt8]

  /// Comes after every key: what is unknown is last.
  static let unknown: [UInt8] = [0xFF, 0xFF]
}

/// Makes the keys of items, each different text's once.
struct SortKeyMaker: ~Copyable {
  private var collator: Collator
  private var known: [String: [UInt8]] = [:]
  /// Of names, whose articles do not count.
  private var knownNames: [String: [UInt8]] = [:]

  /// Texts that are remembered; artists and albums come again soon or never.
  private static let limit = 4096

  init(_ order: LibraryOrder) throws(LibraryError) { collator = try Collator(order) }

  /// - Parameter name: The file's, which stands in for a title.
  mutating func keys(_ tags: MediaTags, name: FilePath) -> SortKeys {
    let number = tags.trackNumber.map { Int64($0) } ?? Int64(Int32.max)
    return SortKeys(
      artist: artist(tags),
      album: tags.albumSort.map { remembered($0) } ?? remembered(name: tags.album),
      disc: Int64(tags.discNumber ?? 1), track: number,
      title: collator.titleKey(tags, fileName: name.uri))
  }

  /// - Parameter isVarious: Whether it is part of an album of several artists that names none of its own.
  mutating func artist(_ tags: MediaTags, isVarious: Bool = false) -> [UInt8] {
    if isVarious { return remembered(name: MediaGroupMaker.variousArtists) }
    let artist = tags.orderingArtist
    return artist.isSortName ? remembered(artist.text) : remembered(name: artist.text)
  }

  /// The key of a text whose article counts; what sort tags say is one.
  private mutating func remembered(_ text: String?) -> [UInt8] {
    guard let text, !text.isEmpty else { return SortKeys.unknown }
    if let key = known[text] { return key }
    if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
    let key = collator.key(text)
    known[text] = key
    return key
  }

  private mutating func remembered(name: String?) -> [UInt8] {
    guard let name, !name.isEmpty else { return SortKeys.unknown }
    if let key = knownNames[name] { return key }
    if knownNames.count >= Self.limit { knownNames.removeAll(keepingCapacity: true) }
    let key = collator.nameKey(name)
    knownNames[name] = key
    return key
  }
}

extension Collator {
  /// What an item's title is ordered by.
  mutating func titleKey(_ tags: MediaTags, fileName: String) -> [UInt8] {
    tags.titleSort.map { key($0) } ?? nameKey(tags.title ?? fileName)
  }
}

/// How the text in which an item is searched is put together.
enum SearchText {
  /// Stands between the fields.
  static let field: UInt8 = 0x1F
  /// Stands between the values of a field.
  static let value: UInt8 = 0x1E
}

/// Makes the texts in which items are searched: their fields are `MediaTextProperty.searched`.
struct SearchTextMaker {
  /// What the tracks of an album mostly have in common.
  private struct Album: Equatable {
    let fields: [[String]]

    init(_ tags: MediaTags) {
      let album = tags.album.map { [$0] } ?? []
      fields = [tags.artists, tags.albumArtists, album, tags.composers, tags.genres]
    }
  }

  /// That of the last item, folded.
  private var last: (album: Album, text: String)?

  mutating func text(_ tags: MediaTags, name: FilePath) -> String {
    var text = TextFolding.fold(tags.title ?? "")
    text += shared(Album(tags))
    text.append(TextList.separator)
    text += TextFolding.fold(name.uri)
    return text
  }

  private mutating func shared(_ album: Album) -> String {
    if let last, last.album == album { return last.text }
    var text = ""
    for field in album.fields { Self.add(field, to: &text) }
    last = (album, text)
    return text
  }

  private static func add(_ list: [String], to text: inout String) {
    text.append(TextList.separator)
    for (index, value) in list.enumerated() {
      if index > 0 { text.unicodeScalars.append("\u{1E}") }
      text += TextFolding.fold(value)
    }
  }
}

/// What is made of an item's texts when it is stored.
struct ItemTexts: Sendable {
  let keys: SortKeys
  /// In which it is searched.
  let search: String
}

/// Makes the texts of items; what that needs of ICU is opened with the first.
struct ItemTextMaker: ~Copyable {
  private let order: LibraryOrder
  private var keys: SortKeyMaker?
  private var search = SearchTextMaker()

  /// - Parameter order: The library's.
  init(_ order: LibraryOrder) { self.order = order }

  mutating func texts(_ tags: MediaTags, name: FilePath) throws(LibraryError) -> ItemTexts {
    guard let made = keys?.keys(tags, name: name) else {
      keys = try SortKeyMaker(order)
      return try texts(tags, name: name)
    }
    return ItemTexts(keys: made, search: search.text(tags, name: name))
  }
}
