import Media
import Worker

/// The items that the tracks of a cue sheet are.
enum CueTracks {
  private static let during = "keeping tracks of cue sheets"

  /// A track as it is stored, or shall be.
  private struct Wanted {
    let track: StoredTrack
    let record: TagRecord
    let modified: Int64
  }

  private struct Known {
    let row: Int64
    let isGone: Bool
    let modified: Int64
    let track: StoredTrack?
  }

  /// Brings a sheet's tracks in line with what it says now.
  ///
  /// - Returns: Whether they said something else before.
  static func update(
    _ sheet: PlaylistRow, _ roots: RootList, _ charset: String?, _ writer: inout ScanWriter
  ) throws(LibraryError) -> Bool {
    let bytes = try PlaylistRows.text(sheet.id, writer.database)
    // Without its text it could not be read, which is told already.
    var tracks: [Wanted] = []
    if let bytes {
      let said = CueSheet(LegacyCharset.text(bytes, forced: charset))
      let (found, problem) = try wanted(said, sheet, writer.database)
      tracks = found
      try writer.write { writer throws(LibraryError) in
        try PlaylistRows.set(problem: problem, of: sheet.id, writer.database)
      }
    }
    var known = try known(sheet, writer.database)
    var isChanged = false
    for track in tracks where try store(track, of: sheet, &known, &writer) { isChanged = true }
    for row in known.values where !row.isGone {
      isChanged = true
      try writer.write { writer throws(LibraryError) in
        try writer.items.remove(row: row.row, at: WallClock.now, version: writer.version)
        writer.noteChange()
      }
    }
    return isChanged
  }

  private static func store(
    _ wanted: Wanted, of sheet: PlaylistRow, _ known: inout [Int: Known],
    _ writer: inout ScanWriter
  ) throws(LibraryError) -> Bool {
    let row = known.removeValue(forKey: wanted.track.range.track)
    if let row, !row.isGone, row.track == wanted.track, row.modified == wanted.modified,
      try writer.items.record(of: row.row) == wanted.record
    {
      return false
    }
    let state = FileState(
      identity: FileIdentity(device: 0, inode: 0, born: 0), size: 0, modified: wanted.modified)
    let file = StoredFile(
      folder: sheet.folder, name: sheet.name, state: state, track: wanted.track)
    try writer.write { writer throws(LibraryError) in
      if let row {
        if row.track?.source != wanted.track.source {
          try PlaylistEntries.forget(row: row.row, writer.database)
        }
        try writer.items.update(row: row.row, file, wanted.record, version: writer.version)
      } else {
        try writer.insert(file, wanted.record)
      }
      writer.noteChange()
    }
    return true
  }

  /// Files that lie in tracks are not listed themselves; those that do not are.
  static func cover(_ writer: inout ScanWriter) throws(LibraryError) {
    try writer.write { writer throws(LibraryError) in
      let statement = try writer.database.prepare(
        """
        UPDATE items SET covered = 1 - covered, version = ?1, appeared = iif(covered, ?1, appeared) WHERE covered <> (cue_track IS NULL
        AND row IN (SELECT source FROM items WHERE gone IS NULL AND source IS NOT NULL))
        """, during: during)
      statement.bind([.integer(writer.version)])
      try statement.run()
      if writer.database.changes > 0 { writer.noteChange() }
    }
  }

  // MARK: What the sheet says

  private static func wanted(
    _ sheet: CueSheet, _ row: PlaylistRow, _ database: borrowing Database
  ) throws(LibraryError) -> ([Wanted], problem: String?) {
    let tracks = sheet.placedTracks()
    guard !tracks.isEmpty else {
      // A sheet in tags without tracks is nobody's concern.
      return ([], row.source == nil ? "There is no track in this cue sheet." : nil)
    }
    var files = SheetFiles(row, isOnly: sheet.files.count == 1)
    var sources: [Int: SheetFiles.Source] = [:]
    var complaints = sheet.complaints
    for index in Set(tracks.map(\.file)).sorted() {
      sources[index] = try files.find(sheet.files[index].name, database)
      // A sheet goes with the file that it is in.
      if sources[index] == nil, !files.isTaken, row.source == nil {
        complaints.append("Its file \(sheet.files[index].name) is not there.")
      }
    }
    var wanted: [Wanted] = []
    for track in tracks {
      guard let source = sources[track.file] else { continue }
      let length = source.record.audio.milliseconds
      guard let time = track.range.milliseconds(ofFile: length) ?? (length == nil ? 0 : nil) else {
        complaints.append("Track \(track.range.track) begins behind the end of its file.")
        continue
      }
      var record = TagRecord(
        tags: sheet.tags(of: track, over: source.record.tags, count: tracks.count),
        audio: source.record.audio)
      record.audio.milliseconds = time > 0 ? time : nil
      (record.audio.frames, record.audio.encoderDelay) = (nil, nil)
      record.audio.encoderPadding = nil
      wanted.append(
        Wanted(
          track: StoredTrack(range: track.range, source: source.row), record: record,
          modified: source.modified))
    }
    return (wanted, complaints.first)
  }

