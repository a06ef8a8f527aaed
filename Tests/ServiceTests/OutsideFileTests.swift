import Glibc
import MPDProtocol
import Posix
import TestSupport
import Testing

/// Files that lie in no music folder.
@Suite struct OutsideFileTests {
  private static let song = Project.music + "/Abel Marr/Low Water/01 Ebb Line.flac"

  /// A daemon of another music folder, and a file beside it.
  private static func start(_ home: PrivateHome) throws -> RunningDaemon {
    try home.folder.makeFolder("music")
    try home.folder.write("elsewhere/Ebb \u{201C}x\u{201D}.flac", bytes(song))
    try home.folder.write("elsewhere/text.txt", "no music")
    try home.folder.write(
      "config/segue/segue.conf",
      "[library]\nroot = \(home.folder.path("music"))\n[output null]\ntype = null\n")
    let daemon = try RunningDaemon(home: home)
    try daemon.waitForScan()
    return daemon
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    try FileDescriptor(opening: path).readAll()
  }

  @Test func `a local client plays a file by its path, and the queue keeps it`() async throws {
    let home = try PrivateHome()
    try await blocking {
      let first = try Self.start(home)
      let path = home.folder.path("elsewhere/Ebb \u{201C}x\u{201D}.flac")
      let client = try first.client()
      let shown = try client.send("lsinfo", path)
      #expect(shown["file"] == path)
      #expect(shown["Title"] == "Ebb Line")
      #expect(try client.send("lsinfo", "file://" + path)["Title"] == "Ebb Line")
      try client.send("add", path)
      let id = try client.send("addid", "file://" + path, "0")["Id"]
      #expect(id == "2")
      let queue = try client.send("playlistinfo")
      #expect(queue.values("file") == [path, path])
      #expect(queue.values("Artist") == ["Abel Marr", "Abel Marr"])
      #expect(queue["duration"] == shown["duration"])
      #expect(try client.send("playlistfind", "title", "Ebb Line").values("Id") == ["2", "1"])
      // It is no part of the library.
      #expect(try client.send("listall").pairs.isEmpty)
      #expect(try client.send("search", "title", "ebb").pairs.isEmpty)
      try client.send("play", "0")
      try client.wait(for: "sound") { try client.send("status")["audio"] != nil }
      #expect(try client.send("status")["error"] == nil)
      try client.send("pause", "1")
      try client.send("seekcur", "1.5")
      try first.waitUntilKept(client.send("status"))
      first.program.kill()

      let second = try RunningDaemon(home: home)
      let again = try second.client()
      #expect(try again.send("playlistinfo").values("file") == [path, path])
      #expect(try again.send("currentsong")["Title"] == "Ebb Line")
      try again.send("segue_bookmark_add", "here")
      try again.send("segue_bookmark_go", "here")
      // It is in a list, and comes back from there.
      try again.send("save", "list")
      try again.send("clear")
      #expect(
        try again.send("listplaylistinfo", "list").values("Title") == ["Ebb Line", "Ebb Line"])
      try again.send("load", "list")
      #expect(try again.send("playlistinfo").values("file") == [path, path])
      try again.send("clear")
      try again.send("segue_bookmark_go", "here", path)
      #expect(try again.send("playlistinfo").values("file") == [path])
      try again.send("clear")
      try again.send("add", path)
      #expect(try again.send("playlistinfo").values("Title") == ["Ebb Line"])
    }
  }

  @Test func `what is no music, no file, or asked for from elsewhere is refused`() async throws {
    let home = try PrivateHome()
    let port = try freePort()
    try await blocking {
      let daemon = try Self.start(home)
      try daemon.reload(
        try String(decoding: Self.bytes(home.folder.path("config/segue/segue.conf")), as: UTF8.self)
          + "[mpd]\nlisten = 127.0.0.1:\(port)\n")
      let wire = try Wire(home.socket)
      let folder = home.folder.path("elsewhere")
      #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
      for (line, answer) in [
        ("add \(folder)/text.txt", "ACK [50@0] {add} No such song\n"),
        ("addid \(folder)/text.txt", "ACK [50@0] {addid} No such song\n"),
        ("lsinfo \(folder)/text.txt", "ACK [50@0] {lsinfo} No such song\n"),
        (
          "add \(folder)",
          "ACK [50@0] {add} \(folder) does not lie in the library; scan it first\n"
        ),
        (
          "add \(folder)/none",
          "ACK [52@0] {add} Failed to access \(folder)/none: No such file or directory\n"
        ),
        ("segue_import \(folder)/pipe", "ACK [2@0] {segue_import} This is nothing to import\n"),
        ("segue_import \(folder)", "ACK [2@0] {segue_import} This is nothing to import\n"),
        ("add http://example.org/stream", "ACK [2@0] {add} Unsupported URI scheme\n"),
      ] { #expect(try wire.ask(line) == answer) }
      let remote = try MPDClient(.host("127.0.0.1", port: port))
      for name in ["add", "addid", "lsinfo"] {
        let error = #expect(throws: MPDClientError.self) {
          try remote.send(name, folder + "/text.txt")
        }
        guard case .refused(let refusal) = error else { continue }
        #expect(refusal.code == .permission)
      }
    }
  }
}
