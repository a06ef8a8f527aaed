import Media

/// Folders.
extension LibraryStore {
  /// What lies directly in a folder; `nil` when there is no such folder. The top is the empty URI.
  public func folder(_ uri: String) throws(LibraryError) -> FolderListing? {
    try read("reading a folder") { database throws(LibraryError) in
      var tree = try FolderTree(database)
      guard let place = try tree.find(uri) else { return nil }
      return try tree.listing(place)
    }
  }

  /// Shows everything below a folder, itself not included.
  ///
  /// A folder's own items come first, then playlists, then each folder in it followed by what is below it.
  ///
  /// - Returns: Whether there is such a folder.
  public func tree(_ uri: String, _ visit: (FolderEntry) -> Void) throws(LibraryError) -> Bool {
    try read("reading folders") { database throws(LibraryError) in
      var tree = try FolderTree(database)
      guard let place = try tree.find(uri) else { return false }
      try tree.walk(place, visit)
      return true
    }
  }

  /// As `tree`, with rows instead of items where there are.
  public func visitTree(_ uri: String, _ visit: (FolderVisit) -> Void) throws(LibraryError) -> Bool
  {
    try read("reading folders") { database throws(LibraryError) in
      var tree = try FolderTree(database)
      guard let place = try tree.find(uri) else { return false }
      try tree.visit(place, visit)
      return true
    }
  }

  /// Everything below a folder as a list; `nil` when there is no such folder.
  public func tree(_ uri: String) throws(LibraryError) -> [FolderEntry]? {
    var entries: [FolderEntry] = []
    return try tree(uri) { entries.append($0) } ? entries : nil
  }

  /// How far the scan is that runs now, in whatever program; `nil` when none does.
  public func runningScan() throws(LibraryError) -> ScanProgress? {
    // The row of a scan that was killed stays; the lock does not.
    guard ScanLock.isHeld(library: path) else { return nil }
    return try read("reading the scan's progress", ProgressRow.read)
  }
}

/// A folder in the tree: a root's, one below it, or the top above several roots.
enum FolderNode {
  case top
  case folder(id: Int64, LibraryFolder)
  /// A cue sheet, or a file whose tracks are those of one.
  case sheet(PlaylistRow, LibraryFolder)

  var folder: LibraryFolder {
    switch self {
    case .top: LibraryFolder(uri: "", path: FilePath("/"), modified: nil)
    case .folder(_, let folder), .sheet(_, let folder): folder
    }
  }
}

/// Finds and lists folders, with statements that are used again for each.
struct FolderTree: ~Copyable {
  private var reader: ItemReader
  private var collator: Collator
  private let named: Statement
  private let inside: Statement
  private let tops: Statement
  private let ofFolder: Statement
  private let ofSheet: Statement
  private let playlistsInside: Statement
  /// Those with tracks.
  private let sheetsInside: Statement
  private let sheetNamed: Statement

  init(_ database: borrowing Database) throws(LibraryError) {
    func folders(_ condition: String) throws(LibraryError) -> Statement {
      try database.prepare(
        """
        SELECT id, root, path, uri, modified FROM folders WHERE listed AND \(condition)
        ORDER BY root, path
        """, during: "reading folders")
    }
    let reader = try ItemReader(database)
    let collator = try Collator(LibraryOrder(database))
    let named = try folders("root = ? AND uri = ?")
    let inside = try folders("parent = ?")
    let tops = try folders("parent IS NULL")
    let ofFolder = try database.prepare(
      "SELECT \(ItemReader.columns) FROM items WHERE \(Schema.visible) AND folder = ? AND cue_track IS NULL",
      during: "reading a folder")
    let ofSheet = try database.prepare(
      """
      SELECT \(ItemReader.columns) FROM items WHERE \(Schema.visible) AND folder = ? AND name = ?
      AND cue_track IS NOT NULL ORDER BY cue_track
      """, during: "reading a cue sheet")
    // By its path, for it may have no music.
    let playlistsInside = try PlaylistRows.statement(
      "root = ? AND path = ? AND \(PlaylistRows.visible)", database)
    // One without tracks is no folder.
    let isFolder = """
      kind IN ('\(PlaylistFile.Kind.cue.rawValue)', '\(PlaylistRow.embedded)') AND EXISTS (
        SELECT 1 FROM items WHERE items.folder = playlists.folder AND items.name = playlists.name
        AND cue_track IS NOT NULL AND \(Schema.visible))
      """
    let sheetsInside = try PlaylistRows.statement(
      "folder = ? AND \(PlaylistRows.visible) AND \(isFolder)", database)
    let sheetNamed = try PlaylistRows.statement(
      """
      root = ? AND folders.uri = ? AND segue_uri(name) = ?
      AND \(PlaylistRows.visible) AND \(isFolder)
      """, database)
    self.playlistsInside = playlistsInside
    self.sheetsInside = sheetsInside
    self.sheetNamed = sheetNamed
    self.ofSheet = ofSheet
    self.reader = reader
    self.collator = collator
    self.named = named
    self.inside = inside
    self.tops = tops
    self.ofFolder = ofFolder
  }

