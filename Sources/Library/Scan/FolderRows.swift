import Media

/// The rows of a root's folders, by path.
struct FolderRows {
  let root: Int64
  private(set) var ids: [FilePath: Int64] = [:]
  /// What the library says of them.
  private var stored: [Int64: (modified: Int64, cover: FilePath?, link: Int64?)] = [:]
  /// Folders that a link led to, and the device that it lay on.
  private(set) var links: [FilePath: UInt64] = [:]
  /// What the walk saw of folders, until they get a row.
  private var seen: [FilePath: FoundFolder] = [:]

  init(root: Int64, _ database: borrowing Database) throws(LibraryError) {
    self.root = root
    let statement = try database.prepare(
      "SELECT path, id, modified, cover, link FROM folders WHERE root = ?",
      during: "reading folders")
    statement.bind(1, root)
    while try statement.step() {
      var columns = statement.columns
      let path = FilePath(bytes: columns.blob())
      let id = columns.integer() ?? 0
      ids[path] = id
      let modified = columns.integer() ?? 0
      let cover = columns.blob()
      let link = columns.integer()
      stored[id] = (modified, cover.isEmpty ? nil : FilePath(bytes: cover), link)
      links[path] = link.map { UInt64(bitPattern: $0) }
    }
  }

  /// The folders that a target may mean, in a fixed order.
  func ids(of target: ScanTarget) -> [(key: FilePath, value: Int64)] {
    if target.isShallow || target.name != nil {
      return ids[target.part].map { [(target.part, $0)] } ?? []
    }
    return ids.sorted { $0.value < $1.value }
  }

  /// Remembers what a folder is like, for when it gets a row.
  mutating func note(_ folder: FoundFolder) {
    var folder = folder
    folder.files = []
    folder.playlists = []
    folder.lyrics = []
    seen[folder.path] = folder
  }

