import Media

/// All that people have added to a library over the years, by the identities of its items.
public struct AddedData: Sendable, Hashable {
  public struct Playlist: Sendable, Hashable {
    public var name: String
    /// The folder of playlists that it is in; empty for none.
    public var folder: String
    public var entries: [StoredPlaylistEntry]

    public init(name: String, folder: String = "", entries: [StoredPlaylistEntry]) {
      (self.name, self.folder, self.entries) = (name, folder, entries)
    }
  }

  public struct Facts: Sendable, Hashable {
    public var item: PersistentID
    public var statistics: MediaStatistics

    public init(item: PersistentID, statistics: MediaStatistics) {
      (self.item, self.statistics) = (item, statistics)
    }
  }

  public struct Sticker: Sendable, Hashable {
    public var subject: StickerSubject
    public var name: String
    public var value: String

    public init(subject: StickerSubject, name: String, value: String) {
      (self.subject, self.name, self.value) = (subject, name, value)
    }
  }

  /// Something that is to be played.
  public struct Entry: Sendable, Hashable {
    public var item: PersistentID
    public var priority: UInt8
    /// The part that is played; `nil` for all of it.
    public var range: PlayedRange?

    public init(item: PersistentID, priority: UInt8 = 0, range: PlayedRange? = nil) {
      (self.item, self.priority, self.range) = (item, priority, range)
    }
  }

  public var playlists: [Playlist] = []
  public var queries: [SavedQuery] = []
  public var facts: [Facts] = []
  /// Those that are no facts.
  public var stickers: [Sticker] = []
  /// The latest first.
  public var plays: [PlayRecord] = []
  public var bookmarks: [Bookmark] = []
  public var places: [ResumePlace] = []
  /// What is to be played.
  public var queue: [Entry] = []
  /// Which of them was played, and where in it; `nil` for none.
  public var current: Int?
  public var position: Duration = .zero

  /// Bytes that it may have, also in other programs' words: a large library's are some tens of millions.
  public static let largest = 1 << 30

  public init() {}
}

/// A place in an item that has a name.
public struct Bookmark: Sendable, Hashable {
  public var item: PersistentID
  public var name: String
  public var milliseconds: Int64

  public init(item: PersistentID, name: String, milliseconds: Int64) {
    (self.item, self.name, self.milliseconds) = (item, name, milliseconds)
  }
}

/// What a bookmark can be called: a line that is not too long.
public enum BookmarkName {
  private static let longest = 500

  public static func isValid(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= longest && !name.contains(where: \.isNewline)
  }

  /// The nearest name that can be.
  static func mended(_ name: String) -> String {
    var mended = ""
    for character in name {
      let next = character.isNewline || character == "\0" ? " " : character
      guard mended.utf8.count + next.utf8.count <= longest else { break }
      mended.append(next)
    }
    return mended.isEmpty ? "Unnamed" : mended
  }
}

/// Where an item was left.
public struct ResumePlace: Sendable, Hashable {
  public var item: PersistentID
  /// Whether it is played again from where it was left; `nil` where its length and kind decide.
  public var isWanted: Bool?
  /// `nil` where it begins anew.
  public var milliseconds: Int64?

  /// By which clients know the place, in seconds.
  public static let sticker = "elapsed"

  public init(item: PersistentID, isWanted: Bool? = nil, milliseconds: Int64? = nil) {
    (self.item, self.isWanted, self.milliseconds) = (item, isWanted, milliseconds)
  }

  /// What is known after this place came in from elsewhere: of what was known nothing is lost.
  public func added(to known: ResumePlace?) -> ResumePlace {
    guard var known else { return self }
    // With a wish alone it was never left. Without one it was heard to its end, and begins anew.
    if known.isWanted != nil { known.milliseconds = known.milliseconds ?? milliseconds }
    known.isWanted = known.isWanted ?? isWanted
    return known
  }
}

