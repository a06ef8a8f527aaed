import Media

/// A cue sheet or playlist in the music folders.
public struct LibraryPlaylist: Sendable, Hashable {
  /// As items' URIs: its path below its root.
  public var uri: String
  public var path: FilePath
  public var modified: Timestamp
  public var isCueSheet: Bool
}

/// One entry of a playlist: an item, or what the file says of what is not in the library.
public struct LibraryPlaylistEntry: Sendable, Hashable {
  public var item: MediaItem?
  /// As the file has it, written as a URI is.
  public var location: String
  public var title: String?
  public var milliseconds: Int64?
  /// Whether the location is a URI or a part of one, as XSPF has them, and no path.
  public var isReference = false

  public init(
    item: MediaItem?, location: String, title: String?, milliseconds: Int64?,
    isReference: Bool = false
  ) {
    (self.item, self.location) = (item, location)
    (self.title, self.milliseconds, self.isReference) = (title, milliseconds, isReference)
  }
}

/// Playlists that lie in the music folders.
extension LibraryStore {
  /// All of them, by root and path.
  public func playlists() throws(LibraryError) -> [LibraryPlaylist] {
    try read("reading playlists") { database throws(LibraryError) in
      let roots = try RootList(database)
      let rows = try PlaylistRows.rows("kind <> 'embedded'", [], database)
      return rows.compactMap { LibraryPlaylist($0, roots) }
    }
  }

  /// A playlist's entries in order; `nil` when nothing is called so.
  ///
  /// - Parameter name: Its URI, or its name with or without its extension where no other has it.
  public func playlist(
    _ name: String
  ) throws(LibraryError) -> (playlist: LibraryPlaylist, entries: [LibraryPlaylistEntry])? {
    let found = try read("reading playlists") { database throws(LibraryError) in
      try Self.find(name, RootList(database), database)
    }
    guard let (row, playlist) = found else { return nil }
    if row.isSheet { return (playlist, try tracks(of: row)) }
    return (playlist, try entries(of: row))
  }

  static func find(
    _ name: String, _ roots: RootList, _ database: borrowing Database
  ) throws(LibraryError) -> (PlaylistRow, LibraryPlaylist)? {
    var all: [(PlaylistRow, LibraryPlaylist)] = []
    for row in try PlaylistRows.rows(PlaylistRows.visible, [], database) {
      if let playlist = LibraryPlaylist(row, roots) { all.append((row, playlist)) }
    }
    if let exact = all.first(where: { $0.1.uri.utf8.elementsEqual(name.utf8) }) { return exact }
    let named = all.filter { row, _ in
      row.source == nil && (row.name.uri == name || LyricsRows.stem(row.name).uri == name)
    }
    return named.count == 1 ? named[0] : nil
  }

  private func tracks(of row: PlaylistRow) throws(LibraryError) -> [LibraryPlaylistEntry] {
    let items = try read("reading playlists") { database throws(LibraryError) in
      var reader = try ItemReader(database)
      let statement = try database.prepare(
        """
        SELECT \(ItemReader.columns) FROM items
        WHERE \(Schema.visible) AND folder = ? AND name = ? AND cue_track IS NOT NULL
        ORDER BY cue_track
        """, during: "reading playlists")
      statement.bind([.integer(row.folder), .blob(row.name.bytes)])
      return try reader.items(statement)
    }
    return items.map {
      LibraryPlaylistEntry(item: $0, location: $0.uri, title: nil, milliseconds: nil)
    }
  }

  private func entries(of row: PlaylistRow) throws(LibraryError) -> [LibraryPlaylistEntry] {
    try read("reading playlists") { database throws(LibraryError) in
      let statement = try database.prepare(
        """
        SELECT location, title, milliseconds, item FROM playlist_entries WHERE playlist = ?
        ORDER BY position
        """, during: "reading playlists")
      let item = try database.prepare(
        "SELECT \(ItemReader.columns) FROM items WHERE id = ? AND \(Schema.visible)",
        during: "reading playlists")
      var reader = try ItemReader(database)
      statement.bind(1, row.id)
      var entries: [LibraryPlaylistEntry] = []
      while try statement.step() {
        var columns = statement.columns
        let location = FilePath(bytes: columns.blob()).uri
        let title = columns.text()
        let milliseconds = columns.integer()
        item.bind(1, columns.integer())
        defer { item.reset() }
        let found = try item.step() ? reader.item(item) : nil
        entries.append(
          LibraryPlaylistEntry(
            item: found, location: location, title: title, milliseconds: milliseconds,
            isReference: row.kind == PlaylistFile.Kind.xspf.rawValue))
      }
      return entries
    }
  }
}

extension LibraryPlaylist {
  /// `nil` for one whose root is gone.
  init?(_ row: PlaylistRow, _ roots: RootList) {
    guard let root = roots[row.root] else { return nil }
    let inside = row.path.appending(row.name)
    self.init(
      uri: roots.uri(inside.uri, in: root), path: root.path.appending(inside),
      modified: Timestamp(nanoseconds: row.state.modified), isCueSheet: row.isSheet)
  }
}
