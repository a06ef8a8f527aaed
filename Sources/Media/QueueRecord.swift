/// An item as the player's queue knows it: by its identity and by what it is played together with.
///
/// What its tags say is looked up when it is needed, so that a long queue is small, and quick to read.
public struct QueueItem: Sendable, Hashable {
  public var id: PersistentID
  public var album: AlbumKey

  public init(id: PersistentID, album: AlbumKey) {
    self.id = id
    self.album = album
  }

  public init(_ item: MediaItem) {
    self.init(id: item.persistentID, album: AlbumKey(of: item))
  }
}

/// Tells albums apart: a checksum of what they are known by.
public struct AlbumKey: RawRepresentable, Sendable, Hashable {
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Of what belongs to no album.
  public static let none = AlbumKey(rawValue: 0)

  public init(of item: MediaItem) {
    self.init(
      album: item.tags.album, artist: item.tags.albumArtist, folder: item.path.parent.bytes)
  }

  /// - Parameters:
  ///   - artist: The album's. Where none is named, the folder tells two albums of the same name apart.
  ///   - folder: Of the item's file.
  public init(album: String?, artist: String?, folder: @autoclosure () -> [UInt8]) {
    guard let album else {
      self = .none
      return
    }
    var sum = Checksum()
    sum.add(album.utf8)
    sum.add(CollectionOfOne(0))
    if let artist {
      sum.add(artist.utf8)
    } else {
      sum.add(CollectionOfOne(0))
      sum.add(folder())
    }
    rawValue = sum.value
  }

  /// FNV-1a, the same in every process.
  ///
  /// Source: Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm".
  private struct Checksum {
    private var sum: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// Never that of no album.
    var value: UInt32 { max(1, UInt32(truncatingIfNeeded: sum ^ (sum >> 32))) }
  }
}

/// An entry of the queue as it is kept: a few plain numbers, so that a hundred thousand are moved in no time.
public struct QueueRecord: Sendable, Hashable {
  /// The entry's own number.
  public var id: UInt32
  /// The version of the queue at which the entry last changed or came to its position; not kept.
  public var changed: UInt32 = 0
  public var item: PersistentID
  public var album: AlbumKey
  /// 0 to 255; in random order higher ones come first.
  public var priority: UInt8

  public init(id: UInt32, item: PersistentID, album: AlbumKey = .none, priority: UInt8 = 0) {
    self.id = id
    self.item = item
    self.album = album
    self.priority = priority
  }

  /// Whether both are kept alike.
  public func isSame(as other: QueueRecord) -> Bool {
    id == other.id && priority == other.priority && item == other.item && album == other.album
  }
}

/// What few entries have, beside their record.
public struct QueueEntryDetails: Sendable, Hashable {
  /// The part of the item that is played; `nil` for all of it.
  public var range: PlayedRange?
  /// Tags in the place of the item's: a name as the protocol has it, and a value.
  public var tags: [EntryTag] = []

  public init(range: PlayedRange? = nil, tags: [EntryTag] = []) {
    self.range = range
    self.tags = tags
  }

  public var isEmpty: Bool { range == nil && tags.isEmpty }
}

/// A part of an item, in milliseconds from its beginning.
public struct PlayedRange: Sendable, Hashable {
  public var start: Int64
  /// `nil` for the item's end.
  public var end: Int64?

  /// The most that is believed: about 100 hours, as for tracks of cue sheets.
  public static let limit: Int64 = 360_000_000

  /// `nil` for what has no length, or too much of it.
  public init?(start: Int64, end: Int64? = nil) {
    guard (0...Self.limit).contains(start), end.map({ $0 > start && $0 <= Self.limit }) ?? true
    else { return nil }
    (self.start, self.end) = (start, end)
  }
}

/// A tag that somebody gave an entry of the queue.
public struct EntryTag: Sendable, Hashable {
  public var name: String
  public var value: String

  public init(name: String, value: String) { (self.name, self.value) = (name, value) }
}
