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
  var items: ItemWriter
  private let problem: Statement
  private let lost: Statement
  /// Rows that this scan found without a file.
  private var removed: Set<Int64> = []
  /// Rows without a file that are known to be those of files still to be read: no other file's.
  var claimed: Set<Int64> = []
  /// Whether there are rows without a file; `nil` until that is asked.
  private var anyLost: Bool?
  /// They by their sound; `nil` until that is asked.
  private var lostSounds: LostSounds?
  private var folders: [Int64: FolderRows] = [:]
  /// Folders in which files came, went or changed.
  private(set) var touched = TouchedFolders()

  private(set) var summary = ScanSummary()
  private(set) var version: Int64 = 0
  private var began: ContinuousClock.Instant?
  private(set) var isChanged = false
  /// Whether what comes last is still to be done, which the library remembers.
  private(set) var isUnfinished: Bool

  /// To be called where others see a difference.
  mutating func noteChange() { isChanged = true }

  init(_ database: consuming Database, notify: String?) throws(LibraryError) {
    let items = try ItemWriter(database)
    let problem = try database.prepare(
      "INSERT OR REPLACE INTO problems VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      during: "writing problems")
    // A title alone says little: without one, nothing is the same.
    let lost = try database.prepare(
      """
      SELECT row FROM items WHERE gone IS NOT NULL AND cue_track IS NULL
        AND title = ? AND milliseconds = ? AND artists IS ? AND album IS ?
        AND track_number IS ? AND disc_number IS ?
      ORDER BY gone DESC
      """, during: "looking for what is gone")
    isUnfinished = try Meta.number(database, .unfinished) == 1
    self.database = database
    self.items = items
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
      writer.removed.insert(row)
      writer.anyLost = true
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
      switch result.outcome {
      case .success(let record):
        guard let state = result.state else { return }
        try writer.store(record, of: task, state, result)
      case .failure(let failure):
        try writer.store(failure, of: task, result.state)
      }
    }
  }

  private mutating func store(
    _ record: TagRecord, of task: ReadTask, _ state: FileState, _ result: ReadResult
  ) throws(LibraryError) {
    let found = task.file
    let file = StoredFile(
      folder: try folder(found.folder, root: task.root), name: found.name, state: state)
    let lostRow = task.row == nil ? try lostRow(record, name: found.name) : nil
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
    if isKnown || result.cueSheet != nil {
      try PlaylistRows.storeEmbedded(result.cueSheet, row: row, file, database)
    }
    switch task.kind {
    case .new where lostRow != nil: summary.moved += 1
    case .new: summary.added += 1
    case .changed: summary.changed += 1
    case .moved: summary.moved += 1
    }
    isChanged = true
  }

  /// Whether there are rows without a file.
  private mutating func hasLost() throws(LibraryError) -> Bool {
    if let anyLost { return anyLost }
    let found = try database.number(
      "SELECT EXISTS (SELECT 1 FROM items WHERE gone IS NOT NULL)",
      during: "looking for what is gone")
    anyLost = found == 1
    return found == 1
  }

  /// The row of a vanished file that a new file carries on: one with the same tags and duration, else one of the
  /// same sound that has something more in common with it.
  private mutating func lostRow(
    _ record: TagRecord, name: FilePath
  ) throws(LibraryError) -> Int64? {
    guard try hasLost() else { return nil }
    var found = try lostByTags(record)
    if found == nil { found = try lostBySound(record, name) }
    guard let row = found else { return nil }
    if removed.remove(row) != nil { summary.gone -= 1 }
    return row
  }

  private mutating func lostBySound(
    _ record: TagRecord, _ name: FilePath
  ) throws(LibraryError) -> Int64? {
    if lostSounds == nil { lostSounds = try LostSounds(database) }
    guard let row = lostSounds?.row(record, name: name), !claimed.contains(row) else { return nil }
    let isLost = try database.number(
      "SELECT 1 FROM items WHERE row = \(row) AND gone IS NOT NULL",
      during: "looking for what is gone")
    return isLost == nil ? nil : row
  }

  private func lostByTags(_ record: TagRecord) throws(LibraryError) -> Int64? {
    guard let title = record.tags.title, let milliseconds = record.audio.milliseconds else {
      return nil
    }
    lost.bind(1, title)
    lost.bind(2, milliseconds)
    lost.bind(3, TextList.join(record.tags.artists))
    lost.bind(4, record.tags.album)
    lost.bind(5, record.tags.trackNumber.map { Int64($0) })
    lost.bind(6, record.tags.discNumber.map { Int64($0) })
    defer { lost.reset() }
    while try lost.step() {
      if let row = lost.integer(0), !claimed.contains(row) { return row }
    }
    return nil
  }

  private mutating func store(
    _ failure: ReadFailure, of task: ReadTask, _ state: FileState?
  ) throws(LibraryError) {
    if let row = task.row, task.kind == .changed || state != nil {
      try touch(row: row)
      try items.remove(row: row, at: WallClock.now, version: version)
      anyLost = true
      isChanged = true
    }
    // What went away while it was scanned is gone, not broken.
    if failure.kind == .vanished {
      if task.kind == .changed { summary.gone += 1 }
      return
    }
    try report(
      failure, root: task.root, path: task.file.path, state,
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

  /// Notes whether a root is there, and which folder it then is.
  mutating func set(
    _ root: MusicRoot, available: Bool, _ identity: RootIdentity?
  ) throws(LibraryError) {
    if !available { summary.unavailableRoots.append(root) }
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
    try write { writer throws(LibraryError) in
      try ProgressRow.write(progress, writer.database)
    }
    try commit()
  }

  private mutating func stored(
    _ file: FoundFile, root: Int64
  ) throws(LibraryError) -> StoredFile {
    StoredFile(folder: try folder(file.folder, root: root), name: file.name, state: file.state)
  }

  mutating func folder(_ path: FilePath, root: Int64) throws(LibraryError) -> Int64 {
    if folders[root] == nil { folders[root] = try FolderRows(root: root, database) }
    return try folders[root]?.row(path, database) ?? 0
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

/// Folders of roots in which a scan has found differences.
struct TouchedFolders {
  private var folders: [Int64: Set<FilePath>] = [:]
  /// Whether all count.
  var isAll = false

  mutating func insert(_ root: Int64, _ folder: FilePath) {
    folders[root, default: []].insert(folder)
  }

  var isEmpty: Bool { folders.isEmpty && !isAll }

  func contains(_ root: Int64, _ folder: FilePath) -> Bool {
    isAll || folders[root]?.contains(folder) == true
  }

  /// Whether something lies at or below a folder.
  func reaches(_ root: Int64, below folder: FilePath) -> Bool {
    isAll || folders[root]?.contains { $0.isInside(folder) } == true
  }
}