// Between two of our programs.
extension AddedData {
  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.put(playlists) { writer, list in
      writer.put(list.name)
      writer.put(list.folder)
      writer.put(list.entries) { $1.write(&$0) }
    }
    writer.put(queries) { writer, query in
      for text in [query.name, query.text, query.sort] { writer.put(text) }
      writer.put(query.limit) { $0.put(Int64($1)) }
    }
    writer.put(facts) { writer, facts in
      let statistics = facts.statistics
      writer.put(facts.item.rawValue)
      writer.put(Int64(statistics.plays))
      writer.put(Int64(statistics.skips))
      for time in [statistics.lastPlayed, statistics.lastSkipped] {
        writer.put(time?.nanoseconds) { $0.put($1) }
      }
      for number in [statistics.rating, statistics.like] {
        writer.put(number) { $0.put(Int64($1)) }
      }
    }
    writer.put(stickers) { writer, sticker in
      for text in [sticker.subject.type, sticker.subject.key, sticker.name, sticker.value] {
        writer.put(text)
      }
    }
    writer.put(plays) { writer, play in
      writer.put(play.played.nanoseconds)
      writer.put(play.item?.rawValue ?? 0)
      writer.put(play.uri)
      for text in [play.title, play.artist, play.album, play.musicBrainzTrackID] {
        writer.put(text) { $0.put($1) }
      }
      writer.put(play.milliseconds) { $0.put($1) }
    }
    writer.put(bookmarks) { writer, bookmark in
      writer.put(bookmark.item.rawValue)
      writer.put(bookmark.name)
      writer.put(bookmark.milliseconds)
    }
    writer.put(places) { writer, place in
      writer.put(place.item.rawValue)
      writer.put(place.isWanted) { $0.put(UInt8($1 ? 1 : 0)) }
      writer.put(place.milliseconds) { $0.put($1) }
    }
    writer.put(queue) { writer, entry in
      writer.put(entry.item.rawValue)
      writer.put(entry.priority)
      writer.put(entry.range) { writer, range in
        writer.put(range.start)
        writer.put(range.end) { $0.put($1) }
      }
    }
    writer.put(current) { $0.put(Int64($1)) }
    writer.put(Int64(position / .milliseconds(1)))
    return writer.bytes
  }

  /// - Returns: `nil` for bytes that are no such data.
  public init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let playlists = reader.list({ Playlist(&$0) }),
      let queries = reader.list({ SavedQuery(&$0) }),
      let facts = reader.list({ Facts(&$0) }), let stickers = reader.list({ Sticker(&$0) }),
      let plays = reader.list({ PlayRecord(&$0) }),
      let bookmarks = reader.list({ Bookmark(&$0) }),
      let places = reader.list({ ResumePlace(&$0) }), let queue = reader.list({ Entry(&$0) }),
      let current = reader.optional({ $0.number(Int64.self) }),
      let position = reader.number(Int64.self), reader.isAtEnd
    else { return nil }
    (self.playlists, self.facts, self.stickers, self.plays) = (playlists, facts, stickers, plays)
    (self.bookmarks, self.places, self.queue) = (bookmarks, places, queue)
    self.queries = queries
    self.current = current.map { Int($0) }
    self.position = .milliseconds(position)
  }
}

extension ByteWriter {
  mutating func put<Element>(_ list: [Element], _ body: (inout ByteWriter, Element) -> Void) {
    put(UInt32(list.count))
    for element in list { body(&self, element) }
  }
}

extension ByteReader {
  mutating func list<Element>(_ body: (inout ByteReader) -> Element?) -> [Element]? {
    guard let count = count() else { return nil }
    var list: [Element] = []
    for _ in 0..<count {
      guard let element = body(&self) else { return nil }
      list.append(element)
    }
    return list
  }

  mutating func identity() -> PersistentID? {
    number(UInt64.self).flatMap { PersistentID(rawValue: $0) }
  }
}

