import Media
import Testing

/// Which items are one album, and what other groups hold.
@Suite struct MediaGroupTests {
  /// An item by what decides: its folder, album, album artist, artist, release.
  struct Track: Sendable {
    var folder: String
    var album: String?
    var albumArtist: String?
    var artist: String?
    var release: String?
    var isCompilation = false

    init(
      _ folder: String, _ album: String?, by albumArtist: String? = nil, artist: String? = nil,
      release: String? = nil, isCompilation: Bool = false
    ) {
      self.folder = folder
      self.album = album
      self.albumArtist = albumArtist
      self.artist = artist
      self.release = release
      self.isCompilation = isCompilation
    }

    func item(_ number: Int) -> MediaItem {
      let uri = "\(folder)/\(number).mp3"
      var item = MediaItem(persistentID: .random(), uri: uri, path: FilePath("/m/\(uri)"))
      item.tags.album = album
      item.tags.albumArtists = albumArtist.map { [$0] } ?? []
      item.tags.artists = artist.map { [$0] } ?? []
      item.tags.musicBrainz.album = release
      item.tags.isCompilation = isCompilation
      item.audio.milliseconds = 1000
      return item
    }
  }

  @Test(arguments: [
    ("2004-11-09T08:07:06Z", "2004-W46"), ("2021-01-03T23:59:59Z", "2020-W53"),
    ("2021-01-04T00:00:00Z", "2021-W01"), ("2024-12-30T12:00:00Z", "2025-W01"),
    ("1970-01-01T00:00:00Z", "1970-W01"), ("2016-01-01T00:00:00Z", "2015-W53"),
  ])
  func `a moment has its day, its week and its month`(text: String, week: String) throws {
    let moment = try #require(Timestamp(text))
    #expect(MediaGrouping.addedWeek.period(of: moment) == week)
    #expect(MediaGrouping.addedDay.period(of: moment) == String(text.prefix(10)))
    #expect(MediaGrouping.addedMonth.period(of: moment) == String(text.prefix(7)))
    #expect(MediaGrouping.genre.period(of: moment) == nil)
  }

  @Test(arguments: [
    (
      "album and album artist are the same, wherever the files lie",
      [Track("a", "Low", by: "X", artist: "X"), Track("b", "Low", by: "X", artist: "Y")],
      ["X · Low · 2"]
    ),
    (
      "equal names by different artists are different albums",
      [Track("a", "Hits", by: "X"), Track("a", "Hits", by: "Y")], ["X · Hits · 1", "Y · Hits · 1"]
    ),
    (
      "without an album artist, a folder whose artists differ is one album",
      [
        Track("a", "Mix", artist: "X"), Track("a", "Mix", artist: "Y"),
        Track("a", "Mix", artist: "X"),
      ],
      ["Various Artists · Mix · 3"]
    ),
    (
      "and another folder of the same name is another one",
      [
        Track("a", "Mix", artist: "X"), Track("a", "Mix", artist: "Y"),
        Track("b", "Mix", artist: "X"),
        Track("b", "Mix", artist: "Z"),
      ], ["Various Artists · Mix · 2", "Various Artists · Mix · 2"]
    ),
    (
      "without an album artist, the same artist makes one album of two folders",
      [Track("a", "Low", artist: "X"), Track("b", "Low", artist: "X")], ["X · Low · 2"]
    ),
    (
      "folders of discs are one album, though artists differ",
      [
        Track("a/CD1", "Mix", artist: "X"), Track("a/CD1", "Mix", artist: "Y"),
        Track("a/cd 2", "Mix", artist: "Z"), Track("a/Disc-03", "Mix", artist: "X"),
      ], ["Various Artists · Mix · 4"]
    ),
    (
      "a compilation is one album",
      [
        Track("a", "Mix", artist: "X", isCompilation: true),
        Track("b", "Mix", artist: "Y", isCompilation: true),
      ], ["Various Artists · Mix · 2"]
    ),
    (
      "folders that name different releases are different albums",
      [
        Track("a", "Low", by: "X", release: "1"), Track("a", "Low", by: "X"),
        Track("b", "Low", by: "X", release: "2"), Track("c", "Low", by: "X", release: "1"),
      ], ["X · Low · 3", "X · Low · 1"]
    ),
    (
      "two releases named in one folder are one album",
      [Track("a", "Low", by: "X", release: "1"), Track("a", "Low", by: "X", release: "2")],
      ["X · Low · 2"]
    ),
    (
      "items without an album are kept apart by artist",
      [Track("a", nil, artist: "X"), Track("a", nil, artist: "X"), Track("b", nil)],
      ["X · - · 2", "- · - · 1"]
    ),
  ])
  func `albums are kept whole`(rule: String, tracks: [Track], albums: [String]) {
    var maker = MediaGroupMaker(.album)
    for (number, track) in tracks.enumerated() {
      maker.add(MediaGroupMember(track.item(number), .album))
    }
    let found = maker.finish().map {
      "\($0.albumArtist ?? "-") · \($0.value ?? "-") · \($0.count)"
    }
    #expect(found == albums, "\(rule)")
  }

  @Test func `an item counts once in each group of its values`() throws {
    var item = Track("a", "Low", artist: "X").item(1)
    item.tags.genres = ["Rock", "Jazz", "Rock"]
    item.tags.date = MediaDate(year: 1987, month: 5)
    func groups(_ grouping: MediaGrouping) -> [String] {
      var maker = MediaGroupMaker(grouping)
      maker.add(MediaGroupMember(item, grouping))
      return maker.finish().map { "\($0.value ?? "none") \($0.count) \($0.time)" }
    }
    #expect(groups(.genre) == ["Rock 1 00:01", "Jazz 1 00:01"])
    #expect(groups(.year) == ["1987 1 00:01"])
    #expect(groups(.decade) == ["1980s 1 00:01"])
    #expect(groups(.folder) == ["a 1 00:01"])
    #expect(groups(.composer) == ["none 1 00:01"])
  }
}
