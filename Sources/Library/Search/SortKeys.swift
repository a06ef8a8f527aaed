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

  /// Texts that are remembered; artists and albums come again soon or never.
  private static let limit = 4096

  init(locale: String) throws(LibraryError) { collator = try Collator(locale: locale) }

  /// - Parameter name: The file's, which stands in for a title.
  mutating func keys(_ tags: MediaTags, name: FilePath) -> SortKeys {
    let number = tags.trackNumber.map { Int64($0) } ?? Int64(Int32.max)
    return SortKeys(
      artist: remembered(tags.orderingArtist), album: remembered(tags.albumSort ?? tags.album),
      disc: Int64(tags.discNumber ?? 1), track: number,
      title: collator.key(tags.titleSort ?? tags.title ?? name.uri))
  }

  private mutating func remembered(_ text: String?) -> [UInt8] {
    guard let text, !text.isEmpty else { return SortKeys.unknown }
    if let key = known[text] { return key }
    if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
    let key = collator.key(text)
    known[text] = key
    return key
  }
}

/// How the text in which an item is searched is put together.
enum SearchText {
  /// Stands between the fields.
  static let field: UInt8 = 0x1F
  /// Stands between the values of a field.
  static let value: UInt8 = 0x1E
}

/// The text in which an item is searched: its fields are `MediaTextProperty.searched`.
enum SearchTextMaker {
  static func text(_ tags: MediaTags, name: FilePath) -> String {
    var text = TextFolding.fold(tags.title ?? "")
    add(tags.artists, to: &text)
    add(tags.albumArtists, to: &text)
    add(tags.album.map { [$0] } ?? [], to: &text)
    add(tags.composers, to: &text)
    add(tags.genres, to: &text)
    text.append(TextList.separator)
    text += TextFolding.fold(name.uri)
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
  private let locale: String
  private var keys: SortKeyMaker?

  /// - Parameter locale: The library's, as ICU has it.
  init(locale: String) { self.locale = locale }

  mutating func texts(_ tags: MediaTags, name: FilePath) throws(LibraryError) -> ItemTexts {
    guard let made = keys?.keys(tags, name: name) else {
      keys = try SortKeyMaker(locale: locale)
      return try texts(tags, name: name)
    }
    return ItemTexts(keys: made, search: SearchTextMaker.text(tags, name: name))
  }
}
