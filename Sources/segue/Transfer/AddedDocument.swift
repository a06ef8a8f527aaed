import Library
import Media

/// All that people added, as `segue export` writes it in JSON. The manual describes its keys.
struct AddedDocument: Codable {
  /// The version of this format.
  var segue = 1
  var made: String?
  var items: [Item]?
  var playlists: [Playlist]?
  var queries: [Query]?
  var history: [Play]?
  var queue: Queue?
  var stickers: [Sticker]?

  /// What an item is known by: its identity in the library that was exported, and what finds it in another one.
  struct Name: Codable, Hashable {
    var persistentID: String?
    var uri: String?
    var path: String?
    var title: String?
    var artist: String?
    var album: String?
    /// In seconds.
    var duration: Double?
  }

  struct Item: Codable {
    var name: Name
    var plays: Int?
    var skips: Int?
    var lastPlayed: String?
    var lastSkipped: String?
    /// 0 to 10.
    var rating: Int?
    var loved: Bool?
    var disliked: Bool?
    /// Whether it is played again from where it was left.
    var resumes: Bool?
    /// Where it was left, in seconds.
    var leftAt: Double?
    var bookmarks: [Mark]?
    var stickers: [String: String]?
  }

  struct Mark: Codable {
    var name: String
    /// In seconds.
    var position: Double
  }

  struct Playlist: Codable {
    var name: String
    var folder: String?
    var entries: [Name]
  }

  /// A saved query.
  struct Query: Codable {
    var name: String
    var query: String
    var sort: String?
    var limit: Int?
  }

  struct Play: Codable {
    var played: String
    var name: Name
    var musicBrainzTrackID: String?
  }

  struct Entry: Codable {
    var name: Name
    /// 0 to 255.
    var priority: Int?
    /// The part that is played, in seconds.
    var start: Double?
    var end: Double?
  }

  struct Queue: Codable {
    var entries: [Entry]
    /// Counted from 0.
    var current: Int?
    /// In seconds.
    var position: Double?
  }

  struct Sticker: Codable {
    var type: String
    var key: String
    var name: String
    var value: String
  }
}

// Items are objects with their name's keys among the others.

extension AddedDocument.Item {
  private enum Key: String, CodingKey {
    case plays, skips, lastPlayed, lastSkipped, rating, loved, disliked, resumes, leftAt, bookmarks
    case stickers
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    name = try AddedDocument.Name(from: decoder)
    plays = try container.decodeIfPresent(Int.self, forKey: .plays)
    skips = try container.decodeIfPresent(Int.self, forKey: .skips)
    lastPlayed = try container.decodeIfPresent(String.self, forKey: .lastPlayed)
    lastSkipped = try container.decodeIfPresent(String.self, forKey: .lastSkipped)
    rating = try container.decodeIfPresent(Int.self, forKey: .rating)
    loved = try container.decodeIfPresent(Bool.self, forKey: .loved)
    disliked = try container.decodeIfPresent(Bool.self, forKey: .disliked)
    resumes = try container.decodeIfPresent(Bool.self, forKey: .resumes)
    leftAt = try container.decodeIfPresent(Double.self, forKey: .leftAt)
    bookmarks = try container.decodeIfPresent([AddedDocument.Mark].self, forKey: .bookmarks)
    stickers = try container.decodeIfPresent([String: String].self, forKey: .stickers)
  }

  func encode(to encoder: any Encoder) throws {
    try name.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(plays, forKey: .plays)
    try container.encodeIfPresent(skips, forKey: .skips)
    try container.encodeIfPresent(lastPlayed, forKey: .lastPlayed)
    try container.encodeIfPresent(lastSkipped, forKey: .lastSkipped)
    try container.encodeIfPresent(rating, forKey: .rating)
    try container.encodeIfPresent(loved, forKey: .loved)
    try container.encodeIfPresent(disliked, forKey: .disliked)
    try container.encodeIfPresent(resumes, forKey: .resumes)
    try container.encodeIfPresent(leftAt, forKey: .leftAt)
    try container.encodeIfPresent(bookmarks, forKey: .bookmarks)
    try container.encodeIfPresent(stickers, forKey: .stickers)
  }
}

extension AddedDocument.Entry {
  private enum Key: String, CodingKey { case priority, start, end }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    name = try AddedDocument.Name(from: decoder)
    priority = try container.decodeIfPresent(Int.self, forKey: .priority)
    start = try container.decodeIfPresent(Double.self, forKey: .start)
    end = try container.decodeIfPresent(Double.self, forKey: .end)
  }

  func encode(to encoder: any Encoder) throws {
    try name.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(priority, forKey: .priority)
    try container.encodeIfPresent(start, forKey: .start)
    try container.encodeIfPresent(end, forKey: .end)
  }
}

extension AddedDocument.Play {
  private enum Key: String, CodingKey { case played, musicBrainzTrackID }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    name = try AddedDocument.Name(from: decoder)
    played = try container.decode(String.self, forKey: .played)
    musicBrainzTrackID = try container.decodeIfPresent(String.self, forKey: .musicBrainzTrackID)
  }

  func encode(to encoder: any Encoder) throws {
    try name.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(played, forKey: .played)
    try container.encodeIfPresent(musicBrainzTrackID, forKey: .musicBrainzTrackID)
  }
}
