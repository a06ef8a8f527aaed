import Foundation
import Media
import TestSupport
import Testing
import Worker

@testable import Tagging

/// Formats that the fixtures do not have, written by ffmpeg, and tags written by mutagen.
@Suite struct FormatTests {
  @Test func `every format is known by its content, whatever its name says`() async throws {
    let folder = try TemporaryFolder()
    let formats: [(name: String, options: [String], codec: String, bits: Int?)] = [
      ("a.aiff", ["-c:a", "pcm_s24be"], "pcm", 24), ("a.oga", ["-c:a", "flac"], "flac", 16),
      ("a.wma", ["-c:a", "wmav2"], "wma", nil), ("a.tta", ["-c:a", "tta"], "tta", 16),
      ("a.mp2", ["-c:a", "mp2"], "mp2", nil), ("a.mp3", ["-c:a", "libmp3lame"], "mp3", nil),
      ("a.wav", ["-c:a", "pcm_f32le"], "pcm", 32), ("b.wav", ["-c:a", "pcm_alaw"], "alaw", nil),
      ("a.wv", ["-c:a", "wavpack"], "wavpack", 16), ("a.m4b", ["-f", "mp4"], "aac", nil),
    ]
    let outputs = formats.flatMap { ["-t", "2"] + $0.options + [folder.path($0.name)] }
    let source = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=440:r=44100", "-ac", "2"]
    let made = try await ProgramRun.of(source + outputs.flatMap { [$0] })
    try #require(made.status == 0, "\(made.errors)")
    for format in formats {
      let audio = try readTags(folder.path(format.name)).get().audio
      #expect(audio.codec == format.codec, "\(format.name)")
      #expect(audio.bitsPerSample == format.bits, "\(format.name)")
      #expect(audio.sampleRate == 44100, "\(format.name)")
      #expect(abs((audio.milliseconds ?? 0) - 2000) <= 80, "\(format.name)")
      let bytes = Array(try Data(contentsOf: URL(filePath: folder.path(format.name))))
      #expect(try readTags(bytes, as: "mp3").get().audio == audio, "\(format.name) as MP3")
      #expect(try readTags(bytes, as: "").get().audio == audio, "\(format.name) without extension")
    }
  }

  @Test(.enabled(if: MutagenFile.isInstalled, "needs .make/venv"))
  func `free atoms of MP4 and items of APE mean what Vorbis comments of their name do`()
    async throws
  {
    let folder = try TemporaryFolder()
    let m4a = try Self.copy("Orrin Vale/The Long Field/2-01 Scythe Song.m4a", to: folder)
    let mp3 = try Self.copy("Field Recordings/boathouse-0412.mp3", to: folder)
    _ = try await MutagenFile.run(Self.writer, [m4a, mp3])
    for path in [m4a, mp3] {
      let tags = try readTags(path).get().tags
      #expect(tags.artists == ["Anna", "Bo"])
      #expect(tags.artistDisplay == "Anna feat. Bo")
      #expect(tags.originalDate == MediaDate(year: 1999, month: 5))
      #expect(tags.replayGain == ReplayGain(track: .init(gain: -6.2, peak: 0.5)))
      #expect(tags.artworkSource == .embedded)
      #expect(tags.isCompilation)
    }
  }

  @Test(.enabled(if: MutagenFile.isInstalled, "needs .make/venv"))
  func `of several tags in an MP3 the first word counts, and the others fill its gaps`()
    async throws
  {
    let folder = try TemporaryFolder()
    let mp3 = try Self.copy("Field Recordings/boathouse-0412.mp3", to: folder)
    _ = try await MutagenFile.run(Self.layers, [mp3])
    let tags = try readTags(mp3).get().tags
    #expect(tags.title == "of ID3v2")
    #expect(tags.album == "of APE")
    #expect(tags.genres == ["Folk"])
  }

  private static func copy(_ name: String, to folder: TemporaryFolder) throws -> String {
    let path = folder.path((name as NSString).lastPathComponent)
    try FileManager.default.copyItem(atPath: Project.music + "/" + name, toPath: path)
    return path
  }

  private static let writer = """
    import sys
    from mutagen.mp4 import MP4, MP4Cover
    from mutagen.apev2 import APEv2, BINARY, APEValue
    free = {"ARTISTS": ["Anna", "Bo"], "ORIGINALDATE": ["1999-05"],
            "replaygain_track_gain": ["-6.20 dB"], "replaygain_track_peak": ["0.5"]}
    file = MP4(sys.argv[1])
    file["\\xa9ART"] = "Anna feat. Bo"
    file["cpil"] = True
    file["covr"] = [MP4Cover(b"\\x89PNG", MP4Cover.FORMAT_PNG)]
    for name, values in free.items():
        file["----:com.apple.iTunes:" + name] = [v.encode() for v in values]
    file.save()
    tag = APEv2()
    tag["Artist"] = "Anna feat. Bo"
    tag["Compilation"] = "1"
    for name, values in free.items():
        tag[name] = values
    tag["Cover Art (Front)"] = APEValue(b"cover.png\\0\\x89PNG", BINARY)
    tag.save(sys.argv[2])
    """

  private static let layers = """
    import sys
    from mutagen.apev2 import APEv2
    from mutagen.id3 import ID3, TIT2, TCON
    ape = APEv2()
    ape["Title"] = "of APE"
    ape["Album"] = "of APE"
    ape.save(sys.argv[1])
    tag = ID3()
    tag.add(TIT2(encoding=3, text="of ID3v2"))
    tag.save(sys.argv[1], v1=0)
    with open(sys.argv[1], "ab") as file:
        fields = [(b"of ID3v1", 30), (b"", 30), (b"of ID3v1", 30), (b"1998", 4), (b"", 30)]
        file.write(b"TAG" + b"".join(f.ljust(n, b"\\0") for f, n in fields) + bytes([80]))
    """
}