  /// The row of a folder, made with those above it where it has none.
  mutating func row(
    _ path: FilePath, _ database: borrowing Database
  ) throws(LibraryError) -> Int64 {
    if let id = ids[path] { return id }
    let parent: Int64? = path.bytes.isEmpty ? nil : try row(path.parent, database)
    let statement = try database.prepare(
      """
      INSERT INTO folders (root, parent, path, uri, modified, cover, link)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      during: "writing folders")
    statement.bind(1, root)
    statement.bind(2, parent)
    statement.bind(3, path.bytes)
    statement.bind(4, path.uri)
    statement.bind(5, seen[path]?.modified ?? 0)
    if let cover = seen[path]?.cover { statement.bind(6, cover.bytes) }
    statement.bind(7, seen[path]?.link.map { Int64(bitPattern: $0) })
    try statement.run()
    ids[path] = database.lastRow
    return database.lastRow
  }

  /// Brings the rows of folders that were walked up to date.
  ///
  /// - Returns: Whether anything changed that clients see.
  mutating func refresh(
    version: Int64, _ database: borrowing Database
  ) throws(LibraryError) -> Bool {
    let folders = try database.prepare(
      """
      UPDATE folders SET modified = ?2, cover = ?3, link = ?4
      WHERE id = ?1 AND (modified, cover, link) IS NOT (?2, ?3, ?4)
      """, during: "writing folders")
    let covers = try database.prepare(
      "SELECT count(*) FROM folders WHERE id = ?1 AND cover IS NOT ?2", during: "writing folders")
    let items = try database.prepare(
      "UPDATE items SET version = ? WHERE folder = ? AND gone IS NULL AND artwork = 0",
      during: "writing folders")
    var isChanged = false
    for (path, folder) in seen {
      guard let id = ids[path] else { continue }
      let link = folder.link.map { Int64(bitPattern: $0) }
      if let known = stored[id], known == (folder.modified, folder.cover, link) { continue }
      let cover = folder.cover.map { SQLValue.blob($0.bytes) } ?? .null
      covers.bind([.integer(id), cover])
      let hasNewCover = try covers.step() && covers.integer(0) == 1
      covers.reset()
      if hasNewCover {
        items.bind([.integer(version), .integer(id)])
        try items.run()
      }
      folders.bind([
        .integer(id), .integer(folder.modified), cover, link.map { .integer($0) } ?? .null,
      ])
      try folders.run()
      if database.changes > 0 { isChanged = true }
    }
    return isChanged
  }
}

/// What the library knows, read for one scan.
enum KnownRows {
  private static let columns = "items.row, name, device, inode, born, size, items.modified, stale"

  /// The items of a folder, but for those that are as they were found, which are taken out of `found`: hardly
  /// anything changes between two scans.
  ///
  /// - Parameter found: By name.
  /// - Returns: What is left of them, and how many were the same.
  static func differences(
    in folder: Int64, path: FilePath, from found: inout [FoundFile],
    _ statement: borrowing Statement
  ) throws(LibraryError) -> (files: [KnownFile], same: Int) {
    statement.bind(1, folder)
    defer { statement.reset() }
    var files: [KnownFile] = []
    var rest: [FoundFile] = []
    var next = 0
    while try statement.step() {
      var columns = statement.columns
      // Both are in the order of their names' bytes.
      let start = next
      while next < found.count, columns.isBlob(1, after: found[next].name) { next += 1 }
      rest += found[start..<next]
      if next < found.count, columns.isBlob(1, found[next].name), isSame(columns, found[next].state)
      {
        next += 1
      } else {
        files.append(file(&columns, folder: path))
      }
    }
    let same = next - rest.count
    found = same == 0 ? found : rest + found[next...]
    return (files, same)
  }

  /// Whether a row's file is the one that was found, unchanged, and read by us.
  private static func isSame(_ columns: Columns, _ state: FileState) -> Bool {
    columns[2] == Int64(bitPattern: state.identity.device)
      && columns[3] == Int64(bitPattern: state.identity.inode)
      && columns[4] == state.identity.born && columns[5] == state.size
      && columns[6] == state.modified && columns[7] == 0
  }

  /// The items of a folder.
  static func files(
    in folder: Int64, path: FilePath, _ statement: borrowing Statement
  ) throws(LibraryError) -> [KnownFile] {
    statement.bind(1, folder)
    defer { statement.reset() }
    var files: [KnownFile] = []
    while try statement.step() {
      var columns = statement.columns
      files.append(file(&columns, folder: path))
    }
    return files
  }

  static func statement(_ database: borrowing Database) throws(LibraryError) -> Statement {
    try database.prepare(
      "SELECT \(columns) FROM items WHERE folder = ? AND gone IS NULL AND cue_track IS NULL ORDER BY name",
      during: "reading what is known")
  }

  /// Rows whose files vanished earlier.
  static func hidden(_ database: borrowing Database) throws(LibraryError) -> [ScanPlan.Missing] {
    try placed(
      database.prepare(
        """
        SELECT \(columns), root, path FROM items JOIN folders ON folders.id = folder
        WHERE gone IS NOT NULL AND cue_track IS NULL ORDER BY gone DESC
        """, during: "reading what is gone")
    ).map { ScanPlan.Missing(root: $0.root, file: $0.file, isHidden: true) }
  }

  /// Whether any file is known to be there.
  static func areThere(_ database: borrowing Database) throws(LibraryError) -> Bool {
    try database.number(
      "SELECT EXISTS (SELECT 1 FROM items WHERE gone IS NULL AND cue_track IS NULL)",
      during: "reading what is known") == 1
  }

  /// Rows whose files were there and have some of these inodes.
  ///
  /// Without an index of their own: it would cost each first scan more than this costs the scans that find new files.
  static func sharing(
    inodes: [UInt64], _ database: borrowing Database
  ) throws(LibraryError) -> [(root: Int64, file: KnownFile)] {
    let statement = try database.prepare(
      """
      SELECT \(columns), root, path FROM items JOIN folders ON folders.id = folder
      WHERE gone IS NULL AND cue_track IS NULL AND inode IN (SELECT value FROM json_each(?))
      """, during: "looking for files by inode")
    let list = inodes.map { String(Int64(bitPattern: $0)) }.joined(separator: ",")
    statement.bind(1, "[\(list)]")
    return try placed(statement)
  }

  private static func placed(
    _ statement: borrowing Statement
  ) throws(LibraryError) -> [(root: Int64, file: KnownFile)] {
    var files: [(root: Int64, file: KnownFile)] = []
    while try statement.step() {
      var columns = statement.columns
      let file = file(&columns, folder: FilePath(bytes: []))
      let root = columns.integer() ?? 0
      let folder = FilePath(bytes: columns.blob())
      let placed = KnownFile(
        row: file.row, folder: folder, name: file.name, state: file.state, isStale: file.isStale)
      files.append((root, placed))
    }
    return files
  }

  /// The files of a root that could not be read and are not tried again as long as they are the same.
  static func unreadable(
    root: Int64, _ database: borrowing Database
  ) throws(LibraryError) -> [FilePath: [FilePath: ScanPlan.Unreadable]] {
    let statement = try database.prepare(
      "SELECT folder, name, size, modified, status FROM problems WHERE root = ? AND size IS NOT NULL",
      during: "reading problems")
    statement.bind(1, root)
    var unreadable: [FilePath: [FilePath: ScanPlan.Unreadable]] = [:]
    while try statement.step() {
      var columns = statement.columns
      let folder = FilePath(bytes: columns.blob())
      let name = FilePath(bytes: columns.blob())
      unreadable[folder, default: [:]][name] = ScanPlan.Unreadable(
        size: columns.integer() ?? 0, modified: columns.integer() ?? 0,
        isSilent: columns.text() == ScanProblem.passedOver)
    }
    return unreadable
  }

  private static func file(_ columns: inout Columns, folder: FilePath) -> KnownFile {
    let row = columns.integer() ?? 0
    let name = FilePath(bytes: columns.blob())
    let state = FileState(&columns)
    return KnownFile(
      row: row, folder: folder, name: name, state: state, isStale: columns.int() == 1)
  }
}