extension StoredPlaylistEntry {
  func write(_ writer: inout ByteWriter) {
    writer.put(item?.rawValue ?? 0)
    writer.put(uri)
    writer.put(title) { $0.put($1) }
    writer.put(milliseconds) { $0.put($1) }
  }

  init?(_ reader: inout ByteReader) {
    guard let item = reader.number(UInt64.self), let uri = reader.text(),
      let title = reader.optional({ $0.text() }),
      let milliseconds = reader.optional({ $0.number(Int64.self) })
    else { return nil }
    self.init(
      item: PersistentID(rawValue: item), uri: uri, title: title, milliseconds: milliseconds)
  }
}

extension AddedData.Playlist {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let name = reader.text(), let folder = reader.text(),
      let entries = reader.list({ StoredPlaylistEntry(&$0) })
    else { return nil }
    self.init(name: name, folder: folder, entries: entries)
  }
}

extension AddedData.Entry {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let item = reader.identity(), let priority = reader.number(UInt8.self),
      let range = reader.optional({ PlayedRange(&$0) })
    else { return nil }
    self.init(item: item, priority: priority, range: range)
  }
}

extension PlayedRange {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let start = reader.number(Int64.self),
      let end = reader.optional({ $0.number(Int64.self) })
    else { return nil }
    self.init(start: start, end: end)
  }
}

extension AddedData.Facts {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let item = reader.identity(), let plays = reader.number(Int64.self),
      let skips = reader.number(Int64.self),
      let lastPlayed = reader.optional({ $0.number(Int64.self) }),
      let lastSkipped = reader.optional({ $0.number(Int64.self) }),
      let rating = reader.optional({ $0.number(Int64.self) }),
      let like = reader.optional({ $0.number(Int64.self) })
    else { return nil }
    var statistics = MediaStatistics()
    (statistics.plays, statistics.skips) = (Int(plays), Int(skips))
    statistics.lastPlayed = lastPlayed.map { Timestamp(nanoseconds: $0) }
    statistics.lastSkipped = lastSkipped.map { Timestamp(nanoseconds: $0) }
    (statistics.rating, statistics.like) = (rating.map { Int($0) }, like.map { Int($0) })
    self.init(item: item, statistics: statistics)
  }
}

extension AddedData.Sticker {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let type = reader.text(), let key = reader.text(), let name = reader.text(),
      let value = reader.text()
    else { return nil }
    self.init(subject: StickerSubject(type: type, key: key), name: name, value: value)
  }
}

extension PlayRecord {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let played = reader.number(Int64.self), let item = reader.number(UInt64.self),
      let uri = reader.text(), let title = reader.optional({ $0.text() }),
      let artist = reader.optional({ $0.text() }), let album = reader.optional({ $0.text() }),
      let track = reader.optional({ $0.text() }),
      let milliseconds = reader.optional({ $0.number(Int64.self) })
    else { return nil }
    self.init(
      played: Timestamp(nanoseconds: played), item: PersistentID(rawValue: item), uri: uri,
      title: title, artist: artist, album: album, musicBrainzTrackID: track,
      milliseconds: milliseconds)
  }
}

extension Bookmark {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let item = reader.identity(), let name = reader.text(),
      let milliseconds = reader.number(Int64.self)
    else { return nil }
    self.init(item: item, name: name, milliseconds: milliseconds)
  }
}

extension ResumePlace {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let item = reader.identity(), let wanted = reader.optional({ $0.number(UInt8.self) }),
      let milliseconds = reader.optional({ $0.number(Int64.self) })
    else { return nil }
    self.init(item: item, isWanted: wanted.map { $0 == 1 }, milliseconds: milliseconds)
  }
}

extension SavedQuery {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let name = reader.text(), let text = reader.text(), let sort = reader.text(),
      let limit = reader.optional({ $0.number(Int64.self) })
    else { return nil }
    self.init(name: name, text: text, sort: sort, limit: limit.map { Int($0) })
  }
}
