import Media
import Testing

@Suite struct MediaItemTests {
  @Test func `an item without tags is shown by its file's name and an unknown artist`() throws {
    let item = try Self.item("Field/boat.mp3")
    #expect(item.displayTitle == "boat.mp3")
    #expect(item.displayArtist == "Unknown Artist")
    #expect(item.time.description == "--:--")
  }

  @Test func `several artists are shown as the tag writes them, else joined`() throws {
    var item = try Self.item("a.flac")
    item.tags.artists = ["A", "B"]
    #expect(item.displayArtist == "A; B")
    item.tags.artistDisplay = "A feat. B"
    #expect(item.displayArtist == "A feat. B")
  }

  @Test func `a collection has count, total time and media types`() throws {
    var song = try Self.item("a.flac")
    song.audio.milliseconds = 3_000_500
    var book = try Self.item("b.m4b")
    book.audio.milliseconds = 722_500
    let unknown = try Self.item("c.flac")
    let collection = MediaItemCollection([song, book, unknown])
    #expect(collection.count == 3)
    #expect(collection.time.description == "1:02:03")
    #expect(collection.mediaTypes == [.music, .audioBook])
    #expect(collection.representativeItem == song)
  }

  @Test(arguments: [
    (MediaPropertyPredicate.folder("A"), ["A/x.mp3", "A/B/y.mp3"]), (.folder("A/B"), ["A/B/y.mp3"]),
    (.folder(""), ["A/x.mp3", "A/B/y.mp3", "AB/z.mp3"]), (.uri("AB/z.mp3"), ["AB/z.mp3"]),
    (.equals(.genre, "Jazz"), ["A/x.mp3"]), (.equals(.genre, "jazz"), []),
  ])
  func `a query finds what its predicate says`(
    predicate: MediaPropertyPredicate, found: [String]
  ) throws {
    var items = try ["A/x.mp3", "A/B/y.mp3", "AB/z.mp3"].map(Self.item)
    items[0].tags.genres = ["Folk", "Jazz"]
    let matching = MediaMatching {
      $0.lowercased()
    } finds: {
      $1.contains($0.text)
    }
    #expect(items.filter { MediaQuery([predicate]).matches($0, matching) }.map(\.uri) == found)
  }

  private static func item(_ uri: String) throws -> MediaItem {
    MediaItem(
      persistentID: .random(), uri: uri, path: FilePath("/music").appending(uri))
  }
}
