import Media

/// A folder of the library, or a cue sheet with its tracks in it.
public struct LibraryFolder: Sendable, Hashable {
  /// As items' URIs; empty for the top.
  public var uri: String
  public var path: FilePath
  /// When something was last put in it or taken out; `nil` for the top of several roots.
  public var modified: Timestamp?
}

/// What lies directly in a folder: folders by name, items by disc, track and name.
public struct FolderListing: Sendable, Hashable {
  public var folder: LibraryFolder
  public var folders: [LibraryFolder] = []
  public var items: [MediaItem] = []
  /// Cue sheets and playlists.
  public var playlists: [LibraryPlaylist] = []
}

/// A place in the tree of folders, in the order in which it is walked.
public enum FolderEntry: Sendable, Hashable {
  case folder(LibraryFolder)
  case item(MediaItem)
  /// A cue sheet or playlist, in a file of its own or in a music file's tags.
  case playlist(LibraryPlaylist)
}
