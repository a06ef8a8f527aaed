import Media

/// The roots of a library, and how paths and URIs belong to them.
struct RootList: Sendable {
  let roots: [MusicRoot]

  init(_ roots: [MusicRoot]) { self.roots = roots }

  init(_ database: borrowing Database) throws(LibraryError) {
    let statement = try database.prepare(
      "SELECT id, path, name, available FROM roots WHERE removed IS NULL ORDER BY id",
      during: "reading its roots")
    var roots: [MusicRoot] = []
    while try statement.step() {
      var columns = statement.columns
      guard let id = columns.integer() else { continue }
      let path = FilePath(bytes: columns.blob())
      roots.append(
        MusicRoot(
          id: id, path: path, name: columns.text() ?? "", isAvailable: columns.int() == 1))
    }
    self.roots = roots
  }

  subscript(id: Int64) -> MusicRoot? { roots.first { $0.id == id } }

  /// The URI of what is called `relative` below a root.
  func uri(_ relative: String, in root: MusicRoot) -> String {
    guard roots.count > 1 else { return relative }
    return relative.isEmpty ? root.name : "\(root.name)/\(relative)"
  }

  /// The root that a URI lies in, and what follows; `nil` for the top of several roots and for what
  /// lies in none.
  func resolve(_ uri: String) -> (root: MusicRoot, relative: String)? {
    if roots.count == 1 { return (roots[0], uri) }
    let parts = uri.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first.map({ String(Substring($0)) }),
      let root = roots.first(where: { $0.name.utf8.elementsEqual(name.utf8) })
    else { return nil }
    return (root, parts.count > 1 ? String(Substring(parts[1])) : "")
  }

  /// The root that a path lies in.
  func containing(_ path: FilePath) -> MusicRoot? { roots.first { path.isInside($0.path) } }
}

/// What items need to know of their folder.
struct FolderPlace {
  let id: Int64
  let path: FilePath
  let uri: String
  let modified: Timestamp
  let hasCover: Bool
  let isAvailable: Bool
}

/// Finds the folders of items, remembering the last one: items of one folder mostly come together.
struct FolderPlaces: ~Copyable {
  let roots: RootList
  private let statement: Statement
  private var last: FolderPlace?

  init(_ database: borrowing Database) throws(LibraryError) {
    let roots = try RootList(database)
    let statement = try database.prepare(
      "SELECT root, path, uri, modified, cover IS NOT NULL FROM folders WHERE id = ?",
      during: "reading a folder")
    self.roots = roots
    self.statement = statement
  }

  mutating func place(_ id: Int64) throws(LibraryError) -> FolderPlace? {
    if let last, last.id == id { return last }
    statement.bind(1, id)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    var columns = statement.columns
    guard let root = columns.integer().flatMap({ roots[$0] }) else { return nil }
    let path = root.path.appending(FilePath(bytes: columns.blob()))
    let uri = roots.uri(columns.text() ?? "", in: root)
    let modified = Timestamp(nanoseconds: columns.integer() ?? 0)
    last = FolderPlace(
      id: id, path: path, uri: uri, modified: modified, hasCover: columns.int() == 1,
      isAvailable: root.isAvailable)
    return last
  }
}
