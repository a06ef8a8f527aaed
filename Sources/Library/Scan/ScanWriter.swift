import Media
import Posix
import Worker

/// Brings a scan's findings into the library, in short transactions that are visible as it goes.
struct ScanWriter: ~Copyable {
  /// How long a transaction may go on: others wait for it, the daemon among them.
  private static let longest: Duration = .milliseconds(15)
  /// How long others are let in between two transactions.
  private static let gap: UInt32 = 1000

  let database: Database
  private let notify: String?
  private var itemWriter: ItemWriter?
  private let problem: Statement
  private var lost: LostRows
  private var folders: [Int64: FolderRows] = [:]
  /// The one whose row was last asked for.
  private var lastFolder: (root: Int64, path: FilePath, row: Int64)?
  /// Folders in which files came, went or changed.
  private(set) var touched = TouchedFolders()

  private(set) var summary = ScanSummary()
  private(set) var version: Int64 = 0
  private var began: ContinuousClock.Instant?
  private(set) var isChanged = false
  /// Whether others can read how far the scan is.
  private var hasProgressRow = false
  /// Whether what comes last is still to be done, which the library remembers.
  private(set) var isUnfinished: Bool

  /// Made when it is first needed: most scans change nothing.
  var items: ItemWriter {
    mutating get throws(LibraryError) {
      if let itemWriter { return itemWriter }
      let writer = try ItemWriter(database)
      itemWriter = writer
      return writer
    }
  }

  /// To be called where others see a difference.
  mutating func noteChange() { isChanged = true }

