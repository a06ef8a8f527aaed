import Media
import TestSupport
import Testing
import Worker

@testable import Tagging

/// Every track of the fixtures, compared with what other programs read in it.
@Suite struct FixtureTests {
  static let files = (try? MusicFolder.files(Project.music)) ?? []

  @Test(arguments: files)
  func `tags and sound are what ffprobe reads`(path: String) async throws {
    let record = try readTags(path).get()
    let probed = try await ProbedFile(path)
    Self.compareNames(record.tags, probed)
    Self.comparePlaces(record.tags, probed)
    try Self.compareSound(record.audio, probed)
  }

  @Test(.enabled(if: MutagenFile.isInstalled, "needs .make/venv"))
  func `lists, tempo, gains and pictures are what mutagen reads`() async throws {
    #expect(Self.files.count >= 24)
    for (path, expected) in zip(Self.files, try await MutagenFile.read(Self.files)) {
      let record = try readTags(path).get()
      // mutagen reads neither ID3v1 into lists nor RIFF INFO.
      if !expected.artists.isEmpty { #expect(record.tags.artists == expected.artists, "\(path)") }
      if !expected.genres.isEmpty { #expect(record.tags.genres == expected.genres, "\(path)") }
      #expect(record.tags.beatsPerMinute == expected.tempo, "\(path)")
      #expect(record.tags.replayGain.track?.gain == expected.trackGain, "\(path)")
      #expect(record.tags.replayGain.track?.peak == expected.trackPeak, "\(path)")
      #expect((record.tags.artworkSource == .embedded) == expected.hasPicture, "\(path)")
      let seconds = try #require(expected.seconds)
      #expect(abs(seconds - Double(record.audio.milliseconds ?? 0) / 1000) <= 0.05, "\(path)")
    }
  }

  private static func compareNames(_ tags: MediaTags, _ probed: ProbedFile) {
    #expect(tags.title == probed.tag("title"))
    #expect(joined(tags.artists) == probed.tag("artist"))
    #expect(joined(tags.albumArtists) == probed.tag("album_artist", "album artist"))
    #expect(tags.album == probed.tag("album"))
    #expect(joined(tags.genres) == probed.tag("genre"))
    #expect(joined(tags.composers) == probed.tag("composer"))
    #expect(joined(tags.comments) == probed.tag("comment"))
  }

  private static func comparePlaces(_ tags: MediaTags, _ probed: ProbedFile) {
    let track = TagValue.place(probed.tag("track"))
    let disc = TagValue.place(probed.tag("disc"))
    #expect(tags.trackNumber == track.number)
    #expect(tags.trackCount == track.count ?? TagValue.place(probed.tag("tracktotal")).number)
    #expect(tags.discNumber == disc.number)
    #expect(tags.discCount == disc.count ?? TagValue.place(probed.tag("disctotal")).number)
    #expect(tags.date?.description == probed.tag("date", "year"))
    #expect(tags.isCompilation == (probed.tag("compilation") == "1"))
  }

  private static func compareSound(_ audio: AudioProperties, _ probed: ProbedFile) throws {
    let seconds = try #require(probed.duration)
    #expect(abs(seconds - Double(audio.milliseconds ?? 0) / 1000) <= 0.05)
    #expect(audio.sampleRate == probed.number("sample_rate"))
    #expect(audio.channels == probed.number("channels"))
    let codec = try #require(probed.codec)
    #expect(audio.codec == (codec.hasPrefix("pcm") ? "pcm" : codec))
    let bits = probed.number("bits_per_raw_sample") ?? probed.number("bits_per_sample")
    if codec.hasPrefix("pcm") || ["flac", "alac", "wavpack"].contains(codec) {
      #expect(audio.bitsPerSample == bits)
    } else {
      #expect(audio.bitsPerSample == nil)
    }
  }

  private static func joined(_ list: [String]) -> String? {
    list.isEmpty ? nil : list.joined(separator: ";")
  }
}
