import Media
import TestSupport
import Testing
import Worker

@testable import Library

/// The engine in SQL against the meaning of queries, over a library made at random.
@Suite struct QueryTests {
  private static let names = ["a", "b.mp3", "é.mp3", "a\\xFF", "%.mp3"]

  @Test(arguments: [1, 2])
  func `SQL and the engine in memory agree`(roots: Int) async throws {
    try await blocking { try Self.compare(roots: roots) }
  }

  private static func compare(roots: Int) throws {
    let seed = UInt64(roots) * 7919
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.path("segue.db")
    try Self.fill(path, roots: roots, &random)
    try Database(opening: path, creating: false, patience: 1000).execute(
      """
      UPDATE items SET plays = row % 5, skips = row % 4, last_played = row * 1000000000,
      user_rating = row % 11, liked = row % 3 WHERE row % 2 = 0
      """, during: "testing")
    let store = try LibraryStore(path: path, access: .read)
    let all = try store.items()
    #expect(all.count > 60)
    let playlists = try Self.keepPlaylists(path, all, &random)
    let places = MediaPlaces(roots: try store.roots().map(\.name), playlists: playlists)
    #expect(try store.queueItems(all.map(\.persistentID)) == all.map { QueueItem($0) })
    var hits = 0
    for number in 0..<Effort.count(10_000) {
      let query = RandomQuery.query(&random, all)
      let found = try store.items(query)
      let expected = try query.answers(among: all, store.ordering(), playlists: playlists)
      #expect(found == expected, "seed \(seed), \(number): \(query)")
      hits += found.isEmpty ? 0 : 1
      if number % 4 == 0 {
        let grouping = MediaGrouping.allCases.randomElement(using: &random) ?? .album
        try Self.compareMore(
          query, grouping, expected, all, store, places, "seed \(seed)", &random)
      }
      if found != expected { break }
    }
    #expect(hits > Effort.count(10_000) / 4, "the queries should find something")
    for item in all.prefix(50) {
      #expect(try store.item(item.id) == item)
      #expect(try store.item(path: item.path) == item)
    }
  }

  /// Playlists of some items, one of them with an entry that is none, and one in a folder.
  private static func keepPlaylists(
    _ path: String, _ all: [MediaItem], _ random: inout SeededGenerator
  ) throws -> [String: Set<PersistentID>] {
    let writer = try LibraryStore(path: path, access: .write)
    var playlists: [String: Set<PersistentID>] = [:]
    for name in RandomQuery.playlists.prefix(2) {
      let items = all.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      let lost = [StoredPlaylistEntry(item: nil, uri: "lost")]
      try writer.savePlaylist(
        name, items.map { StoredPlaylistEntry($0) } + lost, .create,
        now: Timestamp(nanoseconds: 1))
      playlists[name] = Set(items.map(\.persistentID))
    }
    for query in RandomQuery.saved {
      let now = Timestamp(nanoseconds: 1)
      try writer.save(query, now: now)
      let found = try query.query(now: now).answers(
        among: all, writer.ordering(), playlists: playlists)
      playlists[query.name] = Set(found.map(\.persistentID))
    }
    return playlists
  }