  init(_ database: consuming Database, notify: String?) throws(LibraryError) {
    let problem = try database.prepare(
      "INSERT OR REPLACE INTO problems VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      during: "writing problems")
    let lost = try LostRows(database)
    isUnfinished = try Meta.number(database, .unfinished) == 1
    self.database = database
    self.lost = lost
    self.problem = problem
    self.notify = notify
  }

  // MARK: Transactions

  /// Runs `body` in the transaction that is open, or a new one; ends it when it has gone on for long.
  mutating func write(
    _ body: (inout ScanWriter) throws(LibraryError) -> Void
  ) throws(LibraryError) {
    if began == nil {
      try database.execute("BEGIN IMMEDIATE", during: "beginning to write")
      began = .now
      version = try (Meta.number(database, .version) ?? 0) + 1
    }
    do throws(LibraryError) {
      try body(&self)
    } catch {
      try? database.execute("ROLLBACK", during: "undoing")
      began = nil
      throw error
    }
    if let began, began.duration(to: .now) > Self.longest {
      try commit()
      pause()
    }
  }

  /// Ends the transaction, if there is one, and tells who wants to know.
  mutating func commit() throws(LibraryError) {
    guard began != nil else { return }
    began = nil
    if isChanged {
      try Meta.set(database, .version, .integer(version))
      try Meta.set(database, .updated, .integer(WallClock.now))
    }
    do throws(LibraryError) {
      try database.execute("COMMIT", during: "saving what was read")
    } catch {
      try? database.execute("ROLLBACK", during: "undoing")
      throw error
    }
    if isChanged {
      summary.hasChanges = true
      if let notify { UnixSocket.notify(notify, Array("changed \(version)\n".utf8)) }
    }
    isChanged = false
  }

  /// Notes in the open transaction whether what comes last is still to be done.
  mutating func mark(unfinished: Bool) throws(LibraryError) {
    guard isUnfinished != unfinished else { return }
    try Meta.set(database, .unfinished, .integer(unfinished ? 1 : 0))
    isUnfinished = unfinished
  }

  private func pause() { WallClock.sleep(microseconds: Self.gap) }

  // MARK: Findings

  /// The rows of a root's folders, with what this scan has seen of them.
  func rows(of root: Int64) throws(LibraryError) -> FolderRows {
    if let rows = folders[root] { return rows }
    return try FolderRows(root: root, database)
  }

  mutating func use(_ rows: FolderRows) { folders[rows.root] = rows }

  mutating func count(_ body: (inout ScanSummary) -> Void) { body(&summary) }

  mutating func move(_ move: FileMove) throws(LibraryError) {
    try write { writer throws(LibraryError) in
      let file = try writer.stored(move.file, root: move.root)
      try writer.touch(row: move.row)
      try writer.items.move(row: move.row, to: file, version: writer.version)
      writer.touched.insert(move.root, move.file.folder)
      writer.summary.moved += 1
      writer.isChanged = true
    }
  }

  mutating func remove(row: Int64) throws(LibraryError) {
    try write { writer throws(LibraryError) in
      try writer.touch(row: row)
      try writer.items.remove(row: row, at: WallClock.now, version: writer.version)
      writer.lost.note(row)
      writer.summary.gone += 1
      writer.isChanged = true
    }
  }

  /// Remembers that a file is another one, with the same content.
  mutating func touch(row: Int64, _ state: FileState) throws(LibraryError) {
    try write { writer throws(LibraryError) in
      let statement = try writer.database.prepare(
        "UPDATE items SET device = ?, inode = ?, born = ? WHERE row = ?", during: "writing items")
      statement.bind(1, Int64(bitPattern: state.identity.device))
      statement.bind(2, Int64(bitPattern: state.identity.inode))
      statement.bind(3, state.identity.born)
      statement.bind(4, row)
      try statement.run()
    }
  }

  /// Takes in what was read of a file. Of one that gave no tags nothing old is kept.
  mutating func take(_ result: ReadResult, of task: ReadTask) throws(LibraryError) {
    try write { writer throws(LibraryError) in
      switch result.found.outcome {
      case .success(let record):
        guard let state = result.state else { return }
        try writer.store(record, of: task, state, result)
      case .failure(let failure):
        try writer.store(failure, of: task, result)
      }
    }
  }

  private mutating func store(
    _ record: TagRecord, of task: ReadTask, _ state: FileState, _ result: ReadResult
  ) throws(LibraryError) {
    let found = task.file
    let file = StoredFile(
      folder: try folder(found.folder, root: task.root), name: found.name, state: state)
    let lostRow = task.row == nil ? try takeLost(record, name: found.name) : nil
    if let row = task.row ?? lostRow { try touch(row: row) }
    let row: Int64
    if let known = task.row ?? lostRow {
      row = known
      try items.update(row: row, file, record, result.texts, version: version)
    } else {
      row = try items.insert(
        file, record, result.texts, added: WallClock.now, version: version, database)
    }
    touched.insert(task.root, found.folder)
    // A row that is new has nothing of the kind yet.
    let isKnown = task.row ?? lostRow != nil
    if isKnown || !record.legacyText.isEmpty {
      try LegacyRows.store(record.legacyText, row: row, database)
    }
    if isKnown || result.found.cueSheet != nil {
      try PlaylistRows.storeEmbedded(result.found.cueSheet, row: row, file, database)
    }
    switch task.kind {
    case .new where lostRow != nil: summary.moved += 1
    case .new: summary.added += 1
    case .changed: summary.changed += 1
    case .moved: summary.moved += 1
    }
    isChanged = true
  }

  /// The row of a vanished file that a new one carries on, which then is not gone.
  private mutating func takeLost(
    _ record: TagRecord, name: FilePath
  ) throws(LibraryError) -> Int64? {
    guard let row = try lost.row(record, name: name, database) else { return nil }
    try FormerFiles.note(row, database)
    if lost.take(row) { summary.gone -= 1 }
    return row
  }

  /// Keeps rows without a file for files still to be read, whose they are known to be.
  mutating func claim(_ rows: Set<Int64>) { lost.claimed = rows }

  private mutating func store(
    _ failure: ReadFailure, of task: ReadTask, _ result: ReadResult
  ) throws(LibraryError) {
    if let row = task.row, task.kind == .changed || result.state != nil {
      try touch(row: row)
      try items.remove(row: row, at: WallClock.now, version: version)
      try lost.noteUnread(row, database)
      isChanged = true
    }
    // What went away while it was scanned is gone, not broken.
    if failure.kind == .vanished {
      if task.kind == .changed { summary.gone += 1 }
      return
    }
    try report(
      failure, root: task.root, path: task.file.path, result.found.isUnsure ? nil : result.state,
      isSilent: failure.kind == .video || task.file.claim == .none && !failure.isAlarming)
  }

  /// Notes the folder that a row is in.
  private mutating func touch(row: Int64) throws(LibraryError) {
    let statement = try database.prepare(
      "SELECT root, path FROM items JOIN folders ON folders.id = folder WHERE items.row = ?",
      during: "looking for a folder")
    statement.bind(1, row)
    guard try statement.step() else { return }
    var columns = statement.columns
    let root = columns.integer() ?? 0
    touched.insert(root, FilePath(bytes: columns.blob()))
  }

  /// Adds the item of a cue sheet's track.
  mutating func insert(_ file: StoredFile, _ record: TagRecord) throws(LibraryError) {
    try items.insert(file, record, added: WallClock.now, version: version, database)
  }

  /// Has all folders looked at as if files had changed in them.
  mutating func touchAll() { touched.isAll = true }

  /// Keeps what is wrong with a file or folder.
  ///
  /// - Parameters:
  ///   - state: Of a file that is not to be read again while it is like this; `nil` for what is found out
  ///     anew by each scan.
  ///   - isSilent: Whether it is kept for that alone, and nobody told.
  mutating func report(
    _ failure: ReadFailure, root: Int64, path: FilePath, _ state: FileState? = nil,
    isSilent: Bool = false
  ) throws(LibraryError) {
    problem.bind(1, root)
    problem.bind(2, path.parent.bytes)
    problem.bind(3, path.lastComponent.bytes)
    problem.bind(4, state?.size)
    problem.bind(5, state?.modified)
    let status = ScanProblem.Status(of: failure).rawValue
    problem.bind(6, isSilent ? ScanProblem.passedOver : status)
    problem.bind(7, failure.kind.rawValue)
    problem.bind(8, failure.reason)
    try problem.run()
    if !isSilent { summary.unreadable += 1 }
  }

  /// Forgets what was wrong with a file or folder.
  mutating func forgetProblem(root: Int64, folder: FilePath, name: FilePath) throws(LibraryError) {
    try write { writer throws(LibraryError) in
      let statement = try writer.database.prepare(
        "DELETE FROM problems WHERE root = ? AND folder = ? AND name = ?",
        during: "writing problems")
      statement.bind([.integer(root), .blob(folder.bytes), .blob(name.bytes)])
      try statement.run()
    }
  }

  /// Brings the rows of walked folders up to date.
  mutating func refreshFolders() throws(LibraryError) {
    try write { writer throws(LibraryError) in
      for root in writer.folders.keys.sorted() {
        let version = writer.version
        if try writer.folders[root]?.refresh(version: version, writer.database) == true {
          writer.isChanged = true
        }
      }
    }
  }

  /// Notes that a root does not answer.
  mutating func setSilent(_ root: MusicRoot) throws(LibraryError) {
    if !summary.silentRoots.contains(where: { $0.id == root.id }) {
      summary.silentRoots.append(root)
    }
    try set(root, available: false, nil)
  }

  /// Notes whether a root is there, and which folder it then is.
  mutating func set(
    _ root: MusicRoot, available: Bool, _ identity: RootIdentity?
  ) throws(LibraryError) {
    if !available, !summary.unavailableRoots.contains(where: { $0.id == root.id }) {
      summary.unavailableRoots.append(root)
    }
    let known = try RootIdentity.known(root, database)
    let isSame = identity == nil || identity == known
    guard root.isAvailable != available || !isSame else { return }
    try write { writer throws(LibraryError) in
      let statement = try writer.database.prepare(
        """
        UPDATE roots SET available = ?, device = ifnull(?, device), inode = ifnull(?, inode),
          filesystem = ifnull(?, filesystem) WHERE id = ?
        """, during: "writing its music folders")
      statement.bind(1, Int64(available ? 1 : 0))
      statement.bind(2, identity.map { Int64(bitPattern: $0.device) })
      statement.bind(3, identity.map { Int64(bitPattern: $0.inode) })
      statement.bind(4, identity?.filesystem)
      statement.bind(5, root.id)
      try statement.run()
      if root.isAvailable != available {
        try RootList.noteChange(of: root, version: writer.version, writer.database)
        writer.isChanged = true
      }
    }
  }

  /// Writes how far the scan is, for those who wait for it.
  mutating func write(_ progress: ScanProgress) throws(LibraryError) {
    hasProgressRow = true
    try write { writer throws(LibraryError) in
      try ProgressRow.write(progress, writer.database)
    }
    try commit()
  }

  /// Takes the place of a scan that was killed, where it left its progress. Without one nothing is written: most
  /// scans are over before somebody waits for them.
  mutating func replaceProgress(_ progress: ScanProgress) throws(LibraryError) {
    if try ProgressRow.read(database) != nil { try write(progress) }
  }

  /// Leaves no progress behind.
  func clearProgress() throws(LibraryError) {
    if hasProgressRow { try ProgressRow.clear(database) }
  }

  private mutating func stored(
    _ file: FoundFile, root: Int64
  ) throws(LibraryError) -> StoredFile {
    StoredFile(folder: try folder(file.folder, root: root), name: file.name, state: file.state)
  }

  mutating func folder(_ path: FilePath, root: Int64) throws(LibraryError) -> Int64 {
    // Files come folder by folder.
    if let last = lastFolder, last.root == root, last.path == path { return last.row }
    if folders[root] == nil { folders[root] = try FolderRows(root: root, database) }
    let row = try folders[root]?.row(path, database) ?? 0
    lastFolder = (root, path, row)
    return row
  }
}

extension ScanProblem.Status {
  /// What brought down its tagger is left alone; the rest gave no tags.
  init(of failure: ReadFailure) {
    switch failure.kind {
    case .crashed, .timedOut, .memory: self = .quarantined
    default: self = .unreadable
    }
  }
}

extension ReadFailure {
  /// Whether it says more than that a file is no music.
  fileprivate var isAlarming: Bool {
    switch kind {
    case .crashed, .timedOut, .memory, .permission: true
    default: false
    }
  }
}
