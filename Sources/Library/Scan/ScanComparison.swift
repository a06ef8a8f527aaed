import Dispatch
import Glibc
import Media
import Posix

/// Walks the targets of a scan and compares them with what the library knows.
struct ScanComparison: ~Copyable {
  private(set) var plan = ScanPlan()
  /// What was wrong on the way, by root.
  private(set) var problems: [(root: Int64, problem: WalkProblem)] = []
  /// Folders of a root that nobody could see into.
  private var closed: [Int64: [FilePath]] = [:]
  private var targets: [ScanTarget] = []
  private let isRetrying: Bool
  /// How long a root's file system may be silent.
  private let patience: Duration
  /// Where folders are walked while they are compared.
  private let queue: () -> DispatchQueue
  /// What could not be read before, by root.
  private var unreadable: [Int64: [FilePath: [FilePath: ScanPlan.Unreadable]]] = [:]
  /// Cue sheets, playlists and lyrics in the folders that were walked.
  private(set) var sideFiles = SideFiles()

  /// - Parameters:
  ///   - isRetrying: Whether files that could not be read are tried again.
  ///   - patience: How long a root's file system may be silent before the root is given up.
  ///   - queue: Gives one to walk on, which may block.
  init(isRetrying: Bool, patience: Duration, queue: @escaping () -> DispatchQueue) {
    self.isRetrying = isRetrying
    self.patience = patience
    self.queue = queue
  }

  /// Compares one target.
  ///
  /// - Parameter visit: Called for each folder with the files found so far; answers whether to go on.
  mutating func compare(
    _ target: ScanTarget, _ writer: inout ScanWriter, _ visit: (Int) throws(LibraryError) -> Bool
  ) throws(LibraryError) {
    let before = plan
    let sideFilesBefore = sideFiles
    let walk = FolderWalk(
      root: target.root.path, roots: try RootList(writer.database).roots.map(\.path))
    let ahead = WalkAhead(
      walk, of: target.root.path, target.part,
      recursive: target.name == nil && !target.isShallow, patience: patience, on: queue())
    defer { ahead.stop() }
    var rows = try writer.rows(of: target.root.id)
    var isCancelled = false
    let identity = try ahead.identity { () throws(LibraryError) -> Bool in
      isCancelled = try !visit(before.found)
      return !isCancelled
    }
    if isCancelled { return }
    var check = try identity.map { now throws(LibraryError) in
      MountCheck(now: now, before: try RootIdentity.known(target.root, writer.database))
    }
    // In one transaction, for else SQLite locks and unlocks its file for each folder.
    try writer.commit()
    try writer.database.execute("BEGIN", during: "comparing")
    let isGoingOn: Bool
    do throws(LibraryError) {
      isGoingOn = try compare(target, ahead, &rows, &check, writer.database, visit)
    } catch {
      try? writer.database.execute("COMMIT", during: "comparing")
      throw error
    }
    try writer.database.execute("COMMIT", during: "comparing")
    if ahead.isSilent {
      (plan, sideFiles) = (before, sideFilesBefore)
      return try writer.setSilent(target.root)
    }
    guard isGoingOn else { return }
    if try isAway(target, before, check, writer.database) {
      plan = before
      sideFiles = sideFilesBefore
      try writer.set(target.root, available: false, nil)
      return
    }
    if let check {
      // A disk in the root is not mounted; the rest is there.
      let (root, start) = (target.root.id, sideFilesBefore.folders.count)
      var away = plan.keep(from: before.missing.count) { check.looksUnmounted($0) }
      away.formUnion(
        try sideFiles.away(of: root, from: start, writer.database) { check.looksUnmounted($0) })
      sideFiles.leaveOut(away, of: root, from: start)
    }
    targets.append(target)
    writer.use(rows)
    if identity == nil || target.isWhole {
      try writer.set(target.root, available: identity != nil, identity)
    }
  }

