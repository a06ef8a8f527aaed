import Media

/// Folders.
extension LibraryStore {
  /// What lies directly in a folder; `nil` when there is no such folder. The top is the empty URI.
  public func folder(_ uri: String) throws(LibraryError) -> FolderListing? {
    try read("reading a folder") { database throws(LibraryError) in
      let tree = try FolderTree(database)
      guard let place = try tree.find(uri, database) else { return nil }
      return try tree.listing(place, database)
    }
  }

  /// Everything below a folder, itself not included; `nil` when there is no such folder.
  ///
  /// A folder's own items come first, then each folder in it followed by what is below it.
  public func tree(_ uri: String) throws(LibraryError) -> [FolderEntry]? {
    try read("reading folders") { database throws(LibraryError) in
      let tree = try FolderTree(database)
      guard let place = try tree.find(uri, database) else { return nil }
      var entries: [FolderEntry] = []
      try tree.walk(place, database, into: &entries)
      return entries
    }
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

  var folder: LibraryFolder {
    switch self {
    case .top: LibraryFolder(uri: "", path: FilePath("/"), modified: nil)
    case .folder(_, let folder): folder
    }
  }
}

/// Finds and lists folders.
struct FolderTree {
  private static let columns = "id, root, path, uri, modified"

  private let roots: RootList
  private let locale: String

  init(_ database: borrowing Database) throws(LibraryError) {
    roots = try RootList(database)
    locale = try Meta.text(database, .locale) ?? ""
  }

  /// `nil` when nothing that is listed is called so. Slashes at the ends do not count.
  func find(_ uri: String, _ database: borrowing Database) throws(LibraryError) -> FolderNode? {
    let slash = UInt8(ascii: "/")
    let uri = String(
      decoding: uri.utf8.drop { $0 == slash }.reversed().drop { $0 == slash }.reversed(),
      as: UTF8.self)
    if uri.isEmpty, roots.roots.count != 1 { return .top }
    guard let (root, relative) = roots.resolve(uri) else { return nil }
    let found = try folders(
      "root = ? AND uri = ?", [.integer(root.id), .text(relative)], database)
    if let found = found.first { return found }
    // An empty root is a folder all the same.
    guard relative.isEmpty else { return nil }
    return .folder(id: 0, LibraryFolder(uri: uri, path: root.path, modified: nil))
  }

  func listing(
    _ node: FolderNode, _ database: borrowing Database
  ) throws(LibraryError) -> FolderListing {
    FolderListing(
      folder: node.folder, folders: try children(node, database).map(\.folder),
      items: try items(node, database))
  }

  /// Depth is that of paths, which the kernel bounds.
  func walk(
    _ node: FolderNode, _ database: borrowing Database, into entries: inout [FolderEntry]
  ) throws(LibraryError) {
    entries += try items(node, database).map { .item($0) }
    for child in try children(node, database) {
      entries.append(.folder(child.folder))
      try walk(child, database, into: &entries)
    }
  }

  private func children(
    _ node: FolderNode, _ database: borrowing Database
  ) throws(LibraryError) -> [FolderNode] {
    let found: [FolderNode]
    switch node {
    case .top: found = try folders("parent IS NULL", [], database)
    case .folder(let id, _): found = try folders("parent = ?", [.integer(id)], database)
    }
    var collator = try Collator(locale: locale)
    let keyed = found.map { (collator.key($0.folder.uri), $0) }
    return keyed.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
  }

  private func folders(
    _ condition: String, _ values: [SQLValue], _ database: borrowing Database
  ) throws(LibraryError) -> [FolderNode] {
    let statement = try database.prepare(
      "SELECT \(Self.columns) FROM folders WHERE listed AND \(condition) ORDER BY root, path",
      during: "reading folders")
    statement.bind(values)
    var folders: [FolderNode] = []
    while try statement.step() {
      var columns = statement.columns
      guard let id = columns.integer(), let root = columns.integer().flatMap({ roots[$0] })
      else { continue }
      let path = root.path.appending(FilePath(bytes: columns.blob()))
      let uri = roots.uri(columns.text() ?? "", in: root)
      let modified = Timestamp(nanoseconds: columns.integer() ?? 0)
      folders.append(.folder(id: id, LibraryFolder(uri: uri, path: path, modified: modified)))
    }
    return folders
  }

  /// By disc, track and name; what has no disc or track comes first.
  private func items(
    _ node: FolderNode, _ database: borrowing Database
  ) throws(LibraryError) -> [MediaItem] {
    guard case .folder(let id, _) = node else { return [] }
    var reader = try ItemReader(database)
    let statement = try database.prepare(
      "SELECT \(ItemReader.columns) FROM items WHERE gone IS NULL AND folder = ?",
      during: "reading a folder")
    statement.bind(1, id)
    var collator = try Collator(locale: locale)
    let keyed = try reader.items(statement).map { item in
      (item.tags.discNumber ?? 0, item.tags.trackNumber ?? 0, collator.key(item.uri), item)
    }
    return keyed.sorted { left, right in
      if left.0 != right.0 { return left.0 < right.0 }
      if left.1 != right.1 { return left.1 < right.1 }
      return left.2.lexicographicallyPrecedes(right.2)
    }.map(\.3)
  }
}
