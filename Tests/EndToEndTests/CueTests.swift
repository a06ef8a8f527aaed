import Foundation
import TestSupport
import Testing

/// Cue sheets and what only FFmpeg reads, as a listener meets them.
@Suite struct CueTests {
  private static let sheet = """
    PERFORMER "Lantern Club"
    TITLE "Paper Boats"
    FILE "disc.wav" WAVE
      TRACK 01 AUDIO
        TITLE "Slipway"
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        TITLE "Lock Keeper"
        INDEX 00 00:01:00
        INDEX 01 00:01:37
      TRACK 03 AUDIO
        TITLE "Estuary"
        INDEX 01 00:03:11
    """

  private static func makeDisc(_ home: PrivateHome) throws -> String {
    let source = "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac"
    try home.folder.write("music/disc.flac", Data(contentsOf: URL(fileURLWithPath: source)))
    try home.folder.write("music/disc.cue", sheet)
    return home.folder.path("music")
  }

  private static func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  @Test func `a disc played track by track is heard as one continuous take`() async throws {
    let home = try PrivateHome(configuration: "[audio]\ndevice = hw:0,0\n")
    let card = try await VirtualCard(in: home.folder.path("card"), "speed=10")
    let music = try Self.makeDisc(home)
    _ = try await home.segue("scan", music)
    let play = try await home.segue("play", "--wait", "disc.cue", extra: card.environment)
    #expect(play.status == 0, "\(play.errors)")
    #expect(play.lines.last?.hasPrefix("3 tracks") == true)
    _ = try await home.segue("quit")
    let sound = home.folder.path("reference.wav")
    _ = try await ProgramRun.of(["flac", "-sdf", "\(music)/disc.flac", "-o", sound])
    #expect(try await card.differences(1, from: [sound]) == "")
  }

  @Test func `the tracks are listed with their places, and the sheet as a playlist`() async throws {
    let home = try PrivateHome()
    _ = try await home.segue("scan", try Self.makeDisc(home))
    let items = try Self.objects(try await home.segue("list", "--json").output)
    #expect(items.map { $0["uri"] as? String } == (1...3).map { "disc.cue/track000\($0)" })
    #expect(items.map { $0["cueTrack"] as? Int } == [1, 2, 3])
    #expect(items.map { $0["start"] as? Double } == [0, 1.493, 3.147])
    #expect(items.map { $0["end"] as? Double } == [1.493, 3.147, nil])
    let show = try await home.segue("playlist", "show", "disc.cue", "--json")
    #expect(try Self.objects(show.output).count == 3)
    #expect(try await home.segue("playlist", "list").lines == ["disc.cue"])
    #expect(try await home.segue("playlist", "show", "none").status == 1)
  }

  @Test func `one track of a disc is queued and played over the protocol`() async throws {
    let home = try PrivateHome()
    _ = try await home.segue("scan", try Self.makeDisc(home))
    let mpc = ["mpc", "--host", home.socket]
    #expect(try await home.segue("add", "disc.cue/track0002").status == 0)
    let listed = try await ProgramRun.of(mpc + ["ls"])
    #expect(listed.lines.contains("disc.cue"))
    let tracks = try await ProgramRun.of(mpc + ["ls", "disc.cue"])
    #expect(tracks.lines == (1...3).map { "disc.cue/track000\($0)" })
    _ = try await ProgramRun.of(mpc + ["load", "disc.cue"])
    let queue = try await ProgramRun.of(mpc + ["playlist", "--format", "%title%"])
    #expect(queue.lines == ["Lock Keeper", "Slipway", "Lock Keeper", "Estuary"])
    _ = try await home.segue("quit")
  }

  @Test func `a file under a sheet stands for its tracks`() async throws {
    let home = try PrivateHome()
    let music = try Self.makeDisc(home)
    try home.folder.write("music/list.m3u", "disc.flac\nnowhere.flac\n")
    _ = try await home.segue("scan", music)
    let tracks = (1...3).map { "disc.cue/track000\($0)" }
    for name in ["\(music)/disc.flac", "disc.flac", "disc.cue", "list.m3u", "\(music)/list.m3u"] {
      #expect(try await home.segue("add", name).lines == ["3 tracks added"], "\(name)")
    }
    let queue = try await home.segue("queue", "--format", "%file%")
    #expect(queue.lines == tracks + tracks + tracks + tracks + tracks)
    let mpc = ["mpc", "--host", home.socket]
    #expect(try await home.segue("play", "\(music)/disc.flac").status == 0)
    let played = try await ProgramRun.of(mpc + ["playlist", "--format", "%title%"])
    #expect(played.lines == ["Slipway", "Lock Keeper", "Estuary"])
    let listed = try await ProgramRun.of(mpc + ["listall", "disc.flac"])
    #expect(listed.lines == tracks)
    let all = try await ProgramRun.of(mpc + ["ls", "-f", "%file%"])
    #expect(all.lines == ["disc.cue", "list.m3u", "disc.cue"])
    _ = try await home.segue("quit")
  }

  @Test(arguments: [
    ("a.mka", "libvorbis"), ("b.webm", "libopus"), ("c.ac3", "ac3"), ("d.aac", "aac"),
    ("e.caf", "pcm_s16le"), ("f.w64", "pcm_s16le"), ("g.au", "pcm_s16be"),
  ])
  func `what only FFmpeg reads is an item with its length`(name: String, codec: String)
    async throws
  {
    let home = try PrivateHome()
    try home.folder.makeFolder("music")
    let made = try await ProgramRun.of([
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=3.3:r=48000", "-c:a", codec, "-strict",
      "-2", "-metadata", "title=Tone", home.folder.path("music/\(name)"),
    ])
    #expect(made.status == 0, "\(made.errors)")
    _ = try await home.segue("scan", home.folder.path("music"))
    let item = try #require(try Self.objects(try await home.segue("list", "--json").output).first)
    #expect(item["uri"] as? String == name)
    let duration = try #require(item["duration"] as? Double)
    #expect(abs(duration - 3.3) < 0.05)
    if ["a.mka", "b.webm", "e.caf", "g.au"].contains(name) {
      #expect(item["title"] as? String == "Tone")
    }
  }

  @Test func `a film is passed over without a word`() async throws {
    let home = try PrivateHome()
    try home.folder.makeFolder("music")
    for name in ["film.mkv", "film.mp4"] {
      _ = try await ProgramRun.of([
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-f", "lavfi", "-i",
        "testsrc=d=1:s=64x64:r=5", "-c:v", "mpeg4", "-c:a", "aac", "-strict", "-2",
        home.folder.path("music/\(name)"),
      ])
    }
    let scan = try await home.segue("scan", home.folder.path("music"))
    #expect(scan.output.hasPrefix("0 added, 0 changed, 0 moved, 0 gone, 0 unreadable"))
    #expect(try await home.segue("scan", "--report").output == "")
  }
}