  /// Whether a root is not there, or seems to be without the disk that its music is on.
  private func isAway(
    _ target: ScanTarget, _ before: ScanPlan, _ check: MountCheck?,
    _ database: borrowing Database
  ) throws(LibraryError) -> Bool {
    guard let check else { return try count(target.root, database) > 0 }
    if target.isWhole, plan.found == before.found {
      let isClosed = isClosed(FilePath(bytes: []), target.root.id)
      if isClosed || check.isReplaced { return try count(target.root, database) > 0 }
    }
    let lost = plan.missing[before.missing.count...].count { check.looksUnmounted($0.file) }
    guard lost > 0 else { return false }
    return MountCheck.isAway(lost: lost, of: try count(target.root, database))
  }

  private mutating func compare(
    _ target: ScanTarget, _ ahead: WalkAhead, _ rows: inout FolderRows,
    _ check: inout MountCheck?,
    _ database: borrowing Database,
    _ visit: (Int) throws(LibraryError) -> Bool
  ) throws(LibraryError) -> Bool {
    let root = target.root.id
    let known = try KnownRows.statement(database)
    let unreadable = try unreadable(root, database)
    var visited: Set<FilePath> = []
    var devices: [FilePath: UInt64] = [:]
    var isGoingOn = true
    func goesOn() throws(LibraryError) -> Bool {
      isGoingOn = try visit(plan.found)
      return isGoingOn
    }
    while isGoingOn, let folder = try ahead.next(goesOn) {
      visited.insert(folder.path)
      if folder.device != check?.now.device { devices[folder.path] = folder.device }
      rows.note(folder)
      sideFiles.note(folder, root: root, target)
      try compare(folder, target, rows.ids[folder.path], unreadable[folder.path], known)
      _ = try goesOn()
    }
    check?.visited = visited
    check?.devices = devices
    check?.renumbered = plan.renumbered
    guard isGoingOn, !ahead.isSilent else { return false }
    check?.lostLinks = rows.links.filter { path, _ in
      !visited.contains(path) && Self.isMissing(target.root.path.appending(path))
    }
    let (seen, unseen) = ahead.result()
    closed[root, default: []] += unseen
    problems += seen.filter { target.includes($0.path.lastComponent, in: $0.path.parent) }
      .map { (root, $0) }
    for (path, id) in rows.ids(of: target)
    where target.covers(folder: path) && !visited.contains(path) && !isClosed(path, root) {
      let files = try KnownRows.files(in: id, path: path, known)
      sideFiles.note(FoundFolder(path: path), root: root, target)
      plan.compare(
        root: root, found: [], known: files.filter { target.includes($0.name, in: path) })
    }
    return true
  }

  /// Whether not even a link that leads nowhere is there.
  private static func isMissing(_ path: FilePath) -> Bool {
    do throws(PosixError) {
      _ = try path.withCString { text throws(PosixError) in
        try FileStatus(text, followingLinks: false)
      }
      return false
    } catch {
      return error.code == ENOENT
    }
  }

  /// Compares the files of one folder.
  ///
  /// - Parameter id: Its row, where it has one.
  private mutating func compare(
    _ folder: FoundFolder, _ target: ScanTarget, _ id: Int64?,
    _ unreadable: [FilePath: ScanPlan.Unreadable]?, _ known: borrowing Statement
  ) throws(LibraryError) {
    var found = folder.files
    var files: (files: [KnownFile], same: Int) = ([], 0)
    let isPart = target.name != nil || !target.unfinished.isEmpty || !folder.silent.isEmpty
    func isMeant(_ name: FilePath) -> Bool {
      target.includes(name, in: folder.path) && !folder.silent.contains(name)
    }
    if isPart { found = found.filter { isMeant($0.name) } }
    if let id {
      files = try KnownRows.differences(in: id, path: folder.path, from: &found, known)
      if isPart {
        files.files = files.files.filter { isMeant($0.name) }
      }
    }
    plan.compare(
      root: target.root.id, found: found, known: files.files, unreadable: unreadable ?? [:],
      same: files.same)
  }

  private mutating func unreadable(
    _ root: Int64, _ database: borrowing Database
  ) throws(LibraryError) -> [FilePath: [FilePath: ScanPlan.Unreadable]] {
    if let known = unreadable[root] { return known }
    let known = try KnownRows.unreadable(root: root, database).mapValues { files in
      files.filter { $0.value.isSilent || !isRetrying }
    }
    unreadable[root] = known
    return known
  }

