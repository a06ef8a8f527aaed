import Foundation
import Posix
import TestSupport
import Testing

/// `segue pick` with the daemon behind it: its queue, what plays, a library that changes, the mouse, the configuration.
@Suite struct PickQueueTests {
  @Test func `the queue is seen, changed, taken back and saved`() async throws {
    let home = try await Self.scannedHome()
    let run = try await Self.pick(
      home, [],
      [
        "wait Ebb Line", "send /unabridged\\rp", "wait Playing 1 track", "send \\x1b",
        "wait / 1:02:03", "send g", "wait Ebb Line", "send VjjVe", "wait Appended 3 tracks",
        "send Q", "wait 4 tracks · 1:02:1", "wait left · ends", "send jJ", "send D",
        "wait Removed 1 track", "wait 3 tracks", "send u", "wait 4 tracks", "send Smine\\r",
        "wait Saved the queue as mine", "send Sm\\x15mine\\r", "wait There is a playlist mine",
        "send r", "wait Saved the queue as mine", "send C", "wait The queue is empty.", "send u",
        "wait 4 tracks", "send Q", "wait Pick music", "send q", "end",
      ], size: "100x24")
    #expect(run.problem == "")
    #expect(run.status == 1)
    let queue = [
      "A Winter in the Lighthouse, Unabridged", "Slack Water", "Ebb Line", "Young Flood",
    ]
    #expect(try await home.segue("queue", "--format", "%title%").lines == queue)
    let kept = try await home.segue("playlist", "show", "mine", "--format", "%title%")
    #expect(kept.lines == queue)
    #expect(try await home.segue("quit").status == 0)
  }

  @Test func `what other clients do is seen at once`() async throws {
    let home = try await Self.scannedHome(
      "[picker]\non-enter = \"$SEGUE\" play \"$MUSIC/Ines Calloway\"\n")
    let run = try await Self.pick(
      home, [],
      [
        "wait Ebb Line", "gone ►", "send ?", "wait ► 00:0", "wait A Winter in the Lighthouse",
        "send ?",
        "wait ► 00:02", "send c", "wait ‖", "send q", "end",
      ])
    #expect(run.problem == "")
    #expect(try await home.segue("status").output.contains("paused"))
    #expect(try await home.segue("quit").status == 0)
  }

