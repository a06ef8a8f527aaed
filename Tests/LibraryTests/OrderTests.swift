import Media
import Posix
import TestSupport
import Testing
import Worker

@testable import Library

/// The library's order, and what changes it.
@Suite struct OrderTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("segue.db")
  }

  /// An item by what decides its place.
  struct Track: Sendable {
    var folder = "f"
    var artist: String?
    var album: String?
    var title: String
    var albumArtist: String?
    var disc: Int?
    var number: Int?
    var artistSort: String?
    var titleSort: String?
    var isCompilation = false

    var record: TagRecord {
      var record = TagRecord()
      record.tags.title = title
      record.tags.artists = artist.map { [$0] } ?? []
      record.tags.album = album
      record.tags.albumArtists = albumArtist.map { [$0] } ?? []
      record.tags.discNumber = disc
      record.tags.trackNumber = number
      record.tags.artistSort = artistSort
      record.tags.titleSort = titleSort
      record.tags.isCompilation = isCompilation
      return record
    }
  }

  /// A library with these items, as a scan leaves it.
  private func fill(_ tracks: [Track], locale: String = "en_US") throws -> LibraryStore {
    let database = try LibraryStore.open(path, .write, locale)
    let root = try RootList.add(FilePath("/m"), database)
    var rows = try FolderRows(root: root.id, database)
    let writer = try ItemWriter(database)
    for (number, track) in tracks.enumerated() {
      let row = try rows.row(FilePath(track.folder), database)
      let state = FileState(
        identity: FileIdentity(device: 0, inode: 0, born: 0), size: 0, modified: 0)
      let file = StoredFile(folder: row, name: FilePath("\(number)"), state: state)
      try writer.insert(file, track.record, added: 0, version: 1, database)
    }
    try Meta.set(database, .version, .integer(1))
    for change in try VariousRows.changes(nil, database) {
      try VariousRows.make(change, database)
    }
    return try LibraryStore(path: path, access: .read)
  }

  private static func titles(_ store: LibraryStore) throws -> [String] {
    try store.items().compactMap(\.tags.title)
  }

  @Test(arguments: [
    (
      "articles do not count",
      [
        Track(artist: "Zebra", title: "z"), Track(artist: "The Beatles", title: "b"),
        Track(artist: "Abba", title: "a"), Track(artist: "Die Ärzte", title: "ä"),
        Track(artist: "Les Gammas", title: "g"),
      ], ["a", "ä", "b", "g", "z"]
    ),
    (
      "in albums and titles as well",
      [
        Track(artist: "X", album: "The Wall", title: "w"),
        Track(artist: "X", album: "Up", title: "u"),
        Track(artist: "X", album: "A Day", title: "The Beginning"),
        Track(artist: "X", album: "A Day", title: "An Arrow"),
        Track(artist: "X", album: "Zoo", title: "z"),
      ], ["An Arrow", "The Beginning", "u", "w", "z"]
    ),
    (
      "what sort tags say counts as it stands",
      [
        Track(artist: "M", title: "m"), Track(artist: "The Yes", title: "y", artistSort: "Aaa"),
        Track(artist: "No", title: "n", artistSort: "The No"),
        Track(artist: "M", title: "z", titleSort: "a"),
      ], ["y", "z", "m", "n"]
    ),
    (
      "numbers are ordered by their value",
      [
        Track(artist: "X", album: "Volume 10", title: "10"),
        Track(artist: "X", album: "Volume 9", title: "9"),
        Track(artist: "X", album: "Volume 100", title: "100"),
      ], ["9", "10", "100"]
    ),
    (
      "in an album by disc and track, what has no number last",
      [
        Track(artist: "X", album: "A", title: "five", number: 10),
        Track(artist: "X", album: "A", title: "three", disc: 2, number: 1),
        Track(artist: "X", album: "A", title: "one", number: 2),
        Track(artist: "X", album: "A", title: "four", disc: 2),
        Track(artist: "X", album: "A", title: "two"),
      ], ["one", "five", "two", "three", "four"]
    ),
    (
      "unknown albums and artists come last",
      [
        Track(artist: nil, album: "A", title: "4"), Track(artist: "X", album: nil, title: "2"),
        Track(artist: "X", album: "Zz", title: "1"), Track(artist: "ЯЯ", album: nil, title: "3"),
        Track(artist: nil, album: nil, title: "5"),
      ], ["1", "2", "3", "4", "5"]
    ),
    (
      "an album of several artists that names none stands in one piece, under various artists",
      [
        Track(folder: "mix", artist: "Abba", album: "Mix", title: "2", number: 1),
        Track(folder: "mix", artist: "Zappa", album: "Mix", title: "3", number: 2),
        Track(folder: "mix", artist: "Abba", album: "Mix", title: "4", number: 3),
        Track(folder: "abba", artist: "Abba", album: "Mix", title: "1", number: 1),
        Track(artist: "Zappa", album: "Zoot", title: "5"),
      ], ["1", "2", "3", "4", "5"]
    ),
    (
      "also where it has several discs, and beside compilations",
      [
        Track(folder: "m/CD 2", artist: "Abba", album: "Mix", title: "3", disc: 2, number: 1),
        Track(folder: "m/CD 1", artist: "Zappa", album: "Mix", title: "2", disc: 1, number: 1),
        Track(folder: "c", artist: "Yes", album: "Best", title: "1", isCompilation: true),
        Track(folder: "d", artist: "Yes", album: "Mix", title: "4", albumArtist: "Zz"),
      ], ["1", "2", "3", "4"]
    ),
  ])
  func `items come in the library's order`(why: String, tracks: [Track], titles: [String]) throws {
    let store = try fill(tracks)
    #expect(try Self.titles(store) == titles, "\(why)")
    let byArtist = MediaQuery(sort: [MediaSort(.albumArtist)])
    #expect(
      try store.items(byArtist) == byArtist.answers(among: store.items(), store.ordering()),
      "\(why)")
  }

  @Test func `artists are ordered without their articles, too`() throws {
    let store = try fill([
      Track(artist: "The Beatles", title: ""), Track(artist: "Abba", title: ""),
      Track(artist: "Cher", title: ""),
    ])
    #expect(try store.groups(by: .artist).map(\.value) == ["Abba", "The Beatles", "Cher"])
  }

  @Test func `and by what sort tags say of them`() throws {
    let store = try fill([
      Track(artist: "Abba", title: ""), Track(artist: "Björk", title: "1", artistSort: "Zz"),
      Track(artist: "Björk", title: "2"), Track(artist: "Cher", title: ""),
    ])
    #expect(try store.groups(by: .artist).map(\.value) == ["Abba", "Cher", "Björk"])
  }

  private static let words = ["Zebra", "Ähre", "Ärger", "Öl", "The Apple", "Nut"].map {
    Track(artist: $0, title: $0)
  }

  @Test func `another language and other articles order a library anew`() throws {
    let store = try fill(Self.words)
    #expect(try Self.titles(store) == ["Ähre", "The Apple", "Ärger", "Nut", "Öl", "Zebra"])
    let before = try store.version()
    let database = try LibraryStore.open(path, .write, nil)
    #expect(try Rekeying.run(database, wish: OrderWish(locale: "sv_SE.UTF-8")))
    #expect(try Self.titles(store) == ["The Apple", "Nut", "Zebra", "Ähre", "Ärger", "Öl"])
    #expect(try store.ordering() == LibraryOrder(locale: "sv_SE"))
    #expect(try store.version() > before)
    // Nothing said leaves the language, and gives back the usual articles.
    #expect(try Rekeying.run(database, wish: OrderWish(articles: [])))
    #expect(try Self.titles(store) == ["Nut", "The Apple", "Zebra", "Ähre", "Ärger", "Öl"])
    #expect(try store.ordering().articles == .none)
    #expect(try !Rekeying.run(database, wish: OrderWish(articles: [])))
    #expect(try Rekeying.run(database))
    #expect(try store.ordering() == LibraryOrder(locale: "sv_SE"))
    #expect(try !Rekeying.run(database))
  }

  @Test func `ordering anew that is interrupted shows nothing yet, and goes on`() throws {
    let names = (0..<1200).map { "Ä \($0)" } + ["Zebra"]
    let store = try fill(names.map { Track(artist: $0, title: $0) })
    let database = try LibraryStore.open(path, .write, nil)
    let wish = OrderWish(locale: "sv_SE")
    var looks = 0
    let isDone = try Rekeying.run(database, wish: wish) {
      looks += 1
      return looks > 1
    }
    #expect(!isDone)
    #expect(try Self.titles(store) == names)
    #expect(try store.ordering().locale == "en_US")
    #expect(try database.number("SELECT count(*) FROM rekeyed", during: "testing") == 500)
    // What is made is not made again, save of rows that changed since.
    try database.execute(
      """
      UPDATE rekeyed SET artist_key = x'01' WHERE row = 3;
      UPDATE rekeyed SET artist_key = x'01' WHERE row = 5;
      UPDATE items SET version = 2 WHERE row = 5;
      """, during: "testing")
    #expect(try Rekeying.run(database, wish: wish))
    #expect(try Self.titles(store) == ["Ä 2", "Zebra"] + names.dropLast().filter { $0 != "Ä 2" })
    #expect(throws: LibraryError.self) {
      try database.number("SELECT count(*) FROM rekeyed", during: "testing")
    }
  }

  @Test func `what was begun for another wish is dropped`() throws {
    let store = try fill(Self.words)
    let database = try LibraryStore.open(path, .write, nil)
    var looks = 0
    #expect(
      try !Rekeying.run(database, wish: OrderWish(locale: "sv_SE")) {
        looks += 1
        return looks > 1
      })
    #expect(try !Rekeying.run(database, wish: OrderWish(locale: "en_US")))
    #expect(try Meta.text(database, .rekeying) == nil)
    #expect(try Self.titles(store) == ["Ähre", "The Apple", "Ärger", "Nut", "Öl", "Zebra"])
  }

  @Test func `a scan orders as is wished, and keeps albums in one piece as files come and go`()
    async throws
  {
    let rig = try Rig()
    for name in ["a", "b", "c"] { try rig.put(as: "mix/\(name).flac") }
    try rig.put(as: "y.flac")
    func tag(_ file: String, artist: String, album: String) async throws {
      let run = try await ProgramRun.of([
        "metaflac", "--remove-tag=ARTIST", "--remove-tag=ALBUMARTIST", "--remove-tag=ALBUM",
        "--remove-tag=TITLE", "--set-tag=ARTIST=\(artist)", "--set-tag=ALBUM=\(album)",
        "--set-tag=TITLE=\(file)", rig.folder.path("music/\(file).flac"),
      ])
      #expect(run.status == 0, "\(run.errors)")
    }
    try await tag("mix/a", artist: "The Zoo", album: "Mix")
    try await tag("mix/b", artist: "Abba", album: "Mix")
    try await tag("mix/c", artist: "The Zoo", album: "Mix")
    try await tag("y", artist: "Yes", album: "Why")
    try await rig.scan(["music"])
    let titles = { try rig.items().compactMap(\.tags.title) }
    #expect(try Set(titles().prefix(3)) == ["mix/a", "mix/b", "mix/c"])
    #expect(try titles().last == "y")

    // By one artist alone it stands under that.
    try rig.move("mix/b.flac", to: "b.flac")
    try await rig.scan()
    #expect(try titles().first == "mix/b" && titles().dropFirst().first == "y")
    try rig.move("b.flac", to: "mix/b.flac")
    try await rig.scan()
    #expect(try titles().last == "y")

    var scan = rig.scan
    scan.order = OrderWish(locale: "en_US", articles: ["Yes"])
    #expect(try await ScanTests.run(scan, []).isReordered)
    #expect(try await !ScanTests.run(scan, []).isReordered)
  }
}