  /// Whether nobody knows what is in a folder.
  private func isClosed(_ path: FilePath, _ root: Int64) -> Bool {
    closed[root]?.contains { path.isInside($0) } ?? false
  }

  /// How many files of a root the library knows.
  private func count(
    _ root: MusicRoot, _ database: borrowing Database
  ) throws(LibraryError) -> Int {
    Int(
      try database.number(
        """
        SELECT count(*) FROM items JOIN folders ON folders.id = folder
        WHERE root = \(root.id) AND gone IS NULL AND cue_track IS NULL
        """, during: "counting items") ?? 0)
  }

  /// Ends the comparison: what is new and what is missing are brought together.
  mutating func finish(_ database: borrowing Database) throws(LibraryError) {
    if !FormerFiles.isEmpty {
      try plan.giveBack { identity throws(LibraryError) in
        try FormerFiles.take(identity, database)
      }
    }
    if plan.hasNew, try KnownRows.areThere(database) {
      let left = try LeftFiles.of(
        plan.newIdentities, patience: patience, on: queue(), database)
      plan.miss(left)
    }
    plan.finish(hidden: plan.hasNew ? try KnownRows.hidden(database) : [])
  }

  /// Writes what needs no reading: moves, what is gone, and what is wrong in the tree.
  func apply(to writer: inout ScanWriter) throws(LibraryError) {
    for move in plan.moves { try writer.move(move) }
    for row in plan.gone { try writer.remove(row: row) }
    for (row, state) in plan.touched { try writer.touch(row: row, state) }
    try AwayRows.mark(plan.away, &writer) { place in
      let (folder, name) = (place.path.parent, place.path.lastComponent)
      return !isClosed(folder, place.root)
        && targets.contains {
          $0.root.id == place.root && $0.covers(folder: folder) && $0.includes(name, in: folder)
        }
    }
    for target in targets { try forgetProblems(target, &writer) }
    for (root, problem) in problems {
      try writer.write { writer throws(LibraryError) in
        try writer.report(problem.failure, root: root, path: problem.path)
      }
    }
    writer.count {
      $0.unchanged = plan.unchanged
      $0.away = plan.away.count
      $0.unreadable += plan.stillUnreadable.count - plan.stillSilent
    }
    try writer.refreshFolders()
    try writer.commit()
  }

  /// Forgets the problems of a target that are none any more.
  private func forgetProblems(
    _ target: ScanTarget, _ writer: inout ScanWriter
  ) throws(LibraryError) {
    for (folder, name, isOfWalk) in try known(target.root, writer.database) {
      let path = folder.appending(name)
      guard target.covers(folder: folder), target.includes(name, in: folder) else { continue }
      if isClosed(folder, target.root.id) { continue }
      let place = FilePlace(root: target.root.id, path: path)
      if isOfWalk || !plan.stillUnreadable.contains(place) {
        try writer.forgetProblem(root: target.root.id, folder: folder, name: name)
      }
    }
  }

  private func known(
    _ root: MusicRoot, _ database: borrowing Database
  ) throws(LibraryError) -> [(folder: FilePath, name: FilePath, isOfWalk: Bool)] {
    let statement = try database.prepare(
      "SELECT folder, name, size IS NULL FROM problems WHERE root = ?",
      during: "reading problems")
    statement.bind(1, root.id)
    var problems: [(FilePath, FilePath, Bool)] = []
    while try statement.step() {
      var columns = statement.columns
      let folder = FilePath(bytes: columns.blob())
      let name = FilePath(bytes: columns.blob())
      problems.append((folder, name, columns.int() == 1))
    }
    return problems
  }
}

extension ScanTarget {
  /// Whether it is a root with all that is in it.
  var isWhole: Bool { part.bytes.isEmpty && name == nil && !isShallow }

  /// Whether a file in one of its folders is meant.
  func includes(_ file: FilePath, in folder: FilePath) -> Bool {
    (name == nil || name == file)
      && (unfinished.isEmpty || !unfinished.contains(folder.appending(file)))
  }

  /// Whether a folder is looked at.
  func covers(folder: FilePath) -> Bool {
    name == nil && !isShallow ? folder.isInside(part) : folder == part
  }
}
