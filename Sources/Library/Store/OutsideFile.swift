import Media
import Posix
import Worker

/// A file that lies in no music folder, and what is in it.
public struct OutsideFile: Sendable {
  public let path: FilePath
  let state: FileState
  let record: TagRecord

  /// The file as an item that nobody can look up.
  public var item: MediaItem { item(.random(), added: Timestamp(nanoseconds: state.modified)) }

  fileprivate func item(_ id: PersistentID, added: Timestamp) -> MediaItem {
    MediaItem(
      persistentID: id, uri: path.uri, path: path, tags: record.tags, audio: record.audio,
      size: state.size, modified: Timestamp(nanoseconds: state.modified), added: added)
  }
}

/// Reads files that lie in no music folder, as a scan reads those that do.
public struct OutsideReader: ~Copyable {
  private var readers: TagReaders

  /// - Parameters:
  ///   - library: The database.
  ///   - patience: How long a worker may take for a file, in milliseconds.
  public init(
    library: String, workers: WorkerPrograms, patience: Int = 10_000
  ) throws(LibraryError) {
    readers = TagReaders(
      workers, probe: try ScanLock.emptyFile(library: library), patience: patience
    ) { false }
  }

  /// What is in a file; `nil` where it is no music, or no file that can be read.
  public mutating func read(_ path: FilePath) throws(LibraryError) -> OutsideFile? {
    guard let (file, status) = try? path.withCString(FileDescriptor.regularFile) else { return nil }
    let name = path.lastComponent
    let found = try readers.read(
      [Tagger.File(descriptor: file, fileExtension: name.fileExtension)],
      [name.bytes.withUnsafeBufferPointer { AudioFiles.claim($0) }], answers: { _ in true })
    guard case .success(let record)? = found.first?.outcome else { return nil }
    return OutsideFile(path: path, state: FileState(status), record: record)
  }
}

// Files outside of the music folders, as far as the queue knows them.
extension LibraryStore {
  /// Keeps what is in a file, and gives it an identity: that which it had when it was kept before.
  public func keep(_ file: OutsideFile, now: Timestamp) throws(LibraryError) -> MediaItem {
    try write("keeping a file outside of the library") { database throws(LibraryError) in
      let names = ["path", "size", "modified"] + RecordColumns.names
      let marks = (names + ["", ""]).map { _ in "?" }.joined(separator: ", ")
      // One that is added again is as if it came only now.
      let changes = (names.dropFirst() + ["added"]).map { "\($0) = excluded.\($0)" }.joined(
        separator: ", ")
      let statement = try database.prepare(
        """
        INSERT INTO outside (\(names.joined(separator: ", ")), id, added) VALUES (\(marks))
        ON CONFLICT (path) DO UPDATE SET \(changes) RETURNING id, added
        """, during: "keeping a file outside of the library")
      statement.bind(1, file.path.bytes)
      statement.bind(2, file.state.size)
      statement.bind(3, file.state.modified)
      RecordColumns.bind(file.record, to: statement, from: 4)
      let end = 4 + Int32(RecordColumns.names.count)
      statement.bind(end, Int64(PersistentID.random().rawValue))
      statement.bind(end + 1, now.nanoseconds)
      guard try statement.step(), let number = statement.integer(0),
        let id = PersistentID(rawValue: UInt64(bitPattern: number))
      else { return file.item }
      let item = file.item(id, added: Timestamp(nanoseconds: statement.integer(1) ?? 0))
      // Only what has come to its end is done.
      while try statement.step() {}
      return item
    }
  }

  /// Forgets all files outside of the library that were added before a time, and that nothing names any more: no queue,
  /// no playlist, no bookmark or place, and no change of those that can be taken back.
  ///
  /// - Parameter queue: What the queue has.
  public func forgetOutside(
    except queue: Set<PersistentID>, before time: Timestamp
  ) throws(LibraryError) {
    try write("forgetting files outside of the library") { database throws(LibraryError) in
      let during = "forgetting files outside of the library"
      let known = try database.prepare(
        """
        SELECT id FROM outside WHERE added < ?
          AND id NOT IN (SELECT item FROM list_entries WHERE item NOT NULL)
          AND id NOT IN (SELECT item FROM bookmarks) AND id NOT IN (SELECT item FROM resumes)
        """,
        during: during)
      known.bind(1, time.nanoseconds)
      var gone: [Int64] = []
      while try known.step() {
        guard let number = known.integer(0) else { continue }
        let id = PersistentID(rawValue: UInt64(bitPattern: number))
        if id.map({ !queue.contains($0) }) ?? true { gone.append(number) }
      }
      if gone.isEmpty { return }
      let coming = Set(try StepRows.items(database).map { Int64(bitPattern: $0.rawValue) })
      gone.removeAll { coming.contains($0) }
      let removal = try database.prepare("DELETE FROM outside WHERE id = ?", during: during)
      for number in gone {
        removal.bind(1, number)
        try removal.run()
      }
    }
  }
}

/// Looks up files outside of the library by their identities or paths.
struct OutsideItems: ~Copyable {
  private let byIdentity: Statement
  private let byPath: Statement

  init(_ database: borrowing Database) throws(LibraryError) {
    let columns = (["id", "path", "size", "modified", "added"] + RecordColumns.names)
      .joined(separator: ", ")
    let byIdentity = try database.prepare(
      "SELECT \(columns) FROM outside WHERE id = ?", during: "reading items")
    let byPath = try database.prepare(
      "SELECT \(columns) FROM outside WHERE path = ?", during: "reading items")
    self.byIdentity = byIdentity
    self.byPath = byPath
  }

  func item(_ id: PersistentID) throws(LibraryError) -> MediaItem? {
    byIdentity.bind(1, Int64(id.rawValue))
    return try Self.item(byIdentity)
  }

  func item(path: FilePath) throws(LibraryError) -> MediaItem? {
    byPath.bind(1, path.bytes)
    return try Self.item(byPath)
  }

  private static func item(
    _ statement: borrowing Statement
  ) throws(LibraryError) -> MediaItem? {
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    var columns = statement.columns
    let number = UInt64(bitPattern: columns.integer() ?? 0)
    guard let id = PersistentID(rawValue: number) else { return nil }
    let path = FilePath(bytes: columns.blob())
    let size = columns.integer() ?? 0
    let modified = Timestamp(nanoseconds: columns.integer() ?? 0)
    let added = Timestamp(nanoseconds: columns.integer() ?? 0)
    let record = RecordColumns.read(&columns)
    return MediaItem(
      persistentID: id, uri: path.uri, path: path, tags: record.tags, audio: record.audio,
      size: size, modified: modified, added: added)
  }
}
