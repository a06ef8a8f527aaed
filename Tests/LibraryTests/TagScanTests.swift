import Media
import Posix
import TestSupport
import Testing

@testable import Library

/// What tags and contents of files come to in a library.
@Suite struct TagScanTests {
  private static let sheet = """
    TITLE "Paper Boats"
    FILE "whatever.wav" WAVE
      TRACK 01 AUDIO
        TITLE "Slipway"
        REM REPLAYGAIN_TRACK_GAIN -6,20 dB
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        TITLE "Estuary"
        INDEX 01 00:01:00
    """

  @Test func `a sheet in the tags makes tracks, and one beside the file goes first`() async throws {
    let rig = try Rig()
    try rig.put(as: "a.flac")
    let run = try await ProgramRun.of([
      "metaflac", "--remove-tag=CUESHEET", "--set-tag=CUESHEET=\(Self.sheet)",
      rig.folder.path("music/a.flac"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    let sound = try FileDescriptor(opening: "\(Project.fixtures)/\(Rig.mp3)").readAll()
    try rig.folder.write("music/b.mp3", sound.dropLast(128) + Self.ape("Cuesheet", Self.sheet))
    try await rig.scan(["music"])
    let tracks = ["track0001", "track0002"]
    let uris = try rig.uris().sorted()
    #expect(uris == tracks.map { "a.flac/\($0)" } + tracks.map { "b.mp3/\($0)" })
    let first = try #require(try rig.store().item(uri: "a.flac/track0001"))
    #expect(first.tags.title == "Slipway" && first.tags.album == "Paper Boats")
    #expect(first.tags.replayGain.track?.gain == -6.2)
    #expect(first.range == CueRange(track: 1, start: 0, end: 75))

    let beside = Self.sheet.replacing("whatever.wav", with: "a.flac")
    try rig.folder.write("music/a.cue", beside)
    try await rig.scan()
    let after = try rig.uris().filter { $0.hasPrefix("a") }
    #expect(after == tracks.map { "a.cue/\($0)" })

    try rig.move("a.cue", to: "a.txt")
    try await rig.scan()
    #expect(try rig.items().map(\.uri).sorted() == uris)
  }

  @Test func `a sheet of several files has tracks in each of them`() async throws {
    let rig = try Rig()
    for name in ["one.flac", "two.flac"] { try rig.put(as: name) }
    try rig.folder.write(
      "music/disc.cue",
      """
      FILE "one.wav" WAVE
        TRACK 01 AUDIO
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          INDEX 01 00:01:00
      FILE "two.flac" WAVE
        TRACK 03 AUDIO
          INDEX 01 00:00:00
      """)
    try await rig.scan(["music"])
    let items = try rig.items().sorted { $0.uri < $1.uri }
    #expect(items.map(\.uri) == (1...3).map { "disc.cue/track000\($0)" })
    #expect(items.map(\.path.lastComponent.uri) == ["one.flac", "one.flac", "two.flac"])
    #expect(items.map { $0.range?.end } == [75, nil, nil])
  }

  @Test func `sound that TagLib does not know is an item with its length and tags`() async throws {
    let rig = try Rig()
    try rig.folder.write("music/a.dsf", Self.dsf(Self.id3(3, Array("Ébb".utf8))))
    try rig.folder.write("music/b.dff", Self.dff)
    try await rig.scan(["music"])
    let items = try rig.items().sorted { $0.uri < $1.uri }
    #expect(items.map(\.uri) == ["a.dsf", "b.dff"])
    #expect(items.map(\.audio.milliseconds) == [1000, 1000])
    #expect(items.map(\.audio.channels) == [2, 2])
    #expect(items.first?.tags.title == "Ébb")
  }

  @Test func `an encoding that the user wants goes before what is guessed`() async throws {
    let rig = try Rig()
    let night: [UInt8] = [0xCF, 0xEE, 0xEB, 0xED, 0xEE, 0xF7, 0xFC]
    let sound = try FileDescriptor(opening: "\(Project.fixtures)/\(Rig.mp3)").readAll()
    let start = sound.firstIndex(of: 0xFF) ?? 0
    try rig.folder.write("music/a.mp3", Self.id3(0, night) + sound[start...])
    try await rig.scan(["music"])
    #expect(try rig.items().first?.tags.title == "Полночь")
    var scan = rig.scan
    scan.legacyCharset = "windows-1252"
    // Nor is it forgotten when the first scan with it is cancelled once it has begun.
    let hasBegun = Flag()
    try await Self.run(scan) {
      defer { hasBegun.raise() }
      return hasBegun.isRaised
    }
    #expect(try rig.items().first?.tags.title == "Полночь")
    try await Self.run(scan)
    #expect(try rig.items().first?.tags.title == "Ïîëíî÷ü")
  }

  @Test func `files without tags, and tags with bytes that are no text, are told`() async throws {
    let rig = try Rig()
    try rig.folder.write("music/bare.dff", Self.dff)
    try rig.folder.write("music/bytes.dsf", Self.dsf([]))
    let sound = try FileDescriptor(opening: "\(Project.fixtures)/\(Rig.mp3)").readAll()
    let start = sound.firstIndex(of: 0xFF) ?? 0
    try rig.folder.write("music/c.mp3", Self.id3(3, [0x41, 0xE9, 0xFF]) + sound[start...])
    try await rig.scan(["music"])
    let problems = try rig.store().problems()
    #expect(
      problems.map(\.path.lastComponent.uri).sorted() == ["bare.dff", "bytes.dsf", "c.mp3"])
    #expect(problems.filter { $0.status == .untagged }.count == 2)
    let replaced = problems.first { $0.status == .replacedBytes }
    #expect(replaced?.reason.hasPrefix("2 bytes") == true)
    #expect(try rig.store().item(uri: "c.mp3")?.tags.title == "A\u{FFFD}\u{FFFD}")
  }

  private static func run(
    _ scan: Scan, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws {
    _ = try await withCheckedContinuation { continuation in
      scan.start([], isCancelled: isCancelled) { continuation.resume(returning: $0) }
    }.get()
  }

  /// A tag of ID3v2.4 with a title in an encoding.
  private static func id3(_ encoding: UInt8, _ title: [UInt8]) -> [UInt8] {
    let size = UInt8(title.count + 1)
    return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, size + 10] + Array("TIT2".utf8)
      + [0, 0, 0, size, 0, 0, encoding] + title
  }

  private static func ape(_ name: String, _ value: String) -> [UInt8] {
    let item = little(value.utf8.count, 4) + little(0, 4) + Array("\(name)\0\(value)".utf8)
    let counts = little(2000, 4) + little(item.count + 32, 4) + little(1, 4) + little(0, 4)
    return item + Array("APETAGEX".utf8) + counts + [UInt8](repeating: 0, count: 8)
  }

  private static let rate = 2_822_400

  /// A second of two channels of DSD in a file of Sony's.
  private static func dsf(_ tag: [UInt8]) -> [UInt8] {
    let block = 4096
    let count = (rate / 8 + block - 1) / block * block * 2
    let whole = 28 + 52 + 12 + count
    let head =
      Array("DSD ".utf8) + little(28, 8) + little(whole + tag.count, 8)
      + little(tag.isEmpty ? 0 : whole, 8)
    let numbers = [1, 0, 2, 2, rate, 1].flatMap { little($0, 4) }
    let format = Array("fmt ".utf8) + little(52, 8) + numbers
    let rest = little(rate, 8) + little(block, 4) + little(0, 4)
    let data = Array("data".utf8) + little(12 + count, 8)
    return head + format + rest + data + [UInt8](repeating: 0x69, count: count) + tag
  }

  /// The same in one of Philips's.
  private static let dff: [UInt8] = {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little(content.count, 8).reversed() + content
    }
    let properties =
      Array("SND ".utf8) + chunk("FS  ", little(rate, 4).reversed())
      + chunk("CHNL", [0, 2] + Array("SLFTSRGT".utf8))
      + chunk("CMPR", Array("DSD ".utf8) + [14] + Array("not compressed\0".utf8))
    let content =
      Array("DSD ".utf8) + chunk("FVER", [1, 5, 0, 0]) + chunk("PROP", properties)
      + chunk("DSD ", [UInt8](repeating: 0x69, count: rate / 4))
    return chunk("FRM8", content)
  }()

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
