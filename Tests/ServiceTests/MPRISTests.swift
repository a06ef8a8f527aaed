import Glibc
import MPDProtocol
import Media
import Playback
import Posix
import TestSupport
import Testing

@testable import Service

/// The player on the session bus, as playerctl and desktops see it.
@Suite struct MPRISTests {
  /// A daemon on a bus of its own, with the four tracks of an album in its queue.
  private static func stage(
    _ bus: some SessionBusPlace, _ configuration: String = RunningDaemon.configuration
  ) throws -> (RunningDaemon, MPDClient) {
    let daemon = try RunningDaemon(configuration: configuration, environment: bus.environment)
    try daemon.waitForScan()
    let client = try daemon.client()
    try client.send("add", "Abel Marr")
    return (daemon, client)
  }

  private static func busctl(_ bus: PrivateBus, _ words: [String]) throws -> Int32 {
    try busctl(bus, words).status
  }

  /// - Parameter words: What busctl is to do, the interface, and what it is told beside.
  private static func busctl(
    _ bus: PrivateBus, _ words: [String]
  ) throws -> (status: Int32, output: String) {
    let interface = "org.mpris.MediaPlayer2" + (words[1].isEmpty ? "" : ".\(words[1])")
    let target = ["org.mpris.MediaPlayer2.segue", "/org/mpris/MediaPlayer2", interface]
    let program = try SpawnedProgram(
      ["timeout", "120", "busctl", "--address=\(bus.address)", "--", words[0]] + target
        + words[2...])
    let output = String(decoding: try program.gather().output, as: UTF8.self)
    return (program.wait(), output)
  }

