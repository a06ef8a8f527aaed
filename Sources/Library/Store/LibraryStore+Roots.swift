import Media

/// Music folders.
extension LibraryStore {
  /// In the order in which they were added.
  public func roots() throws(LibraryError) -> [MusicRoot] {
    try read("reading its roots", RootList.init).roots
  }

  /// How many items each root has, by its number.
  public func itemCounts() throws(LibraryError) -> [Int64: Int] {
    try read("counting items") { database throws(LibraryError) in
      let statement = try database.prepare(
        """
        SELECT root, count(*) FROM items JOIN folders ON folders.id = folder
        WHERE \(Schema.visible) GROUP BY root
        """, during: "counting items")
      var counts: [Int64: Int] = [:]
      while try statement.step() {
        var columns = statement.columns
        counts[columns.integer() ?? 0] = columns.int()
      }
      return counts
    }
  }

  /// Remembers a music folder; nothing happens to one that is remembered.
  ///
  /// - Parameters:
  ///   - path: Absolute; links in it are followed where it exists.
  ///   - isNew: Whether one that lies inside another is refused, as one that contains another always is.
  ///     Else the other one is what is meant.
  @discardableResult
  public func addRoot(_ path: FilePath, isNew: Bool = false) throws(LibraryError) -> MusicRoot {
    // One that is known is not looked at: its file system may not answer.
    if !isNew, let known = try roots().first(where: { $0.path == path }) { return known }
    return try addRoot(path, PathLook.at(path), isNew: isNew)
  }

  /// As `addRoot`, and asks no file system.
  ///
  /// - Parameter look: What lies there now; `nil` when nothing answers.
  @discardableResult
  public func addRoot(
    _ path: FilePath, _ look: PathLook?, isNew: Bool = false
  ) throws(LibraryError) -> MusicRoot {
    // One that is not there is found again by the path that the kernel will have for it.
    let path = look?.real ?? EntryPath.normalized(path) ?? path
    if isNew { try ScanTarget.check(path) }
    return try write("adding a music folder") { database throws(LibraryError) in
      let root = try RootList.add(path, database)
      if isNew, root.path != path {
        throw LibraryError.insideRoot(path: path.uri, root: root.path.uri)
      }
      return root
    }
  }

  /// The root with this name, or else this path.
  public func root(called name: String) throws(LibraryError) -> MusicRoot {
    let roots = try roots()
    let path = FilePath(name)
    if let root = roots.first(where: { $0.name == name })
      ?? roots.first(where: { $0.path == path })
    {
      return root
    }
    let real = PathLook.at(path)?.real
    if let root = roots.first(where: { $0.path == real }) { return root }
    throw .noRoot(name, known: roots.map(\.name))
  }

  /// Forgets a root: its items are hidden for as long as those of deleted files are, and come back with it.
  /// No file is touched.
  ///
  /// To be called while no scan runs; it is waited for.
  public func removeRoot(_ root: MusicRoot) throws(LibraryError) {
    let lock = try ScanLock.wait(library: path, seconds: 60)
    try write("removing a music folder") { database throws(LibraryError) in
      try RootList.remove(root, database)
    }
    _ = consume lock
  }

  /// Gives a root another name, with which URIs begin where there are several roots.
  public func renameRoot(_ root: MusicRoot, to name: String) throws(LibraryError) {
    try write("renaming a music folder") { database throws(LibraryError) in
      try RootList.rename(root, to: name, database)
    }
  }
}

extension RootList {
  /// Remembers a root, with a name that no other has.
  static func add(
    _ path: FilePath, _ database: borrowing Database
  ) throws(LibraryError) -> MusicRoot {
    let list = try RootList(database)
    if let root = list.containing(path) { return root }
    if let root = list.roots.first(where: { $0.path.isInside(path) }) {
      throw .nestedRoot(path: path.uri, root: root.path.uri)
    }
    let name = uniqueName(path.lastComponent.uri, among: list.roots.map(\.name))
    let statement = try database.prepare(
      """
      INSERT INTO roots (path, name) VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET
        name = excluded.name, available = 1, device = NULL, inode = NULL, filesystem = NULL,
        removed = NULL
      RETURNING id
      """, during: "adding a music folder")
    statement.bind([.blob(path.bytes), .text(name)])
    guard try statement.step(), let id = statement.integer(0) else {
      throw .corrupt(path: database.path)
    }
    statement.reset()
    // With the second root, all URIs begin with a name.
    if list.roots.count == 1 { try bumpVersion(of: list.roots, database) }
    return MusicRoot(id: id, path: path, name: name, isAvailable: true)
  }

  static func remove(_ root: MusicRoot, _ database: borrowing Database) throws(LibraryError) {
    let now = WallClock.now
    let version = try (Meta.number(database, .version) ?? 0) + 1
    let inside = "folder IN (SELECT id FROM folders WHERE root = \(root.id))"
    // The name, which no folder can have, makes room for others.
    try database.execute(
      """
      UPDATE items SET gone = \(now), version = \(version) WHERE gone IS NULL AND \(inside);
      DELETE FROM playlists WHERE \(inside);
      DELETE FROM problems WHERE root = \(root.id);
      UPDATE folders SET listed = 0 WHERE root = \(root.id);
      UPDATE roots SET removed = \(now), name = '/\(root.id)' WHERE id = \(root.id);
      """, during: "removing a music folder")
    try Meta.set(database, .version, .integer(version))
    try Meta.set(database, .updated, .integer(now))
    let rest = try RootList(database).roots
    if rest.count == 1 { try bumpVersion(of: rest, database) }
  }

  static func rename(
    _ root: MusicRoot, to name: String, _ database: borrowing Database
  ) throws(LibraryError) {
    let list = try RootList(database).roots
    if let reason = flaw(in: name) { throw .badRootName(name, reason: reason) }
    if list.contains(where: { $0.id != root.id && $0.name == name }) {
      throw .badRootName(name, reason: "another one is called so")
    }
    let statement = try database.prepare(
      "UPDATE roots SET name = ? WHERE id = ?", during: "renaming a music folder")
    statement.bind([.text(name), .integer(root.id)])
    try statement.run()
    if list.count > 1 { try bumpVersion(of: [root], database) }
  }

  /// Why a name cannot begin a URI; `nil` when it can.
  private static func flaw(in name: String) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.contains(UInt8(ascii: "/")) { return "it has a slash" }
    if name.unicodeScalars.contains(where: { DisplayText.isControl($0) }) {
      return "it has control characters"
    }
    return name == "." || name == ".." ? "it has a meaning of its own" : nil
  }

  /// Counts what is known of roots' items as changed, for their URIs are.
  private static func bumpVersion(
    of roots: [MusicRoot], _ database: borrowing Database
  ) throws(LibraryError) {
    let version = try (Meta.number(database, .version) ?? 0) + 1
    for root in roots { try noteChange(of: root, version: version, database) }
    try Meta.set(database, .version, .integer(version))
  }

  /// Counts all items of a root as changed.
  static func noteChange(
    of root: MusicRoot, version: Int64, _ database: borrowing Database
  ) throws(LibraryError) {
    try database.execute(
      """
      UPDATE items SET version = \(version) WHERE gone IS NULL
        AND folder IN (SELECT id FROM folders WHERE root = \(root.id))
      """, during: "writing its music folders")
  }

  /// `Music`, else `Music 2` and so on.
  private static func uniqueName(_ name: String, among names: [String]) -> String {
    let name = name.isEmpty ? "root" : name
    var candidate = name
    var number = 2
    while names.contains(candidate) {
      candidate = "\(name) \(number)"
      number += 1
    }
    return candidate
  }
}
