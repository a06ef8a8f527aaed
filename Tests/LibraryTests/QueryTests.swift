import Media
import TestSupport
import Testing
import Worker

@testable import Library

/// The engine in SQL against the meaning of queries, over a library made at random.
@Suite struct QueryTests {
  private static let texts = [
    "", "a", "A", "ä", "a\u{308}", "a\u{1F}b", "b", "a;b", "%", "_", "'", "\"", "a\u{0}b", "日本",
    "Ł", "a/b",
  ]
  private static let folders = ["", "a", "a/b", "a/b/c", "ab", "A", "ä", "%", "a0", "a\\xFF"]
  private static let names = ["a", "b.mp3", "é.mp3", "a\\xFF", "%.mp3"]

  @Test(arguments: [1, 2])
  func `SQL and the meaning of a query agree`(roots: Int) throws {
    let seed = UInt64(roots) * 7919
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.path("segue.db")
    try Self.fill(path, roots: roots, &random)
    let store = try LibraryStore(path: path, access: .read)
    let all = try store.items()
    #expect(all.count > 60)
    for _ in 0..<Effort.count(3_000) {
      let query = Self.query(&random, all)
      var expected = all.filter(query.matches)
      #expect(try store.count(query) == expected.count, "seed \(seed): \(query)")
      if let window = query.window {
        expected = Array(expected.dropFirst(window.lowerBound).prefix(window.count))
      }
      let found = try store.items(query)
      #expect(found == expected, "seed \(seed): \(query)")
      var batches: [MediaItem] = []
      try store.forEachBatch(query, size: 25) {
        batches += $0
        return true
      }
      #expect(batches == expected, "seed \(seed): \(query)")
    }
    for item in all.prefix(50) {
      #expect(try store.item(item.id) == item)
      #expect(try store.item(path: item.path) == item)
    }
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
    var writer = try ItemWriter(database)
    for number in 0..<roots {
      let root = try RootList.add(FilePath("/music\(number)/a"), database)
      var rows = try FolderRows(root: root.id, database)
      for folder in folders + ["raw"] {
        var path = FilePath(folder)
        if folder == "raw" { path = FilePath(bytes: [0x61, 0xFF]) }
        let row = try rows.row(path, database)
        for name in names.map({ FilePath($0) }) + [FilePath(bytes: [0x61, 0xFF])] {
          let state = FileState(
            identity: FileIdentity(device: 1, inode: 2, born: 3), size: 4, modified: 5)
          let file = StoredFile(folder: row, name: name, state: state)
          try writer.insert(file, record(&random), added: 1, version: 1, database)
        }
      }
    }
    try database.execute("COMMIT", during: "testing")
  }

  private static func record(_ random: inout SeededGenerator) -> TagRecord {
    func text(_ random: inout SeededGenerator) -> String? {
      Bool.random(using: &random) ? texts.randomElement(using: &random) : nil
    }
    func list(_ random: inout SeededGenerator) -> [String] {
      (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in text(&random) }
    }
    var record = TagRecord()
    record.tags.title = text(&random)
    record.tags.album = text(&random)
    record.tags.artists = list(&random)
    record.tags.albumArtists = list(&random)
    record.tags.genres = list(&random)
    record.tags.composers = list(&random)
    record.tags.discNumber = [nil, 1, 2].randomElement(using: &random) ?? nil
    record.tags.trackNumber = [nil, 1, 2, 10].randomElement(using: &random) ?? nil
    return record
  }

  private static func query(_ random: inout SeededGenerator, _ all: [MediaItem]) -> MediaQuery {
    var query = MediaQuery()
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      query.predicates.append(predicate(&random, all))
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      let start = Int.random(in: 0...80, using: &random)
      query.window = start..<(start + Int.random(in: 0...60, using: &random))
    }
    return query
  }

  private static func predicate(
    _ random: inout SeededGenerator, _ all: [MediaItem]
  ) -> MediaPropertyPredicate {
    let item = all.randomElement(using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .persistentID(item?.id ?? .random())
    case 1:
      let before = ["", "", "/", "a 2/"].randomElement(using: &random) ?? ""
      return .uri(before + (item?.uri ?? ""))
    case 2: return .uri(folders.randomElement(using: &random) ?? "")
    case 3:
      let folder = folders.randomElement(using: &random) ?? ""
      let before = ["", "", "a/", "a 2/", "x/", "/"].randomElement(using: &random) ?? ""
      let after = ["", "", "/", "/b.mp3", "//"].randomElement(using: &random) ?? ""
      return .folder(before + folder + after)
    default:
      let property = MediaTextProperty.allCases.randomElement(using: &random) ?? .title
      return .equals(property, texts.randomElement(using: &random) ?? "")
    }
  }
}
