import Media
import Worker

/// The library as a whole.
extension LibraryStore {
  public func statistics() throws(LibraryError) -> LibraryStatistics {
    try read("counting") { database throws(LibraryError) in
      var statistics = LibraryStatistics()
      statistics.songs = Int(try Self.number("count(*)", database))
      statistics.duration = .milliseconds(try Self.number("sum(milliseconds)", database))
      statistics.albums = Int(try Self.number("count(DISTINCT album)", database))
      statistics.artists = try Self.artists(database)
      statistics.lastUpdate = try Meta.number(database, .updated).map(Timestamp.init)
      return statistics
    }
  }

  private static func number(
    _ expression: String, _ database: borrowing Database
  ) throws(LibraryError) -> Int64 {
    try database.number(
      "SELECT \(expression) FROM items WHERE \(Schema.visible)", during: "counting")
      ?? 0
  }

  private static func artists(_ database: borrowing Database) throws(LibraryError) -> Int {
    let statement = try database.prepare(
      "SELECT DISTINCT artists FROM items WHERE \(Schema.visible)", during: "counting artists")
    var artists: Set<String> = []
    while try statement.step() {
      var columns = statement.columns
      artists.formUnion(TextList.split(columns.text()))
    }
    return artists.count
  }

  /// What the last scans found wrong, by path.
  public func problems() throws(LibraryError) -> [ScanProblem] {
    try read("reading problems") { database throws(LibraryError) in
      let roots = try RootList(database)
      let statement = try database.prepare(
        "SELECT root, folder, name, status, class, reason FROM problems ORDER BY 1, 2, 3",
        during: "reading problems")
      var problems: [ScanProblem] = []
      while try statement.step() {
        var columns = statement.columns
        if let problem = Self.problem(&columns, roots) { problems.append(problem) }
      }
      return problems + (try Self.problemsOfItems(database, roots))
        + (try Self.problemsOfPlaylists(database, roots))
    }
  }

  /// Items without tags, and those with bytes in their tags that were no text.
  private static func problemsOfItems(
    _ database: borrowing Database, _ roots: RootList
  ) throws(LibraryError) -> [ScanProblem] {
    let statement = try database.prepare(
      """
      SELECT root, path, name, replaced_bytes FROM items JOIN folders ON folders.id = folder
      WHERE gone IS NULL AND cue_track IS NULL AND (replaced_bytes > 0 OR (covered = 0 AND
      coalesce(title, artists, album_artists, album, genres, composers, track_number, date) IS NULL))
      ORDER BY 1, 2, 3
      """, during: "reading problems")
    return try problems(statement, roots) { columns in
      let bytes = columns.int() ?? 0
      return bytes > 0
        ? (.replacedBytes, "\(bytes) bytes of its tags are no text in their encoding.")
        : (.untagged, "It has no tags.")
    }
  }

  private static func problemsOfPlaylists(
    _ database: borrowing Database, _ roots: RootList
  ) throws(LibraryError) -> [ScanProblem] {
    let statement = try database.prepare(
      """
      SELECT root, path, name, problem FROM playlists JOIN folders ON folders.id = folder
      WHERE problem IS NOT NULL ORDER BY 1, 2, 3
      """, during: "reading problems")
    return try problems(statement, roots) { (.brokenPlaylist, $0.text() ?? "") }
  }

  private static func problems(
    _ statement: borrowing Statement, _ roots: RootList,
    _ read: (inout Columns) -> (ScanProblem.Status, String)
  ) throws(LibraryError) -> [ScanProblem] {
    var problems: [ScanProblem] = []
    while try statement.step() {
      var columns = statement.columns
      let root = columns.integer().flatMap { roots[$0] }
      let folder = FilePath(bytes: columns.blob())
      let name = FilePath(bytes: columns.blob())
      let (status, reason) = read(&columns)
      guard let root else { continue }
      problems.append(
        ScanProblem(
          path: root.path.appending(folder).appending(name), status: status, kind: nil,
          reason: reason))
    }
    return problems
  }

  private static func problem(_ columns: inout Columns, _ roots: RootList) -> ScanProblem? {
    guard let root = columns.integer().flatMap({ roots[$0] }) else { return nil }
    let folder = FilePath(bytes: columns.blob())
    let name = FilePath(bytes: columns.blob())
    guard let status = ScanProblem.Status(rawValue: columns.text() ?? ""),
      let kind = ReadFailure.Kind(rawValue: columns.text() ?? "")
    else { return nil }
    return ScanProblem(
      path: root.path.appending(folder).appending(name), status: status, kind: kind,
      reason: columns.text() ?? "")
  }

  /// Grows with every change of items that others can see.
  public func version() throws(LibraryError) -> Int64 {
    try read("reading its version") { database throws(LibraryError) in
      try Meta.number(database, .version) ?? 0
    }
  }
}
