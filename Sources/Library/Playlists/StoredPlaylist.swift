import Media

/// A playlist that is kept in the library.
public struct StoredPlaylist: Sendable, Hashable {
  public var name: String
  public var modified: Timestamp
  /// How many entries it has.
  public var count: Int
  /// The folder of playlists that it is in; empty for none.
  public var folder: String = ""
  /// How long those play whose length is known.
  public var milliseconds: Int64 = 0
  /// How many of them are not in the library.
  public var missing: Int = 0
  /// The query that decides what it holds; `nil` where people put it together.
  public var query: String?
  /// Why nobody knows what the query finds, as a sentence; known with the totals alone.
  public var flaw: String?
}

/// An entry of a playlist as it is kept.
public struct StoredPlaylistEntry: Sendable, Hashable {
  /// `nil` for what is not in the library.
  public var item: PersistentID?
  /// What the item is called, or what was asked for.
  public var uri: String
  /// What was said of what is not in the library.
  public var title: String?
  public var milliseconds: Int64?

  public init(
    item: PersistentID?, uri: String, title: String? = nil, milliseconds: Int64? = nil
  ) {
    self.item = item
    self.uri = uri
    self.title = title
    self.milliseconds = milliseconds
  }

  public init(_ item: MediaItem) {
    self.init(
      item: item.persistentID, uri: item.uri, title: item.tags.title,
      milliseconds: item.audio.milliseconds)
  }
}

/// A playlist cannot be changed as asked.
public enum PlaylistError: Error, Equatable, Sendable {
  case noSuchPlaylist(String)
  case exists(String)
  /// A name that is empty or has a slash or a line's end in it.
  case badName(String)
  /// There is no such entry.
  case badPosition
  case tooLong(limit: Int)
  /// It is a saved query, which nobody but its words can change.
  case isQuery(String)
  case noSuchQuery(String)
  /// What is wrong with a query that is to be saved.
  case mistake(QueryMistake)
  case library(LibraryError)
}

extension PlaylistError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSuchPlaylist(let name):
      "There is no playlist \"\(DisplayText.line(name))\"; segue playlist list shows them."
    case .exists(let name): "There is a playlist \"\(DisplayText.line(name))\" already."
    case .badName(let name):
      "\"\(DisplayText.line(name))\" is no name for a playlist: it must not be empty nor have a slash or a line's end in it."
    case .badPosition: "The playlist has no such entry."
    case .tooLong(let limit): "A playlist has \(limit) entries at most."
    case .isQuery(let name):
      "\"\(DisplayText.line(name))\" is a saved query, which changes by itself; segue query save gives it other words, segue query remove takes it away."
    case .noSuchQuery(let name):
      "There is no saved query \"\(DisplayText.line(name))\"; segue query list shows them."
    case .mistake(let mistake): mistake.description
    case .library(let error): error.description
    }
  }
}

/// What becomes of a playlist that is there, or is not, when it is saved.
public enum PlaylistSaving: String, Sendable, Hashable, CaseIterable {
  /// It must not be there.
  case create
  /// It must be there.
  case append, replace
  /// It is made where it is missing.
  case appendOrCreate, replaceOrCreate
}
