import Media

/// What lies beside music in the folders that a scan walked: cue sheets, playlists, lyrics.
struct SideFiles {
  /// A folder that was walked, or is not there any more.
  struct Folder {
    let root: Int64
    let path: FilePath
    let playlists: [FoundFile]
    let lyrics: [FilePath]
    /// Only this name was looked at; `nil` for all.
    let name: FilePath?
    /// Names that are left as they are known, for somebody is writing them.
    let unfinished: Set<FilePath>

    func includes(_ file: FilePath) -> Bool {
      (name == nil || name == file) && !unfinished.contains(file)
    }
  }

  private(set) var folders: [Folder] = []

  /// Folders of playlists that are missing and seem to be on a disk that is not mounted.
  func away(
    of root: Int64, from start: Int, _ database: borrowing Database, _ isAway: (KnownFile) -> Bool
  ) throws(LibraryError) -> Set<FilePath> {
    let walked = Dictionary(
      folders[start...].lazy.filter { $0.root == root }.map {
        ($0.path, Set($0.playlists.map(\.name)))
      }, uniquingKeysWith: { $0.union($1) })
    let rows = try PlaylistRows.rows(
      "root = ? AND source IS NULL", [.integer(root)], database)
    return Set(
      rows.filter { row in
        walked[row.path]?.contains(row.name) == false
          && isAway(KnownFile(row: row.id, folder: row.path, name: row.name, state: row.state))
      }.map(\.path))
  }

  /// Leaves out folders of a root that seem to be on a disk that is not mounted.
  mutating func leaveOut(_ away: Set<FilePath>, of root: Int64, from start: Int) {
    guard !away.isEmpty else { return }
    let rest = folders[start...].filter { $0.root != root || !away.contains($0.path) }
    folders.replaceSubrange(start..., with: rest)
  }

  mutating func note(_ folder: FoundFolder, root: Int64, _ target: ScanTarget) {
    folders.append(
      Folder(
        root: root, path: folder.path,
        playlists: folder.playlists.filter { target.includes($0.name, in: folder.path) },
        lyrics: folder.lyrics,
        name: target.name,
        unfinished: Set(
          target.unfinished.lazy.filter { $0.parent == folder.path }.map(\.lastComponent))))
  }
}

/// Lyrics that lie beside items: `song.lrc` by `song.mp3`.
enum LyricsRows {
  private static let during = "noting lyrics"

  static func settle(_ sideFiles: SideFiles, _ writer: inout ScanWriter) throws(LibraryError) {
    let noted = try foldersWithLyrics(writer.database)
    for folder in sideFiles.folders where folder.name == nil {
      // Most folders have none and never had.
      let place = FilePlace(root: folder.root, path: folder.path)
      if folder.lyrics.isEmpty, !noted.contains(place) { continue }
      let known = try known(folder, writer.database)
      let files = Dictionary(
        folder.lyrics.map { (stem($0), $0) }, uniquingKeysWith: { first, _ in first })
      for (row, name, lyrics) in known where files[stem(name)] != lyrics {
        let file = files[stem(name)].map { SQLValue.blob($0.bytes) } ?? .null
        try writer.write { writer throws(LibraryError) in
          let statement = try writer.database.prepare(
            "UPDATE items SET lyrics_file = ?, version = ? WHERE row = ?", during: during)
          statement.bind([file, .integer(writer.version), .integer(row)])
          try statement.run()
          writer.noteChange()
        }
      }
    }
  }

  private static func foldersWithLyrics(
    _ database: borrowing Database
  ) throws(LibraryError) -> Set<FilePlace> {
    let statement = try database.prepare(
      """
      SELECT root, path FROM folders
      WHERE id IN (SELECT folder FROM items WHERE lyrics_file IS NOT NULL)
      """, during: during)
    var places: Set<FilePlace> = []
    while try statement.step() {
      var columns = statement.columns
      let root = columns.integer() ?? 0
      places.insert(FilePlace(root: root, path: FilePath(bytes: columns.blob())))
    }
    return places
  }

  private static func known(
    _ folder: SideFiles.Folder, _ database: borrowing Database
  ) throws(LibraryError) -> [(row: Int64, name: FilePath, lyrics: FilePath?)] {
    let statement = try database.prepare(
      """
      SELECT items.row, name, lyrics_file FROM items JOIN folders ON folders.id = folder
      WHERE gone IS NULL AND cue_track IS NULL AND root = ? AND path = ?
      """, during: during)
    statement.bind([.integer(folder.root), .blob(folder.path.bytes)])
    var known: [(Int64, FilePath, FilePath?)] = []
    while try statement.step() {
      var columns = statement.columns
      let row = columns.integer() ?? 0
      let name = FilePath(bytes: columns.blob())
      let lyrics = columns.blob()
      known.append((row, name, lyrics.isEmpty ? nil : FilePath(bytes: lyrics)))
    }
    return known
  }

  /// A name without its extension.
  static func stem(_ name: FilePath) -> FilePath {
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
    return FilePath(bytes: name.bytes[..<dot])
  }
}
