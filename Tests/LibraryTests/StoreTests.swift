import Media
import TestSupport
import Testing

@testable import Library

@Suite struct StoreTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("a/b/segue.db")
  }

  @Test func `a library that is not there is said not to be there, and is not made by looking`() {
    #expect(throws: LibraryError.noLibrary(path: path)) {
      try LibraryStore(path: path, access: .read)
    }
    #expect(throws: LibraryError.noLibrary(path: path)) {
      try LibraryStore(path: path, access: .read)
    }
  }

  @Test func `a new library is empty, and its folder is made`() throws {
    let store = try LibraryStore(path: path, access: .write)
    #expect(try store.items().isEmpty)
    #expect(try store.statistics() == LibraryStatistics())
    #expect(try store.roots().isEmpty)
    #expect(try store.problems().isEmpty)
    #expect(try store.folder("")?.items.isEmpty == true)
    #expect(try store.folder("x") == nil)
    #expect(try store.item(uri: "x") == nil)
    #expect(try store.runningScan() == nil)
    #expect(try LibraryStore(path: path, access: .read).version() == 0)
  }

  @Test func `a library of a newer Segue is refused`() throws {
    let database = try LibraryStore.open(path, .write, nil)
    // Who reads a file that nobody can change sees what is in itself alone.
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)"
    try database.execute("PRAGMA user_version = 3; \(checkpoint)", during: "testing")
    #expect(throws: LibraryError.readOnly(path: path)) { _ = try LibraryStore.frozen(path) }
    try database.execute("PRAGMA user_version = 99; \(checkpoint)", during: "testing")
    #expect(throws: LibraryError.tooNew(schema: 99, supported: Schema.version)) {
      _ = try LibraryStore.frozen(path)
    }
    for access in [LibraryStore.Access.read, .write] {
      #expect(throws: LibraryError.tooNew(schema: 99, supported: Schema.version)) {
        try LibraryStore(path: path, access: access)
      }
    }
  }

  @Test func `a damaged file, a folder and what lies under a file are told apart`() throws {
    try folder.write("a/b/segue.db", String(repeating: "no database ", count: 1000))
    #expect(throws: LibraryError.corrupt(path: path)) {
      try LibraryStore(path: path, access: .read)
    }
    let place = try folder.makeFolder("folder.db")
    #expect(throws: LibraryError.cannotOpen(path: place, reason: "Is a directory")) {
      try LibraryStore(path: place, access: .write)
    }
    let below = folder.path("a/b/segue.db/segue.db")
    #expect(
      throws: LibraryError.cannotOpen(path: below, reason: "Not a directory")
    ) { try LibraryStore(path: below, access: .write) }
  }

  @Test func `a lock is waited for, and told when it does not come free`() throws {
    let first = try LibraryStore.open(path, .write, nil)
    try first.execute("BEGIN IMMEDIATE", during: "testing")
    let second = try LibraryStore.open(path, .write, nil, patience: 20)
    #expect(throws: LibraryError.locked(path: path)) {
      try second.execute("BEGIN IMMEDIATE", during: "testing")
    }
    // Who reads waits for nobody.
    #expect(try LibraryStore(path: path, access: .read).items().isEmpty)
  }

  @Test func `a full disk and a library that must not be written are told, and nothing is lost`()
    throws
  {
    let database = try LibraryStore.open(path, .write, nil)
    try database.execute("PRAGMA query_only = 1", during: "testing")
    #expect(throws: LibraryError.readOnly(path: path)) {
      try RootList.add(FilePath("/x"), database)
    }
    try database.execute("PRAGMA query_only = 0", during: "testing")
    let pages = try database.number("PRAGMA page_count", during: "testing") ?? 0
    try database.execute("PRAGMA max_page_count = \(pages + 2)", during: "testing")
    #expect(throws: LibraryError.diskFull(path: path)) {
      try database.transaction(during: "testing") { database throws(LibraryError) in
        for number in 0..<1000 {
          _ = try RootList.add(
            FilePath("/\(number)" + String(repeating: "x", count: 500)), database)
        }
      }
    }
    #expect(try LibraryStore(path: path, access: .read).roots().isEmpty)
  }

  @Test func `queue and player come back as they were saved`() throws {
    let store = try LibraryStore(path: path, access: .write)
    #expect(try store.savedPlayer() == nil)
    #expect(try store.savedQueue() == SavedQueue())
    var queue = SavedQueue(
      records: (1...500).map {
        QueueRecord(
          id: UInt32.max - $0, item: .random(), album: AlbumKey(rawValue: $0 * 99),
          priority: UInt8($0 % 256))
      })
    queue.order = queue.records.map(\.id).shuffled()
    queue.details = [
      7: QueueEntryDetails(range: PlayedRange(start: 1, end: 2)),
      9: QueueEntryDetails(
        range: PlayedRange(start: 3),
        tags: [EntryTag(name: "Title", value: "x"), EntryTag(name: "Artist", value: "")]),
    ]
    try store.save(queue)
    var player = SavedPlayer()
    player.state = .paused
    player.current = .max
    player.position = .milliseconds(123_456)
    (player.random, player.repeats) = (true, true)
    (player.single, player.consume) = (.oneShot, .on)
    player.volume = 42
    player.choices = [
      SavedChoice(name: "crossfade", value: "5", usual: "0"),
      SavedChoice(name: "output a b", value: "0", usual: ""),
    ]
    player.saved = Timestamp(nanoseconds: 1_700_000_000_000_000_001)
    for durable in [true, false] { try store.save(player, durable: durable) }
    let again = try LibraryStore(path: path, access: .read)
    #expect(try again.savedQueue() == queue)
    #expect(try again.savedPlayer() == player)
    try store.save(SavedQueue())
    #expect(try again.savedQueue() == SavedQueue())
  }

  @Test func `roots have names of their own, and do not nest`() throws {
    let store = try LibraryStore(path: path, access: .write)
    #expect(try store.addRoot(FilePath("/x/music")).name == "music")
    #expect(try store.addRoot(FilePath("/y/music")).name == "music 2")
    #expect(try store.addRoot(FilePath("/y/music")).name == "music 2")
    #expect(try store.addRoot(FilePath("/x/music/part")).name == "music")
    #expect(throws: LibraryError.nestedRoot(path: "/x", root: "/x/music")) {
      try store.addRoot(FilePath("/x"))
    }
    #expect(try store.roots().map(\.path.uri) == ["/x/music", "/y/music"])
  }

  @Test func `keys of another ICU are made anew`() throws {
    let database = try LibraryStore.open(path, .write, "pl_PL.UTF-8")
    #expect(try Meta.text(database, .locale) == "pl_PL")
    try Meta.set(database, .icu, .text("1.0"))
    let root = try RootList.add(FilePath("/m"), database)
    var rows = try FolderRows(root: root.id, database)
    let row = try rows.row(FilePath(""), database)
    let writer = try ItemWriter(database)
    for name in ["b", "a", "c"] {
      let state = FileState(
        identity: FileIdentity(device: 0, inode: 0, born: 0), size: 0, modified: 0)
      let file = StoredFile(folder: row, name: FilePath(name), state: state)
      try writer.insert(file, .init(), added: 0, version: 1, database)
    }
    try database.execute("UPDATE items SET title_key = x'00'", during: "testing")
    try Rekeying.run(database)
    #expect(
      try LibraryStore(path: path, access: .read).items().map(\.uri) == ["a", "b", "c"])
    #expect(try Meta.text(database, .icu) == Rekeying.version)
  }
}
