import Posix
import TestSupport
import Testing

/// Everything that mpc can be told, and what came of it as another client sees it.
@Suite struct MPCTests {
  @Test(arguments: MPCScript.all)
  func `mpc's commands do what they say`(script: MPCScript) async throws {
    let daemon = try await Self.daemon()
    for step in script.steps {
      let run = try await Self.run(daemon, step.arguments)
      #expect(run.status == 0 && run.errors == "", "\(step.arguments): \(run.errors)")
      #expect(run.output.hasPrefix(step.prints), "\(step.arguments): \(run.output.prefix(200))")
      guard let (request, answer) = step.then else { continue }
      let lines = try await Self.ask(daemon, request).split(separator: "\n")
      // A number may have a fraction; what has nothing to tell says just that.
      let isThere = lines.contains { $0 == answer || $0.hasPrefix(answer + ".") }
      #expect(isThere && (answer != "OK" || lines.count == 1), "\(step.arguments): \(lines)")
    }
  }

  @Test func `mpc brings pictures as they are`() async throws {
    let daemon = try await Self.daemon()
    let music = "Abel Marr/Low Water/"
    let beside = try await Self.run(daemon, ["albumart", music + "01 Ebb Line.flac"])
    let cover = try FileDescriptor(opening: "\(Project.music)/\(music)cover.jpg").readAll()
    #expect(beside.bytes == cover)
    let song = "Orrin Vale/The Long Field/1-01 Furrow.mp3"
    let within = try await Self.run(daemon, ["readpicture", song])
    let ffmpeg = try await ProgramRun.of([
      "ffmpeg", "-v", "error", "-i", "\(Project.music)/\(song)", "-map", "0:v", "-c", "copy",
      "-f", "image2pipe", "-",
    ])
    #expect(within.bytes == ffmpeg.bytes && !within.bytes.isEmpty)
  }

  private static let refused: [(arguments: [String], errors: String)] = [
    (["pause-if-playing"], ""),
    (["listneighbors"], "MPD error: unknown command \"listneighbors\"\n"),
    (["mount"], "MPD error: unknown command \"listmounts\"\n"),
    (["mount", "x", "nfs://y"], "MPD error: unknown command \"mount\"\n"),
    (["unmount", "x"], "MPD error: unknown command \"unmount\"\n"),
    (["add", "http://example.org/"], "Unsupported URI scheme\n"),
    (["load", "nope"], "MPD error: No such playlist\n"),
    (["outputset", "1", "a=b"], "MPD error: Unsupported attribute\n"),
  ]

  @Test func `what there is not, mpc is told`() async throws {
    let daemon = try await Self.daemon()
    for (arguments, errors) in Self.refused {
      let run = try await Self.run(daemon, arguments)
      #expect(run.status != 0, "\(arguments)")
      #expect(run.errors.hasSuffix(errors), "\(arguments): \(run.errors)")
    }
  }

  /// Those that wait, and are ended by what another client does.
  private static let waiting = [
    ("mpc -h \"$1\" idle mixer", "mixer\n"),
    ("mpc -h \"$1\" idleloop mixer | head -n 2", "mixer\nmixer\n"),
    ("mpc -h \"$1\" --wait current", "Abel Marr - "),
  ]

  @Test(arguments: waiting)
  func `mpc hears of changes`(command: String, prints: String) async throws {
    let daemon = try await Self.daemon()
    _ = try await Self.run(daemon, ["add", "Abel Marr"])
    // It may not have listened yet when something changed, so it changes again.
    let changes = Task {
      var volume = 10
      while !Task.isCancelled {
        volume = 30 - volume
        _ = try await Self.ask(daemon, "setvol \(volume)")
        _ = try await Self.ask(daemon, "play \(volume / 20)")
      }
    }
    defer { changes.cancel() }
    let run = try await ProgramRun.of(["sh", "-c", command, "sh", daemon.home.socket])
    #expect(run.output.hasPrefix(prints))
  }

  @Test(arguments: [
    "mpc -h \"$1\" waitmessage room", "mpc -h \"$1\" subscribe room | head -n 1",
  ])
  func `mpc hears messages`(command: String) async throws {
    let daemon = try await Self.daemon()
    async let heard = ProgramRun.of(["sh", "-c", command, "sh", daemon.home.socket])
    // As soon as it listens there, and as often as it takes to end it.
    let messages = Task {
      while !Task.isCancelled { _ = try await Self.run(daemon, ["sendmessage", "room", "hello"]) }
    }
    defer { messages.cancel() }
    #expect(try await heard.output.contains("hello"))
  }

  @Test func `no command of mpc's is left out`() async throws {
    let help = try await ProgramRun.of(["mpc", "help"])
    let known = help.lines.compactMap { line -> String? in
      let words = line.split(separator: " ")
      guard line.hasPrefix("  mpc "), words.count > 1, words[1].first?.isLetter == true
      else { return nil }
      return String(words[1])
    }
    #expect(known.count >= 60)
    let elsewhere = ["albumart", "readpicture"] + Self.refused.map { $0.arguments[0] }
    let waiting = ["idle", "idleloop", "waitmessage", "subscribe", "sendmessage"]
    let tested = Set(MPCScript.all.flatMap(\.steps).flatMap(\.arguments) + elsewhere + waiting)
    // The line for the bare command is followed by what it does.
    #expect(Set(known).subtracting(tested).subtracting(["Display"]) == [])
  }

  private static func daemon() async throws -> RunningDaemon {
    try await blocking {
      let daemon = try RunningDaemon(
        configuration: RunningDaemon.configuration + "[player]\nprevious-restarts-after = 0\n")
      try daemon.waitForScan()
      return daemon
    }
  }

  private static func run(
    _ daemon: RunningDaemon, _ arguments: [String]
  ) async throws -> ProgramRun {
    try await ProgramRun.of(["mpc", "-h", daemon.home.socket] + arguments)
  }

  /// What another client is answered.
  private static func ask(_ daemon: RunningDaemon, _ request: String) async throws -> String {
    try await blocking { try Wire(daemon.home.socket).ask(request) }
  }
}
