import Media
import Testing

@testable import segue

/// Items that have other names elsewhere.
@Suite struct ItemMatcherTests {
  private static func item(
    _ uri: String, title: String? = nil, artist: String? = nil, album: String? = nil,
    seconds: Int64? = nil
  ) -> MediaItem {
    var tags = MediaTags()
    (tags.title, tags.album) = (title, album)
    tags.artists = artist.map { [$0] } ?? []
    var audio = AudioProperties()
    audio.milliseconds = seconds.map { $0 * 1000 }
    let time = Timestamp(nanoseconds: 0)
    return MediaItem(
      persistentID: .random(), uri: uri, path: FilePath("/srv/music/\(uri)"), tags: tags,
      audio: audio, size: 1, modified: time, added: time)
  }

  private static let items = [
    item(
      "Beatles/White Album/CD1/01.flac", title: "Back in the U.S.S.R.", artist: "The Beatles",
      album: "White Album", seconds: 163),
    item("song.mp3", title: "Intro"),
    item("A/B/Best/02.mp3", title: "Second", artist: "A", seconds: 100),
    item("C/B/Best/02.mp3", title: "Other", artist: "C", seconds: 200),
  ]

  private typealias Name = AddedDocument.Name

  @Test(
    arguments: [
      (Name(path: "/home/me/beatles/white album/CD1/01.flac"), 0),
      (Name(uri: "CD1/01.flac", title: "Back in the U.S.S.R."), 0),
      (Name(uri: "CD1/01.flac", title: "The Beatles - Back In The U.S.S.R."), 0),
      (Name(uri: "CD1/01.flac", duration: 163.4), 0),
      (Name(path: "/old/Music/song.mp3"), 1),
      (Name(uri: "x/A/B/Best/02.mp3"), 2),
      (Name(uri: "B/Best/02.mp3", duration: 199), 3),
      (Name(title: "second", artist: "a"), 2),
      (Name(title: "back in the u.s.s.r.", album: "white album"), 0),
      (Name(title: "Intro", duration: 3), nil),
      // What has a name that many have is not the only one that is there.
      (Name(uri: "Pink Floyd/The Wall/CD1/01.flac"), nil),
      (Name(uri: "Pink Floyd/The Wall/CD1/01.flac", title: "In the Flesh?"), nil),
      (Name(path: "/x/White Album/CD1/01.flac", title: "In the Flesh?"), nil),
      (Name(path: "/x/White Album/CD1/01.flac", duration: 20), nil),
      (Name(uri: "gone.mp3", title: "Intro"), nil),
      (Name(uri: "B/Best/02.mp3"), nil),
      (Name(title: "Second", artist: "C"), nil),
    ] as [(AddedDocument.Name, Int?)])
  func `an item is found where it can be no other`(name: AddedDocument.Name, place: Int?) {
    let found = ItemMatcher.Index(Self.items).find(name)
    #expect(found == place.map { Self.items[$0] })
  }
}