  @Test func `playerctl sees what plays and leads it`() async throws {
    try await blocking {
      let bus = try PrivateBus()
      try bus.start()
      let (daemon, client) = try Self.stage(bus)
      try bus.wait()
      #expect(try bus.ask("status") == "Stopped")
      #expect(try bus.ask("play") == "" && bus.ask("status") == "Playing")
      #expect(try bus.ask("pause") == "" && bus.ask("status") == "Paused")
      #expect(
        try bus.ask("metadata", "--format", "{{title}}|{{artist}}|{{album}}|{{mpris:length}}")
          .hasPrefix("Ebb Line|Abel Marr|Low Water|497"))
      #expect(try bus.ask("metadata", "xesam:trackNumber") == "1")
      #expect(
        try bus.ask("metadata", "xesam:url").hasSuffix(
          "/Music/Abel%20Marr/Low%20Water/01%20Ebb%20Line.flac"))
      // What is paused stays so.
      #expect(try bus.ask("next") == "" && bus.ask("status") == "Paused")
      #expect(try bus.ask("metadata", "title") == "Slack Water")
      #expect(try bus.ask("position", "2") == "" && bus.ask("position").hasPrefix("2.0"))
      #expect(try bus.ask("position", "1+") == "" && bus.ask("position").hasPrefix("3.0"))
      #expect(try bus.ask("position", "2-") == "" && bus.ask("position").hasPrefix("1.0"))
      #expect(try client.send("status")["elapsed"] == "1.000")
      #expect(try bus.ask("previous") == "" && bus.ask("metadata", "title") == "Ebb Line")
      // Behind its end the next one begins.
      #expect(try bus.ask("position", "60+") == "")
      #expect(try bus.ask("metadata", "title") == "Slack Water")
      #expect(try bus.ask("volume", "0.4") == "" && client.send("status")["volume"] == "40")
      #expect(try bus.ask("volume", "0.1+") == "" && bus.ask("volume").hasPrefix("0.5"))
      for (word, modes) in [("Playlist", "10"), ("Track", "11"), ("None", "00")] {
        #expect(try bus.ask("loop", word) == "" && bus.ask("loop") == word)
        let status = try client.send("status")
        #expect((status["repeat"] ?? "") + (status["single"] ?? "") == modes)
      }
      #expect(try bus.ask("shuffle", "On") == "" && client.send("status")["random"] == "1")
      #expect(try bus.ask("shuffle", "Off") == "" && bus.ask("shuffle") == "Off")
      #expect(try bus.ask("play-pause") == "" && client.send("status")["state"] == "play")
      #expect(try bus.ask("stop") == "" && client.send("status")["state"] == "stop")
      let file = "\(Project.music)/Kit Harrow/Tin Roof Demos/04 Nine Nails.wav"
      // It is looked for while others are served.
      #expect(try bus.ask("open", file) == "")
      try client.wait(for: "the file") { try client.send("status")["state"] == "play" }
      #expect(try bus.ask("metadata", "title") == "Nine Nails")
      _ = daemon
    }
  }

  @Test func `what changes is told as it changes`() async throws {
    try await blocking {
      let bus = try PrivateBus()
      try bus.start()
      let (daemon, client) = try Self.stage(bus)
      try bus.wait()
      let heard = try FollowedProgram(
        [
          "playerctl", "--player=segue", "--follow", "metadata", "--format", "{{status}}/{{title}}",
        ], environment: bus.environment, in: bus.folder)
      let signals = try FollowedProgram(
        ["dbus-monitor", "--session", "type='signal',path='/org/mpris/MediaPlayer2'"],
        environment: bus.environment, in: bus.folder)
      try signals.wait(for: "NameAcquired")
      try client.send("play", "2")
      try heard.wait(for: "Playing/Young Flood")
      try client.send("pause", "1")
      try heard.wait(for: "Paused/Young Flood")
      try client.send("setvol", "30")
      try signals.wait(for: "double 0.3")
      try client.send("repeat", "1")
      try signals.wait(for: "string \"Playlist\"")
      try client.send("random", "1")
      try signals.wait(for: "string \"Shuffle\"")
      try client.send("seekcur", "2.5")
      try signals.wait(for: "int64 2500000")
      try client.send("add", "Kit Harrow")
      try signals.wait(for: "member=TrackListReplaced")
      try client.send("next")
      try heard.wait(for: "Playing/")
      _ = daemon
    }
  }

  @Test func `a picture is a file that others can show`() async throws {
    try await blocking {
      let bus = try PrivateBus()
      try bus.start()
      let (daemon, client) = try Self.stage(bus)
      try bus.wait()
      let heard = try FollowedProgram(
        ["playerctl", "--player=segue", "--follow", "metadata", "mpris:artUrl"],
        environment: bus.environment, in: bus.folder)
      try client.send("play", "0")
      try heard.wait(for: "/Music/Abel%20Marr/Low%20Water/cover.jpg")
      // One inside a file is taken out of it.
      try client.send("add", "Orrin Vale/The Long Field/1-01 Furrow.mp3")
      try client.send("play", "4")
      try heard.wait(for: "file://\(FileURL.escaped(Array(daemon.home.folder.path.utf8)))/cache/")
      let url = try bus.ask("metadata", "mpris:artUrl")
      let file = try #require(FileURL.path(url)?.string)
      #expect(try FileDescriptor(opening: file).readAll().starts(with: [0x89] + "PNG".utf8))
      #expect(try FileStatus(file).permissions & 0o077 == 0)
    }
  }

  @Test func `a bus that dies and comes back ends nothing`() async throws {
    try await blocking {
      let bus = try PrivateBus()
      let (daemon, client) = try Self.stage(bus)
      // It was not there when the daemon began.
      try client.send("play")
      try bus.start()
      try bus.wait()
      for _ in 0..<2 {
        bus.kill()
        try client.send("pause")
        try bus.start()
        try bus.wait()
      }
      #expect(try bus.ask("metadata", "title") == "Ebb Line")
      // A second daemon has a name of its own.
      let other = try RunningDaemon(environment: bus.environment)
      try bus.wait(for: "segue.instance\(other.program.pid)")
      #expect(try Self.busctl(bus, ["call", "", "Quit"]) == 0)
      #expect(daemon.program.wait() == 0)
      // Both deaths are told, and nothing else; a bus that is not there yet is waited for without a word.
      let log = try daemon.log().split(separator: "\n").filter { $0.contains("session bus") }
      #expect(log.count == 2 && log.allSatisfy { $0.contains("bus is gone; media keys") }, "\(log)")
    }
  }

  @Test func `odd calls cost nothing`() async throws {
    try await blocking {
      let bus = try PrivateBus()
      try bus.start()
      let (daemon, client) = try Self.stage(bus)
      try bus.wait()
      try client.send("play", "1")
      try client.send("pause", "1")
      try client.send("seekcur", "1")
      let before = try client.send("status").pairs
      for words in [
        ["call", "Player", "SetPosition", "ox", "/segue/entry/999", "0"],
        ["call", "Player", "SetPosition", "ox", "/somebody/else", "1"],
        ["call", "Player", "SetPosition", "ox", "/segue/entry/2", "-9223372036854775808"],
        ["call", "Player", "SetPosition", "ox", "/segue/entry/2", "9223372036854775807"],
        ["set-property", "Player", "Rate", "d", "7"],
        ["call", "TrackList", "RemoveTrack", "o", "/segue/entry/77"],
        ["call", "TrackList", "GoTo", "o", "/nowhere"],
        ["call", "Player", "OpenUri", "s", "file:///nowhere/at/all.mp3"],
        ["call", "TrackList", "AddTrack", "sob", "file:///nowhere", "/nowhere", "true"],
      ] { #expect(try Self.busctl(bus, words) == 0, "\(words)") }
      for words in [
        ["call", "Player", "OpenUri", "s", "http://example.org/a.mp3"],
        ["call", "Player", "OpenUri", "s", "file:///nowhere/at%00all"],
        ["call", "Player", "Seek", "s", "soon"],
        ["set-property", "Player", "Volume", "d", "nan"],
        ["set-property", "Player", "LoopStatus", "s", "Sometimes"],
        ["set-property", "Player", "Metadata", "s", "x"],
        ["call", "Player", "Explode"],
      ] { #expect(try Self.busctl(bus, words) != 0, "\(words)") }
      // This one waits behind those that were named before.
      #expect(throws: MPDClientError.self) { try client.send("lsinfo", "/nowhere/else") }
      #expect(try client.send("status").pairs == before)
      for number in ["9223372036854775807", "-9223372036854775807"] {
        #expect(try Self.busctl(bus, ["call", "Player", "Seek", "x", number]) == 0)
      }
      let status = try client.send("status")
      #expect(status["song"] == "2" && status["elapsed"] == "0.000" && status["state"] == "pause")
      daemon.program.signal(SIGTERM)
      let log = try daemon.log().split(separator: "\n").filter { $0.contains("is not played") }
      #expect(log.count == 2 && log.allSatisfy { $0.contains("No such file") }, "\(log)")
    }
  }

  @Test func `nobody is told of a track twice, nor of more than are shown`() async throws {
    try await blocking {
      let bus = try PrivateBus()
      try bus.start()
      let (daemon, client) = try Self.stage(bus)
      for _ in 0..<3 { try client.send("add", "/") }
      try bus.wait()
      func metadata(of ids: [Int]) throws -> String {
        let words = ["call", "TrackList", "GetTracksMetadata", "ao", "\(ids.count)"]
        return try Self.busctl(bus, words + ids.map { "/segue/entry/\($0)" }).output
      }
      #expect(try metadata(of: [1, 2, 1, 1, 999]).hasPrefix("aa{sv} 2 "))
      #expect(try metadata(of: Array(1...105)).hasPrefix("aa{sv} 100 "))
      _ = daemon
    }
  }

  @Test func `a bus that lets nobody in is asked once, and holds up nothing`() async throws {
    try await blocking {
      let bus = try DeafBus()
      let (daemon, client) = try Self.stage(bus)
      let caller = try bus.caller()
      // It takes its time, more than a bus that has no socket yet.
      try caller.send("DATA\r\n")
      #expect(try !bus.isCalled(within: .seconds(2)))
      try client.send("play")
      daemon.program.signal(SIGTERM)
      #expect(try caller.answer(seconds: 60).hasSuffix("closed"))
      #expect(daemon.program.wait() == 0)
    }
  }

  @Test func `what is not wished is not there`() async throws {
    try await blocking {
      let bus = try PrivateBus()
      try bus.start()
      let unwished = RunningDaemon.configuration + "[mpris]\nenabled = no\n"
      let deaf = try DeafBus()
      let (silent, other) = try Self.stage(deaf, unwished)
      try other.send("play")
      silent.program.signal(SIGTERM)
      #expect(silent.program.wait() == 0)
      #expect(try !deaf.isCalled(within: .zero))
      let (daemon, client) = try Self.stage(bus, unwished)
      try client.send("play")
      try daemon.reload(RunningDaemon.configuration)
      try bus.wait()
      try daemon.reload(unwished)
      let deadline = ContinuousClock.now + Effort.within(.seconds(60))
      while try bus.run("playerctl", "--list-all").output != "" {
        guard ContinuousClock.now < deadline else { throw Silence(awaited: "its leave") }
      }
      #expect(try client.send("status")["state"] == "play")
    }
  }
}

/// What is said on the bus.
@Suite struct BusValueTests {
  @Test func `a path is the same after it was a URL`() {
    let path = FilePath(bytes: Array("/a b/ż%41#?.flac".utf8) + [0xFF])
    #expect(FileURL.text(path) == "file:///a%20b/%C5%BC%2541%23%3F.flac%FF")
    #expect(FileURL.path(FileURL.text(path)) == path)
    #expect(FileURL.path("file://localhost/a")?.string == "/a")
    #expect(FileURL.path("/as it is%20")?.string == "/as it is%20")
    for text in ["http://a/b", "file://host/a", "a.mp3", "file:///a%2", "file:///a%00", ""] {
      #expect(FileURL.path(text) == nil, "\(text)")
    }
  }

  @Test func `a text has nothing that the bus refuses`() {
    #expect(BusValue.clean("Ebb Line · ż") == "Ebb Line · ż")
    let noCharacters = [0, 0xFDD0, 0xFFFF].compactMap { Unicode.Scalar($0 as UInt32) }
    #expect(BusValue.clean("a" + String(String.UnicodeScalarView(noCharacters)) + "b") == "ab")
    #expect(BusValue.clean(String(repeating: "x", count: 20_000)).utf8.count == 10_000)
  }

  @Test func `an entry is found by its object`() {
    let id = EntryID(rawValue: 17)
    #expect(TrackMetadata.entry(TrackMetadata.object(id)) == id)
    #expect(TrackMetadata.entry(TrackMetadata.noTrack) == nil)
    #expect(TrackMetadata.entry("/segue/entry/x") == nil)
  }

  @Test func `times go as far as the bus can tell`() {
    #expect(Duration.milliseconds(1500).microseconds == 1_500_000)
    #expect(Duration.seconds(Int64.max).microseconds == .max)
    #expect(Duration.seconds(-Int64.max).microseconds == .min)
  }
}