  /// `nil` when nothing that is listed is called so. Slashes at the ends do not count.
  mutating func find(_ uri: String) throws(LibraryError) -> FolderNode? {
    let slash = UInt8(ascii: "/")
    let uri = String(
      decoding: uri.utf8.drop { $0 == slash }.reversed().drop { $0 == slash }.reversed(),
      as: UTF8.self)
    if uri.isEmpty, reader.roots.roots.count != 1 { return .top }
    guard let (root, relative) = reader.roots.resolve(uri) else { return nil }
    named.bind([.integer(root.id), .text(relative)])
    if let found = try nodes(named).first { return found }
    if let sheet = try sheet(root, relative) { return sheet }
    // An empty root is a folder all the same.
    guard relative.isEmpty else { return nil }
    return .folder(id: 0, LibraryFolder(uri: uri, path: root.path, modified: nil))
  }

  mutating func listing(_ node: FolderNode) throws(LibraryError) -> FolderListing {
    FolderListing(
      folder: node.folder, folders: try children(node).map(\.folder), items: try items(node),
      playlists: try playlists(node))
  }

  private func playlists(_ node: FolderNode) throws(LibraryError) -> [LibraryPlaylist] {
    guard case .folder(_, let folder) = node, let root = reader.roots.containing(folder.path),
      let inside = folder.path.relative(to: root.path)
    else { return [] }
    playlistsInside.bind([.integer(root.id), .blob(inside.bytes)])
    return try PlaylistRows.rows(playlistsInside).compactMap { LibraryPlaylist($0, reader.roots) }
  }

  private mutating func sheet(
    _ root: MusicRoot, _ relative: String
  ) throws(LibraryError) -> FolderNode? {
    let (folder, name) = QueryCondition.split(relative)
    sheetNamed.bind([.integer(root.id), .text(folder), .text(name)])
    guard let sheet = try PlaylistRows.rows(sheetNamed).first else { return nil }
    return self.node(sheet)
  }

  private func node(_ sheet: PlaylistRow) -> FolderNode? {
    guard let root = reader.roots[sheet.root] else { return nil }
    let inside = sheet.path.appending(sheet.name)
    return .sheet(
      sheet,
      LibraryFolder(
        uri: reader.roots.uri(inside.uri, in: root), path: root.path.appending(inside),
        modified: Timestamp(nanoseconds: sheet.state.modified)))
  }

  /// Depth is that of paths, which the kernel bounds.
  mutating func walk(
    _ node: FolderNode, _ visit: (FolderEntry) -> Void
  ) throws(LibraryError) {
    for item in try items(node) { visit(.item(item)) }
    for playlist in try playlists(node) { visit(.playlist(playlist)) }
    for child in try children(node) {
      visit(.folder(child.folder))
      try walk(child, visit)
    }
  }

  /// As `walk`, with rows instead of items where there are.
  mutating func visit(
    _ node: FolderNode, _ visit: (FolderVisit) -> Void
  ) throws(LibraryError) {
    if case .folder(let id, _) = node {
      visit(.order(try rows(id) { visit(.row($0)) }))
    } else {
      for item in try items(node) { visit(.entry(.item(item))) }
    }
    for playlist in try playlists(node) { visit(.entry(.playlist(playlist))) }
    for child in try children(node) {
      visit(.entry(.folder(child.folder)))
      try self.visit(child, visit)
    }
  }

