import Glibc
import Media
import Posix

/// What one scan looks at: a root, a folder in it, or one file.
struct ScanTarget: Sendable, Hashable {
  let root: MusicRoot
  /// The folder, below the root; empty for all of it.
  let part: FilePath
  /// The file in the folder; `nil` for all of it and what is below.
  let name: FilePath?
  /// Whether what is below the folder is left alone.
  var isShallow = false
  /// Files that are left alone, for somebody is writing them. Below the root.
  var unfinished: Set<FilePath> = []

  /// The path without links; `nil` when nothing is there.
  static func real(_ path: FilePath) -> FilePath? {
    path.withCString { text in
      guard let real = realpath(text, nil) else { return nil }
      defer { free(real) }
      return FilePath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
  }

  /// Parts of roots; those of roots that are not there any more are left out.
  static func targets(
    _ parts: LibraryParts, _ database: borrowing Database
  ) throws(LibraryError) -> [ScanTarget] {
    let roots = try RootList(database)
    func target(_ folder: LibraryParts.Folder, isShallow: Bool) -> ScanTarget? {
      guard let root = roots[folder.root] else { return nil }
      let unfinished = parts.unfinished.filter { $0.root == folder.root }.map(\.path)
      return ScanTarget(
        root: root, part: folder.path, name: nil, isShallow: isShallow,
        unfinished: Set(unfinished))
    }
    let deep = parts.deep.compactMap { target($0, isShallow: false) }
    return deep + parts.shallow.compactMap { target($0, isShallow: true) }
  }

  /// What paths mean: with none all roots, else parts of them; folders outside become roots.
  static func targets(
    _ paths: [FilePath], _ database: borrowing Database
  ) throws(LibraryError) -> [ScanTarget] {
    if paths.isEmpty {
      let roots = try RootList(database).roots
      guard !roots.isEmpty else { throw .noRoots }
      return roots.map { ScanTarget(root: $0, part: FilePath(bytes: []), name: nil) }
    }
    var targets: [ScanTarget] = []
    for path in paths {
      let target = try target(path, database)
      if !targets.contains(target) { targets.append(target) }
    }
    return simplified(targets)
  }

  /// Without those that lie in others: nothing is looked at twice.
  static func simplified(_ targets: [ScanTarget]) -> [ScanTarget] {
    var folders: [Int64: Set<FilePath>] = [:]
    for target in targets where target.name == nil {
      folders[target.root.id, default: []].insert(target.part)
    }
    return targets.filter { target in
      guard let others = folders[target.root.id] else { return true }
      var folder = target.part
      if target.name != nil, others.contains(folder) { return false }
      while !folder.bytes.isEmpty {
        folder = folder.parent
        if others.contains(folder) { return false }
      }
      return true
    }
  }

  private static func target(
    _ path: FilePath, _ database: borrowing Database
  ) throws(LibraryError) -> ScanTarget {
    let real = real(path)
    if let root = try RootList(database).containing(real ?? path) {
      return try target(real ?? path, in: root, exists: real != nil, database)
    }
    try check(path)
    let root = try database.transaction(during: "adding a music folder") {
      database throws(LibraryError) in try RootList.add(real ?? path, database)
    }
    return ScanTarget(root: root, part: FilePath(bytes: []), name: nil)
  }

  /// A part of a root; one that is not there must be one that the library knows.
  private static func target(
    _ path: FilePath, in root: MusicRoot, exists: Bool, _ database: borrowing Database
  ) throws(LibraryError) -> ScanTarget {
    let part = path.relative(to: root.path) ?? FilePath(bytes: [])
    let isFolder: Bool
    if exists {
      isFolder = try status(path).kind == .folder
    } else {
      isFolder = try FolderRows(root: root.id, database).ids[part] != nil
      // Says why, for nothing is there.
      if !isFolder, try !isKnown(part, root, database) { try check(path) }
    }
    if isFolder { return ScanTarget(root: root, part: part, name: nil) }
    return ScanTarget(root: root, part: part.parent, name: part.lastComponent)
  }

  private static func isKnown(
    _ file: FilePath, _ root: MusicRoot, _ database: borrowing Database
  ) throws(LibraryError) -> Bool {
    let statement = try database.prepare(
      """
      SELECT 1 FROM items JOIN folders ON folders.id = folder
      WHERE gone IS NULL AND root = ? AND path = ? AND name = ?
      """, during: "looking for a file")
    statement.bind([
      .integer(root.id), .blob(file.parent.bytes), .blob(file.lastComponent.bytes),
    ])
    return try statement.step()
  }

  /// Says why a folder cannot become a root, if it cannot.
  static func check(_ path: FilePath) throws(LibraryError) {
    guard try status(path).kind == .folder else {
      throw .folder(path: path.uri, reason: "it is no folder")
    }
    do throws(PosixError) {
      _ = try FolderReader(path, followingLink: true)
    } catch {
      throw .folder(path: path.uri, reason: error.reason)
    }
  }

  private static func status(_ path: FilePath) throws(LibraryError) -> FileStatus {
    do throws(PosixError) {
      return try path.withCString { text throws(PosixError) in try FileStatus(text) }
    } catch {
      throw .folder(path: path.uri, reason: error.reason)
    }
  }
}