  private static func known(
    _ sheet: PlaylistRow, _ database: borrowing Database
  ) throws(LibraryError) -> [Int: Known] {
    let statement = try database.prepare(
      """
      SELECT row, cue_track, cue_start, cue_end, source, gone IS NOT NULL, modified FROM items
      WHERE folder = ? AND name = ? AND cue_track IS NOT NULL ORDER BY gone IS NOT NULL, gone DESC
      """, during: during)
    statement.bind([.integer(sheet.folder), .blob(sheet.name.bytes)])
    var known: [Int: Known] = [:]
    while try statement.step() {
      var columns = statement.columns
      let row = columns.integer() ?? 0
      let number = columns.int() ?? 0
      let start = columns.integer() ?? 0
      let range = CueRange(track: number, start: start, end: columns.integer())
      let source = columns.integer() ?? 0
      let isGone = columns.int() == 1
      if known[number] == nil {
        known[number] = Known(
          row: row, isGone: isGone, modified: columns.integer() ?? 0,
          track: range.map { StoredTrack(range: $0, source: source) })
      }
    }
    return known
  }
}

/// Finds the music files that a cue sheet names.
struct SheetFiles {
  struct Source {
    let row: Int64
    let record: TagRecord
    let modified: Int64
  }

  private let sheet: PlaylistRow
  private let isOnly: Bool
  /// Whether a file was left out because another sheet has it.
  private(set) var isTaken = false
  private var folders: [FilePath: Names] = [:]

  /// The files of a folder by their names, by those in letters of one kind, and by these without extensions.
  private struct Names {
    var exact: [FilePath: Int64] = [:]
    var folded: [String: Int64] = [:]
    var stems: [String: Int64] = [:]
  }

  /// - Parameter isOnly: Whether the sheet names one file and no more.
  init(_ sheet: PlaylistRow, isOnly: Bool) {
    self.sheet = sheet
    self.isOnly = isOnly
  }

  mutating func find(
    _ name: String, _ database: borrowing Database
  ) throws(LibraryError) -> Source? {
    guard let row = try row(name, database) else { return nil }
    if try isTakenByOther(row, database) {
      isTaken = true
      return nil
    }
    let statement = try database.prepare(
      """
      SELECT modified, \(RecordColumns.names.joined(separator: ", ")) FROM items
      WHERE row = ? AND gone IS NULL
      """,
      during: "looking for the file of a cue sheet")
    statement.bind(1, row)
    guard try statement.step() else { return nil }
    var columns = statement.columns
    let modified = columns.integer() ?? 0
    return Source(row: row, record: RecordColumns.read(&columns), modified: modified)
  }

  private mutating func row(_ name: String, _ database: borrowing Database) throws(LibraryError)
    -> Int64?
  {
    // In a file there is but that file, whatever the sheet calls it.
    if let source = sheet.source { return source }
    let path = FilePath(name.replacing("\\", with: "/"))
    let inside = EntryPath.normalized(sheet.path.appending(path))
    for folder in [path.isAbsolute ? nil : inside?.parent, sheet.path].compactMap({ $0 }) {
      if let row = Self.match(path.lastComponent, try names(folder, database)) { return row }
    }
    guard isOnly else { return nil }
    return try names(sheet.path, database).stems[Self.key(LyricsRows.stem(sheet.name))]
  }

  /// The file of that name, else of that name in other letters, else of another kind.
  private static func match(_ name: FilePath, _ files: Names) -> Int64? {
    files.exact[name] ?? files.folded[key(name)] ?? files.stems[key(LyricsRows.stem(name))]
  }

  /// Equal for names that differ in case or in how they are composed.
  private static func key(_ name: FilePath) -> String {
    LegacyCharset.text(name.bytes).lowercased()
  }

  private mutating func names(
    _ folder: FilePath, _ database: borrowing Database
  ) throws(LibraryError) -> Names {
    if let names = folders[folder] { return names }
    let statement = try database.prepare(
      """
      SELECT items.row, name FROM items JOIN folders ON folders.id = folder
      WHERE root = ? AND path = ? AND gone IS NULL AND cue_track IS NULL ORDER BY name
      """, during: "looking for the file of a cue sheet")
    statement.bind([.integer(sheet.root), .blob(folder.bytes)])
    var names = Names()
    while try statement.step() {
      var columns = statement.columns
      let row = columns.integer() ?? 0
      let name = FilePath(bytes: columns.blob())
      let (folded, stem) = (Self.key(name), Self.key(LyricsRows.stem(name)))
      names.exact[name] = row
      // The first by name goes before others.
      names.folded[folded] = names.folded[folded] ?? row
      names.stems[stem] = names.stems[stem] ?? row
    }
    folders[folder] = names
    return names
  }

  /// Whether the tracks of a sheet that goes first, by its path, lie in a file. Those of an embedded one give way
  /// to any other's.
  private func isTakenByOther(
    _ row: Int64, _ database: borrowing Database
  ) throws(LibraryError) -> Bool {
    let statement = try database.prepare(
      """
      SELECT 1 FROM items JOIN playlists
      ON playlists.folder = items.folder AND playlists.name = items.name
      JOIN folders ON folders.id = playlists.folder
      WHERE items.source = ? AND gone IS NULL AND playlists.id <> ?
      AND playlists.kind <> 'embedded' AND (? OR (path, playlists.name) < (?, ?))
      """, during: "looking for other sheets")
    statement.bind([
      .integer(row), .integer(sheet.id), .integer(sheet.source == nil ? 0 : 1),
      .blob(sheet.path.bytes), .blob(sheet.name.bytes),
    ])
    return try statement.step()
  }
}
