import MPDProtocol
import Posix
import TestSupport
import Testing

/// Pictures as clients ask for them.
@Suite struct ArtworkTests {
  private static let python = Project.root + "/.build/venv/bin/python"
  private static let song = "art/a.flac"

  /// A daemon with a song that has a picture in it, one beside it, and one that has none.
  private static func daemon(_ folder: TemporaryFolder) throws -> RunningDaemon {
    let source = Project.music + "/Abel Marr/Low Water/01 Ebb Line.flac"
    let music = try FileDescriptor(opening: source).readAll()
    try folder.write("music/art/a.flac", music)
    try folder.write("music/art/FRONT.PNG", "the front")
    try folder.write("music/art/Cover.jpg", cover)
    try folder.write("music/art/cover.old.jpg", "not this one")
    try folder.write("music/bare/b.flac", music)
    try folder.write(
      "music/bare/disc.cue",
      "FILE b.flac WAVE\nTRACK 01 AUDIO\nINDEX 01 0:0:0\nTRACK 02 AUDIO\nINDEX 01 0:1:0\n")
    let daemon = try RunningDaemon(
      configuration: "[library]\nroot = \(folder.path)/music\n[output null]\ntype = null\n")
    try daemon.waitForScan()
    return daemon
  }

  private static let cover: [UInt8] =
    [0xFF, 0xD8, 0xFF] + (3..<20_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

  @Test(arguments: [
    ("albumart art/a.flac 0", "size: 20000"), ("albumart art/a.flac 20000", "size: 20000"),
    ("albumart art/a.flac 20001", "ACK [2@0] {albumart} Offset too large"),
    ("albumart art/a.flac x", "ACK [2@0] {albumart} Integer expected: x"),
    ("albumart art/a.flac -1", "ACK [2@0] {albumart} Number too large: -1"),
    ("albumart art 0", "ACK [50@0] {albumart} No file exists"),
    ("albumart \"\" 0", "ACK [50@0] {albumart} No file exists"),
    ("albumart bare/disc.cue/track0001 0", "ACK [50@0] {albumart} No file exists"),
    ("readpicture art/a.flac 0", "OK"), ("readpicture art/a.flac 7", "OK"),
    ("readpicture bare/disc.cue/track0002 0", "OK"), ("readpicture bare/b.flac 0", "OK"),
    ("readpicture art 0", "ACK [50@0] {readpicture} No such song"),
    ("readpicture nothing.flac 0", "ACK [50@0] {readpicture} No such song"),
    ("readcomments art/a.flac", "TITLE: Ebb Line"),
    ("readcomments art", "ACK [50@0] {readcomments} No such song"),
  ])
  func `answers without a picture are MPD's`(command: String, answer: String) async throws {
    try await blocking {
      let folder = try TemporaryFolder()
      let daemon = try Self.daemon(folder)
      let socket = try UnixSocket.connect(to: daemon.home.socket)
      try socket.write(Array("\(command)\n".utf8))
      let greeting = "OK MPD 0.24.0\n"
      var received = ""
      while received.utf8.count <= greeting.utf8.count {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = try chunk.withUnsafeMutableBytes { try socket.read(into: $0) }
        guard count > 0 else { break }
        received += String(decoding: chunk[..<count], as: UTF8.self)
      }
      #expect(received.dropFirst(greeting.count).hasPrefix("\(answer)\n"))
    }
  }

  @Test func `the cover beside a song comes in parts as large as the client wants`() async throws {
    let folder = try TemporaryFolder()
    let daemon = try await blocking { try Self.daemon(folder) }
    let mpc = try await ProgramRun.of(["mpc", "-h", daemon.home.socket, "albumart", Self.song])
    #expect(mpc.bytes == Self.cover)
    guard Program.isExecutable(Self.python) else { return }
    let script = """
      import mpd, sys
      c = mpd.MPDClient(); c.timeout = 20; c.connect(sys.argv[1])
      a = c.albumart("art/a.flac")
      for limit in (64, 1000, 5000000):
          c.binarylimit(limit)
          assert c.albumart("art/a.flac") == a
      assert c.readpicture("art/a.flac") == {}
      sys.stdout.buffer.write(a["binary"])
      """
    let run = try await ProgramRun.of([Self.python, "-c", script, daemon.home.socket])
    #expect(run.errors == "")
    #expect(run.bytes == Self.cover)
  }

  @Test func `pictures in files that only FFmpeg reads are handed out, front cover first`()
    async throws
  {
    let folder = try TemporaryFolder()
    let ffmpeg = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i"]
    for (name, size) in [("back.png", "8x8"), ("cover.png", "16x16")] {
      _ = try await ProgramRun.of(
        ffmpeg + ["color=red:s=\(size):d=0.1:r=10", "-frames:v", "1", folder.path(name)])
    }
    try folder.makeFolder("music")
    let attached = ["back.png", "cover.png"].flatMap { ["-attach", folder.path($0)] }
    let made = try await ProgramRun.of(
      ffmpeg + ["sine=d=1", "-c:a", "libvorbis"] + attached
        + ["-metadata:s:t", "mimetype=image/png", folder.path("music/a.mka")])
    #expect(made.errors == "")
    let daemon = try await blocking {
      let daemon = try RunningDaemon(
        configuration: "[library]\nroot = \(folder.path)/music\n[output null]\ntype = null\n")
      try daemon.waitForScan()
      return daemon
    }
    let run = try await ProgramRun.of(["mpc", "-h", daemon.home.socket, "readpicture", "a.mka"])
    #expect(run.bytes == (try FileDescriptor(opening: folder.path("cover.png")).readAll()))
  }

  @Test(.enabled(if: Program.isExecutable(python)))
  func `pictures in files of every kind are those that mutagen finds`() async throws {
    let folder = try TemporaryFolder()
    let made = try await ProgramRun.of(
      [Self.python, Project.root + "/Tests/Cases/make-cases", folder.path("music")]
        + ["--only", "pictures"], deadline: 120)
    #expect(made.errors == "")
    let daemon = try await blocking {
      let daemon = try RunningDaemon(
        configuration: "[library]\nroot = \(folder.path)/music\n[output null]\ntype = null\n")
      try daemon.waitForScan()
      return daemon
    }
    let script = Project.root + "/Tests/Cases/compare-pictures"
    let run = try await ProgramRun.of(
      [Self.python, script, folder.path("music"), daemon.home.socket], deadline: 60)
    #expect(run.errors == "")
    #expect(run.output == "")
    #expect(run.status == 0)
  }
}
