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
    let unfinished = Dictionary(grouping: parts.unfinished, by: \.root).mapValues { places in
      Set(places.map(\.path))
    }
    func target(_ folder: LibraryParts.Folder, isShallow: Bool) -> ScanTarget? {
      guard let root = roots[folder.root] else { return nil }
      return ScanTarget(
        root: root, part: folder.path, name: nil, isShallow: isShallow,
        unfinished: unfinished[root.id] ?? [])
    }
    let deep = Dictionary(grouping: parts.deep, by: \.root)
    let shallow = Dictionary(grouping: parts.shallow, by: \.root)
    return Set(deep.keys).union(shallow.keys).sorted().flatMap { root in
      let (deep, shallow) = (deep[root] ?? [], shallow[root] ?? [])
      if deep.count + shallow.count > mostParts {
        let whole = LibraryParts.Folder(root: root, path: FilePath(bytes: []))
        return [target(whole, isShallow: false)].compactMap(\.self)
      }
      return deep.compactMap { target($0, isShallow: false) }
        + shallow.compactMap { target($0, isShallow: true) }
    }
  }

  /// With more parts than these, all of a root is looked at: each part costs more than a folder of a walk.
  private static let mostParts = 500

  /// What paths mean: with none all roots, else parts of them.
  ///
  /// - Parameter scan: Says whether folders outside become roots, and how long a root may be silent.
  static func targets(
    _ paths: [FilePath], of scan: Scan, _ isCancelled: @escaping @Sendable () -> Bool,
    _ database: borrowing Database
  ) throws(LibraryError) -> [ScanTarget] {
    if paths.isEmpty {
      let roots = try RootList(database).roots
      guard !roots.isEmpty else { throw .noRoots }
      return roots.map { ScanTarget(root: $0, part: FilePath(bytes: []), name: nil) }
    }
    var targets: [ScanTarget] = []
    // What encloses others comes before them, should it become a root.
    for path in paths.sorted(by: { $0.bytes.count < $1.bytes.count }) {
      let target = try target(path, of: scan, isCancelled, database)
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
    _ path: FilePath, of scan: Scan, _ isCancelled: @escaping @Sendable () -> Bool,
    _ database: borrowing Database
  ) throws(LibraryError) -> ScanTarget {
    let roots = try RootList(database)
    let answer = PathLook.at(
      path, in: roots.containing(path)?.path, patience: scan.rootPatience, on: scan.queue(),
      goesOn: { !isCancelled() })
    guard let found = answer else {
      throw .folder(path: path.uri, reason: "its file system does not answer")
    }
    let real = found.real
    if let root = roots.containing(real ?? path) {
      return try target(real ?? path, in: root, found, database)
    }
    if !scan.addsRoots {
      // A link that leads out is followed by who looks at the folder that it is in.
      guard let root = roots.containing(path), path != root.path else {
        throw .folder(path: path.uri, reason: "it is in no music folder")
      }
      return try target(path.parent, of: scan, isCancelled, database)
    }
    try check(path)
    let root = try database.transaction(during: "adding a music folder") {
      database throws(LibraryError) in try RootList.add(real ?? path, database)
    }
    return ScanTarget(root: root, part: FilePath(bytes: []), name: nil)
  }

  /// A part of a root; one that is not there must be one that the library knows.
  private static func target(
    _ path: FilePath, in root: MusicRoot, _ found: PathLook, _ database: borrowing Database
  ) throws(LibraryError) -> ScanTarget {
    let part = path.relative(to: root.path) ?? FilePath(bytes: [])
    let isFolder: Bool
    if found.real != nil {
      isFolder = found.isFolder
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
