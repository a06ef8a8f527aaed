import Posix
import TestSupport
import Testing

/// ncmpcpp, as a person uses it: what it shows, and what the daemon then says to others.
@Suite struct NcmpcppTests {
  private static let python = Project.root + "/.build/venv/bin/python"
  private static let (down, right, enter) = ("\\x1b[B", "\\x1b[C", "\\r")

  @Test(.enabled(if: Program.isExecutable(python)))
  func `ncmpcpp browses, shows tags, searches and keeps playlists`() async throws {
    let daemon = try await Self.daemon()
    try await Self.run(
      daemon,
      [
        "wait Connected to", "send 2", "wait [Kit Harrow]", "send \(Self.enter)",
        "wait [Low Water]", "send \(Self.down)\(Self.enter)", "wait Lamps on the Pier",
        "send \(Self.down)\\x20", "wait Added to",
        // What the tags say.
        "send i", "wait Filename: 02 Slack Water.flac", "wait Title: Slack Water",
        "wait Album Artist: Abel Marr", "wait Date: 2021-03-19", "wait Genre: Ambient", "send i",
        // Any: furrow
        "send 3", "wait Search mode", "send \(Self.enter)", "wait Any:",
        "send furrow\(Self.enter)", "wait furrow", "send y", "wait Found 1 song",
        "send \\x20", "send 1", "wait Playlist (2 items",
        "send S", "wait Save playlist as", "send kept\(Self.enter)", "wait saved as",
        "send 5", "wait Content (2 items)", "wait Orrin Vale - Furrow", "send q", "end",
      ])
    let queue = try await Self.ask(daemon, "playlistinfo")
    #expect(queue.contains("file: Abel Marr/Low Water/01 Ebb Line.flac\n"))
    #expect(queue.contains("file: Orrin Vale/The Long Field/1-01 Furrow.mp3\n"))
    let kept = try await Self.ask(daemon, "listplaylist kept")
    #expect(kept.split(separator: "\n").count == 3)
  }

  @Test(.enabled(if: Program.isExecutable(python)))
  func `ncmpcpp plays what is found in its library`() async throws {
    let daemon = try await Self.daemon()
    try await Self.run(
      daemon,
      [
        "wait Connected to", "send 4", "wait Mara Quill", "send \(Self.down)\(Self.down)",
        "wait A Winter in", "send \(Self.right)\(Self.right)\\x20", "wait Added to",
        "send 7", "wait null", "send \(Self.enter)", "wait disabled",
        // What it knows of outputs is as old as the volume that it shows.
        "wait Volume: n/a", "send \(Self.enter)", "wait enabled", "send @",
        "wait Songs in database: 34", "send @",
        "gone Songs in database: 34", "send 1", "wait Playlist (1 item", "send \(Self.enter)",
        "wait Playing", "send p", "wait Paused", "send z", "wait Random mode is on", "send q",
        "end",
      ])
    let status = try await Self.ask(daemon, "status")
    #expect(status.contains("\nstate: pause\n"))
    #expect(status.contains("\nrandom: 1\n"))
    let song = try await Self.ask(daemon, "currentsong")
    #expect(song.hasPrefix("file: Ines Calloway/"))
  }

  private static func daemon() async throws -> RunningDaemon {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      return daemon
    }
  }

  private static func run(_ daemon: RunningDaemon, _ steps: [String]) async throws {
    // What it has to say does not hide for long what plays.
    try daemon.home.folder.write("config/ncmpcpp/config", "message_delay_time = 1\n")
    let own = ["MPD_HOST": daemon.home.socket, "TERM": "linux"]
    let run = try await TerminalRun.of(
      ["ncmpcpp"], size: "100x30",
      environment: own.merging(daemon.home.environment) { own, _ in own }, steps)
    #expect(run.problem == "")
    #expect(run.status == 0)
  }

  private static func ask(_ daemon: RunningDaemon, _ request: String) async throws -> String {
    try await blocking { try Wire(daemon.home.socket).ask(request) }
  }
}