  /// Shows the rows of a folder as they come.
  ///
  /// - Returns: Their order, which is that of `items`.
  private mutating func rows(
    _ id: Int64, _ show: (ItemRow) -> Void
  ) throws(LibraryError) -> [Int] {
    ofFolder.bind(1, id)
    defer { ofFolder.reset() }
    var found: [(place: Place, name: FilePath)] = []
    while try ofFolder.step() {
      guard case .row(let row)? = try reader.found(ofFolder) else { continue }
      show(row)
      found.append((Place(row), FilePath(bytes: Array(row.name))))
    }
    let hasTies = Set(found.map(\.place)).count < found.count
    let names = hasTies ? found.map { collator.key($0.name.lastComponent.uri) } : []
    return found.indices.sorted { left, right in
      if found[left].place != found[right].place { return found[left].place < found[right].place }
      return hasTies && names[left].lexicographicallyPrecedes(names[right])
    }
  }

  private mutating func children(_ node: FolderNode) throws(LibraryError) -> [FolderNode] {
    var found: [FolderNode]
    switch node {
    case .sheet: return []
    case .top: found = try nodes(tops)
    case .folder(let id, _):
      inside.bind(1, id)
      found = try nodes(inside)
      sheetsInside.bind(1, id)
      for sheet in try PlaylistRows.rows(sheetsInside) {
        if let node = self.node(sheet) { found.append(node) }
      }
    }
    guard found.count > 1 else { return found }
    var keyed: [(key: [UInt8], node: FolderNode)] = []
    for node in found {
      keyed.append((collator.key(QueryCondition.split(node.folder.uri).name), node))
    }
    return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.node)
  }

  private func nodes(_ statement: borrowing Statement) throws(LibraryError) -> [FolderNode] {
    defer { statement.reset() }
    var folders: [FolderNode] = []
    while try statement.step() {
      var columns = statement.columns
      guard let id = columns.integer(), let root = columns.integer().flatMap({ reader.roots[$0] })
      else { continue }
      let path = root.path.appending(FilePath(bytes: columns.blob()))
      let uri = reader.roots.uri(columns.text() ?? "", in: root)
      let modified = Timestamp(nanoseconds: columns.integer() ?? 0)
      folders.append(.folder(id: id, LibraryFolder(uri: uri, path: path, modified: modified)))
    }
    return folders
  }

  /// By disc, track and name; what has no disc or track comes first.
  private mutating func items(_ node: FolderNode) throws(LibraryError) -> [MediaItem] {
    if case .sheet(let sheet, _) = node {
      ofSheet.bind([.integer(sheet.folder), .blob(sheet.name.bytes)])
      defer { ofSheet.reset() }
      return try reader.items(ofSheet)
    }
    guard case .folder(let id, _) = node else { return [] }
    ofFolder.bind(1, id)
    defer { ofFolder.reset() }
    let found = try reader.items(ofFolder)
    // Names count among items of one place only, which most folders do not have.
    let hasTies = Set(found.map { Place($0) }).count < found.count
    var keyed: [(place: Place, name: [UInt8], index: Int)] = []
    for (index, item) in found.enumerated() {
      let name = hasTies ? collator.key(item.path.lastComponent.uri) : []
      keyed.append((Place(item), name, index))
    }
    return keyed.sorted { left, right in
      if left.place != right.place { return left.place < right.place }
      return left.name.lexicographicallyPrecedes(right.name)
    }.map { found[$0.index] }
  }

  /// Where an item stands on its album.
  private struct Place: Hashable, Comparable {
    let disc: Int
    let track: Int

    init(_ item: MediaItem) {
      disc = item.tags.discNumber ?? 0
      track = item.tags.trackNumber ?? 0
    }

    init(_ row: ItemRow) {
      disc = Int(row.columns.number(Self.discColumn) ?? 0)
      track = Int(row.columns.number(Self.trackColumn) ?? 0)
    }

    private static let discColumn = ItemRow.index("disc_number")
    private static let trackColumn = ItemRow.index("track_number")

    static func < (left: Place, right: Place) -> Bool {
      (left.disc, left.track) < (right.disc, right.track)
    }
  }
}