  /// Counts, batches, sections and groups.
  private static func compareMore(
    _ query: MediaQuery, _ grouping: MediaGrouping, _ expected: [MediaItem], _ all: [MediaItem],
    _ store: LibraryStore, _ places: MediaPlaces, _ seed: String,
    _ random: inout SeededGenerator
  ) throws {
    let playlists = places.playlists
    #expect(
      try store.count(query) == query.matching(all, playlists: playlists).count, "\(seed): \(query)"
    )
    var batches: [MediaItem] = []
    try store.forEachBatch(query, size: 25) {
      batches += $0
      return true
    }
    #expect(batches == expected, "\(seed): \(query)")
    #expect(try store.orderedIdentities(query) == expected.map(\.persistentID), "\(seed): \(query)")
    let sectioning = MediaSectioning.allCases.randomElement(using: &random) ?? .title
    for sorted in [
      query, MediaQuery(query.predicates, sort: sectioning.sort, window: query.window),
    ] {
      #expect(
        try store.sections(sorted, by: sectioning)
          == sorted.sections(by: sectioning, among: all, store.ordering(), playlists: playlists),
        "\(seed): \(sectioning) of \(sorted)")
    }
    #expect(
      try store.groups(by: grouping, query)
        == query.groups(by: grouping, among: all, store.ordering(), places),
      "\(seed): \(grouping) of \(query)")
  }

  @Test func `items are gathered by what they have`() throws {
    var random = SeededGenerator(seed: 5)
    let folder = try TemporaryFolder()
    try Self.fill(folder.path("segue.db"), roots: 2, &random)
    let store = try LibraryStore(path: folder.path("segue.db"), access: .read)
    let all = try store.items()
    for _ in 0..<Effort.count(300) {
      let query = MediaQuery(RandomQuery.query(&random, all).predicates)
      let properties = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        MediaTextProperty.allCases.randomElement(using: &random) ?? .title
      }
      var expected: [[[String]]: MediaTally] = [:]
      let matching = MediaMatching.library()
      for item in all where query.matches(item, matching) {
        let values = properties.map { $0.values(of: item) }
        // Bytes, since texts that only look the same are not the same value.
        let key = values.map { $0.map { String(describing: Array($0.utf8)) } }
        var tally = expected[key] ?? MediaTally(values: values, count: 0, milliseconds: 0)
        tally.count += 1
        tally.milliseconds += item.audio.milliseconds ?? 0
        expected[key] = tally
      }
      if expected.isEmpty, properties.isEmpty {
        expected[[]] = MediaTally(values: [], count: 0, milliseconds: 0)
      }
      #expect(Set(try store.tallies(of: properties, query)) == Set(expected.values), "\(query)")
    }
  }

  @Test func `places are in the order of the folders' listing`() throws {
    var random = SeededGenerator(seed: 11)
    let folder = try TemporaryFolder()
    try Self.fill(folder.path("segue.db"), roots: 2, &random)
    let store = try LibraryStore(path: folder.path("segue.db"), access: .read)
    let listed = try #require(try store.tree("")).compactMap { entry in
      if case .item(let item) = entry { item.uri } else { nil }
    }
    let found = try store.items(MediaQuery(sort: [MediaSort(.place)])).map(\.uri)
    #expect(found.sorted() == listed.sorted())
    // Folders whose names are ordered alike may come either way.
    let first = Set(listed.indices.filter { listed[$0] != found[$0] }.map { listed[$0] })
    #expect(first.isEmpty, "\(first.sorted())")
  }

  @Test func `a regular expression that never ends costs a moment and is refused`() throws {
    var random = SeededGenerator(seed: 3)
    let folder = try TemporaryFolder()
    let path = folder.path("segue.db")
    try Self.fill(path, roots: 1, &random)
    let database = try LibraryStore.open(path, .write, "en_US.UTF-8")
    let text = String(repeating: "a", count: 60) + "b"
    try database.execute("UPDATE items SET title = '\(text)'", during: "testing")
    let store = try LibraryStore(path: path, access: .read)
    let query = MediaQuery([.pattern(.title, MediaPattern("^(a+)+$"))])
    #expect(throws: LibraryError.patternTakesTooLong) { try store.items(query) }
    #expect(throws: LibraryError.patternTakesTooLong) { try query.matching(store.items()) }
    #expect(query.matches(try #require(try store.items().first)) == false)
  }

  /// Each text is answered, none costs more steps than one may; together they took minutes.
  @Test func `a regular expression that is slow for every text is refused in both engines`() throws
  {
    var random = SeededGenerator(seed: 3)
    let folder = try TemporaryFolder()
    let path = folder.path("segue.db")
    try Self.fill(path, roots: 1, &random)
    let database = try Database(
      opening: path, creating: false, patience: 1000,
      patterns: PatternBudget(.milliseconds(20)))
    let text = String(repeating: "a", count: 80)
    try database.execute("UPDATE items SET title = '\(text)'", during: "testing")
    let slow = "[^x]*[^x]*[^x]*[yz]"
    let count = { (pattern: String) throws(LibraryError) in
      try database.number(
        "SELECT count(*) FROM items WHERE segue_pattern(title, 'single', 0, '\(pattern)')",
        during: "testing")
    }
    let all = try LibraryStore(path: path, access: .read).items()
    #expect(throws: LibraryError.patternTakesTooLong) { try count(slow) }
    #expect(try count("^a+$") == Int64(all.count), "the next query has a budget of its own")
    let query = MediaQuery([.pattern(.title, MediaPattern(slow))])
    #expect(throws: LibraryError.patternTakesTooLong) {
      try query.matching(all, PatternBudget(.milliseconds(20)))
    }
  }

  @Test(arguments: [("*a", 0), ("ab(", 3), ("(*UCP)*a", 6), ("(*UCP)é\\", 9), ("a)", 1)])
  func `what is wrong with a regular expression is told with its place`(text: String, place: Int) {
    let mistake = #expect(throws: PatternMatcher.Mistake.self) {
      _ = try PatternMatcher(MediaPattern(text))
    }
    #expect(mistake?.offset == place)
  }

  @Test(arguments: ["(*UCP)^\\wb$", "é|x", "^(?i)É", "(?x) b # the end", ""])
  func `a regular expression means what it says`(text: String) throws {
    var matcher = try PatternMatcher(MediaPattern(text))
    let isFound = matcher.finds(in: "éb")
    #expect(isFound)
  }

  @Test func `items without an order of their own come in one order through every door`() throws {
    var random = SeededGenerator(seed: 3)
    let folder = try TemporaryFolder()
    try Self.fill(folder.path("segue.db"), roots: 1, &random)
    let store = try LibraryStore(path: folder.path("segue.db"), access: .read)
    let all = try store.items()
    #expect(try store.items(all.reversed().map(\.id)) == all.reversed())
    var rows: [LibraryRow] = []
    try store.forEachRows(size: 10) {
      rows += $0
      return rows.count < 50
    }
    #expect(rows.map(\.item) == Array(all.prefix(50)))
    #expect(
      rows.allSatisfy {
        $0.searchText.split(separator: "\u{1F}", omittingEmptySubsequences: false).count == 7
      })
  }

  private static func fill(
    _ path: String, roots: Int, _ random: inout SeededGenerator
  ) throws {
    let database = try LibraryStore.open(path, .write, "en_US.UTF-8")
    try database.execute("BEGIN", during: "testing")
    let writer = try ItemWriter(database)
    for number in 0..<roots {
      let root = try RootList.add(FilePath("/music\(number)/a"), database)
      var rows = try FolderRows(root: root.id, database)
      for folder in RandomQuery.folders + ["raw"] {
        var path = FilePath(folder)
        if folder == "raw" { path = FilePath(bytes: [0x61, 0xFF]) }
        let row = try rows.row(path, database)
        if Int.random(in: 0..<3, using: &random) == 0 {
          try database.execute(
            "UPDATE folders SET cover = x'41' WHERE id = \(row)", during: "testing")
        }
        for name in names.map({ FilePath($0) }) + [FilePath(bytes: [0x61, 0xFF])] {
          let state = FileState(
            identity: FileIdentity(device: 1, inode: 2, born: 3),
            size: Int64.random(in: 1...3, using: &random),
            modified: Int64.random(in: 1...3, using: &random))
          let file = StoredFile(folder: row, name: name, state: state)
          try writer.insert(
            file, record(&random), added: Int64.random(in: 1...3, using: &random), version: 1,
            database)
        }
      }
    }
    for change in try VariousRows.changes(nil, database) {
      try VariousRows.make(change, database)
    }
    try database.execute("COMMIT", during: "testing")
  }

  private static func record(_ random: inout SeededGenerator) -> TagRecord {
    func text(_ random: inout SeededGenerator) -> String? {
      Bool.random(using: &random) ? RandomQuery.texts.randomElement(using: &random) : nil
    }
    func list(_ random: inout SeededGenerator) -> [String] {
      (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
        // What separates values is made a space before they are stored.
        text(&random)?.replacing("\u{1F}", with: " ")
      }
    }
    func number(_ random: inout SeededGenerator) -> Int? {
      RandomQuery.numbers.randomElement(using: &random) ?? nil
    }
    var record = TagRecord()
    record.tags.title = text(&random)
    record.tags.album = text(&random)
    record.tags.artists = list(&random)
    record.tags.albumArtists = list(&random)
    if record.tags.artists.count > 1 {
      record.tags.artistDisplay = text(&random)
    }
    record.tags.genres = list(&random)
    record.tags.composers = list(&random)
    record.tags.labels = list(&random)
    record.tags.comments = list(&random)
    record.tags.work = text(&random)
    record.tags.performers = list(&random)
    record.tags.musicBrainz.artists = list(&random)
    record.tags.movementNumber = number(&random)
    record.tags.albumArtistDisplay = record.tags.albumArtists.count > 1 ? text(&random) : nil
    record.tags.artistSort = text(&random)
    record.tags.composerSort = Int.random(in: 0..<3, using: &random) == 0 ? text(&random) : nil
    record.tags.albumSort = Int.random(in: 0..<4, using: &random) == 0 ? text(&random) : nil
    record.tags.albumArtistSort = Int.random(in: 0..<4, using: &random) == 0 ? "the z" : nil
    record.tags.titleSort = Int.random(in: 0..<5, using: &random) == 0 ? text(&random) : nil
    record.tags.isCompilation = Int.random(in: 0..<5, using: &random) == 0
    record.tags.discNumber = [nil, 1, 2].randomElement(using: &random) ?? nil
    record.tags.trackNumber = number(&random)
    record.tags.date = RandomQuery.dates.randomElement(using: &random) ?? nil
    record.tags.originalDate = RandomQuery.dates.randomElement(using: &random) ?? nil
    record.tags.rating = number(&random)
    record.tags.musicBrainz.album = [nil, nil, "x", "y"].randomElement(using: &random) ?? nil
    record.tags.artworkSource = Bool.random(using: &random) ? .embedded : nil
    record.audio.milliseconds = number(&random).map { Int64($0) * 1000 }
    record.audio.sampleRate = number(&random)
    record.audio.codec = [nil, "flac", "mp3"].randomElement(using: &random) ?? nil
    return record
  }
}