  @Test(arguments: [(false, ""), (true, ""), (true, "/nowhere")])
  func `the list follows a scan, and place and marks stay`(
    withDaemon: Bool, server: String
  ) async throws {
    let home = try await Self.scannedHome(
      "[picker]\non-enter = \"$SEGUE\" scan \"$MUSIC/Abel Marr\"\n", music: "Kit Harrow")
    if withDaemon { #expect(try await home.segue("status").status == 0) }
    let out = home.folder.path("out")
    let run = try await Self.pick(
      home, ["--print", "--format", "%title%"],
      [
        "out \(out)", "wait Copper Shutters", "gone Ebb Line", "send jj ", "wait 1 selected",
        "send ?", "send ?", "wait Ebb Line", "wait 1 selected", "send a", "gone 1 selected",
        "send A",
        "send /ebb\\r ", "wait 1 selected", "send d", "end",
      ], variables: server.isEmpty ? [:] : ["MPD_HOST": server])
    #expect(run.problem == "")
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "Ebb Line\n")
    if withDaemon { #expect(try await home.segue("quit").status == 0) }
  }

  @Test func `a daemon that was ended is not started by a look at its queue`() async throws {
    let home = try await Self.scannedHome()
    #expect(try await home.segue("play", Project.music + "/Abel Marr").status == 0)
    let run = try await Self.pick(
      home, [],
      [
        "wait Ebb Line", "send Q", "wait › Queue", "wait Ebb Line", "wait ►",
        "send !\"$SEGUE\" quit\\r",
        "wait It is done", "gone ►", "wait 4 tracks", "send ?", "send ?", "send q", "end",
      ], size: "100x24")
    #expect(run.problem == "")
    #expect(access(home.socket, F_OK) != 0)
  }

  @Test func `a daemon that lets nobody look is not asked all the time`() async throws {
    let home = try await Self.scannedHome()
    let folder = try home.folder.makeFolder("run/segue")
    #expect(chmod(folder, 0o700) == 0)
    let server = try RefusingServer(at: home.socket)
    let run = try await Self.pick(
      home, [],
      ["wait Ebb Line", "send jj ", "wait 1 selected", "send ?", "send ?", "send q", "end"])
    #expect(run.problem == "" && run.status == 1)
    // After 1, 2, 4 … seconds.
    let count = server.stop()
    #expect((1...10).contains(count), "\(count)")
  }

  @Test func `the last command has run when the picker has ended`() async throws {
    let home = try await Self.scannedHome("[picker]\non-leave = sleep 1; cat >\"$HOME/left\"\n")
    let run = try await Self.pick(
      home, ["--print"], ["wait Ebb Line", "send  ", "wait 1 selected", "send d", "end"])
    #expect(run.problem == "" && run.status == 0)
    let left = try String(contentsOfFile: home.folder.path("home/left"), encoding: .utf8)
    #expect(left.hasPrefix("{\"from\""))
  }

  @Test func `the mouse marks and takes, keys and colours are as configured`() async throws {
    let home = try await Self.scannedHome(
      "[picker]\nbind = x mark\nbind = q nothing\ntheme = light\ncolour = mark #ff0000\non-done = echo noise; cat >\"$HOME/chosen\"\n"
    )
    let out = home.folder.path("out")
    let run = try await Self.pick(
      home, ["--print", "--format", "%title%"],
      [
        "out \(out)", "wait Ebb Line", "send q", "send x", "wait 1 selected",
        // The second row, by its mark; then a drag over it and the next one.
        "send \\x1b[<0;2;5M\\x1b[<0;2;5m", "wait 2 selected",
        "send \\x1b[<0;9;5M\\x1b[<32;9;7M\\x1b[<0;9;7m", "wait 4 selected", "send \\x1b[<65;9;7M",
        "send d", "end",
      ])
    #expect(run.problem == "")
    #expect(run.status == 0)
    let printed = try String(contentsOfFile: out, encoding: .utf8)
    #expect(printed.split(separator: "\n").count == 4)
    let chosen = try String(contentsOfFile: home.folder.path("home/chosen"), encoding: .utf8)
    #expect(chosen.split(separator: "\n").count == 4)
    #expect(chosen.hasPrefix("{\""))
  }

  @Test func `a command that refuses what was chosen has nothing played`() async throws {
    let home = try await Self.scannedHome("[picker]\non-done = exit 3\n")
    let all = try await home.segue("find", "--json", "ebb")
    let run = try await home.segue("pick", "--select", "ebb", "--print", input: all.output)
    #expect(run.output == "")
    #expect(run.errors == "segue: [picker] on-done = exit 3 ended with status 3.\n")
    #expect(run.status == 2)
  }

  @Test(arguments: [
    "bind = q leave", "bind = Ctrl q", "bind = Hyper-Q cancel", "colour = mark pink",
    "colour = everything 3", "theme = blue", "mouse = maybe",
  ])
  func `a mistake in the configuration is told`(line: String) async throws {
    let home = try await Self.scannedHome("[picker]\n\(line)\n")
    let run = try await home.segue("pick")
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("segue: "))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  private static func scannedHome(
    _ configuration: String = "", music: String = ""
  ) async throws -> PrivateHome {
    let home = try PrivateHome()
    let folder = music.isEmpty ? Project.music : "\(Project.music)/\(music)"
    let scan = try await home.segue("scan", folder)
    try #require(scan.status == 0, "\(scan.errors)")
    try home.folder.write(
      "config/segue/segue.conf", "[output null]\ntype = null\n\(configuration)")
    return home
  }

  private static func pick(
    _ home: PrivateHome, _ options: [String], _ steps: [String], size: String = "80x24",
    variables: [String: String] = [:]
  ) async throws -> TerminalRun {
    let variables = ["SEGUE": Project.programs + "/segue", "MUSIC": Project.music]
      .merging(variables) { own, _ in own }
    return try await TerminalRun.of(
      [Project.programs + "/segue", "pick"] + options, size: size,
      environment: home.environment.merging(variables) { own, _ in own }, steps)
  }
}

/// A daemon that greets everybody, and then lets them do nothing.
private final class RefusingServer: Sendable {
  private let end = StopFlag()
  private let callers = Guarded(0)

  init(at path: String) throws {
    let socket = FileDescriptor.Owned(try UnixSocket.listen(at: path).release())
    let (end, callers) = (end, callers)
    try NamedThread.start("refusing") {
      while !end.isSet {
        var wanted = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, 100) > 0 else { continue }
        let caller = FileDescriptor(owning: accept(socket.raw, nil, nil))
        callers.withLock { $0 += 1 }
        let refusal = "ACK [4@0] {status} you don't have permission for \"status\"\n"
        try? caller.write(Array("OK MPD 0.24.0\n\(refusal)".utf8))
      }
    }.detach()
  }

  /// - Returns: How many have called.
  func stop() -> Int {
    end.raise()
    return callers.withLock { $0 }
  }
}
