import MPDProtocol
import Posix
import TestSupport
import Testing

/// Every combination of the modes, in Segue and in the real MPD, driven with the same commands.
@Suite struct ModeComparisonTests {
  struct Modes: Sendable, CustomStringConvertible {
    var random: Bool
    var repeats: Bool
    var single: String
    var consume: String

    var description: String {
      "random \(random), repeat \(repeats), single \(single), consume \(consume)"
    }

    static let all = [false, true].flatMap { random in
      [false, true].flatMap { repeats in
        ["0", "1", "oneshot"].flatMap { single in
          ["0", "1", "oneshot"].map { consume in
            Modes(random: random, repeats: repeats, single: single, consume: consume)
          }
        }
      }
    }
  }

  private static let songs = ["Ebb Line", "Slack Water", "Young Flood"]

  private static let courses = [
    ["next", "next", "next"], ["previous", "next", "previous"], ["end", "end"], ["last", "end"],
  ]

  @Test(.enabled(if: Program.isExecutable(RealMPD.program)))
  func `in every combination of modes the same song plays next as in MPD`() async throws {
    let real = try await blocking { try RealMPD(music: Project.music) }
    let daemon = try await blocking {
      let daemon = try RunningDaemon(
        configuration: RunningDaemon.configuration + "[player]\nprevious-restarts-after = 0\n")
      try daemon.waitForScan()
      return daemon
    }
    // Side by side, for most of the time is that of the music.
    async let theirs = Self.states(.path(real.socket), knowsOneShot: false)
    async let ours = Self.states(.path(daemon.home.socket), knowsOneShot: true)
    let (expected, found) = try await (theirs, ours)
    #expect(found.count == Modes.all.count * Self.courses.count && found.count == expected.count)
    for ((what, expected), (_, found)) in zip(expected, found) {
      #expect(found == expected, "\(what)")
    }
    withExtendedLifetime((real, daemon)) {}
  }

  private static func states(
    _ address: MPDAddress, knowsOneShot: Bool
  ) async throws -> [(String, [String])] {
    try await blocking {
      let client = try MPDClient(address, timeout: Effort.within(.seconds(10)))
      return try Modes.all.flatMap { modes in
        try courses.map { course in
          let player = Player(client: client, modes: modes, knowsOneShot: knowsOneShot)
          return ("\(modes): \(course)", try player.states(course))
        }
      }
    }
  }

  /// One of the two, in some modes.
  private struct Player {
    let client: MPDClient
    let modes: Modes
    /// Whether it can consume once, which MPD can since 0.24. Of one that cannot it is asked to consume until a song
    /// has left: that is when it is over there.
    let knowsOneShot: Bool

    private var commands: [MPDCommand] {
      let consume = knowsOneShot || modes.consume == "0" ? modes.consume : "1"
      return [
        MPDCommand("random", modes.random ? "1" : "0"),
        MPDCommand("repeat", modes.repeats ? "1" : "0"),
        MPDCommand("single", modes.single), MPDCommand("consume", consume),
      ]
    }

    /// What is told after each step. Where the lot decides, which song it is does not matter.
    func states(_ course: [String]) throws -> [String] {
      try client.send([MPDCommand("stop"), MPDCommand("clear")] + commands)
      for song in ModeComparisonTests.songs { try client.send("findadd", "title", song) }
      try client.send("play", modes.random ? "0" : "1")
      var states = [try state()]
      for step in course {
        if step == "last" {
          try client.send("play", "2")
          continue
        }
        if step == "end" {
          try ModeComparisonTests.end(client)
        } else {
          try client.send([MPDCommand(step)], refusedIsFine: true)
        }
        states.append(try state())
      }
      return states
    }

    private func state() throws -> String {
      var status = try client.send("status")
      let isOnce = !knowsOneShot && modes.consume == "oneshot"
      if isOnce, status["consume"] == "1",
        status["playlistlength"] != String(ModeComparisonTests.songs.count)
      {
        try client.send("consume", "0")
        status = try client.send("status")
      }
      let consume = isOnce && status["consume"] == "1" ? "oneshot" : status["consume"] ?? ""
      let song = try client.send("currentsong")["Title"] ?? "none"
      let name = modes.random && song != "none" ? "a song" : song
      return """
        \(status["state"] ?? "") \(name) of \(status["playlistlength"] ?? "") \
        single \(status["single"] ?? "") consume \(consume)
        """
    }
  }

  /// Goes near the end of the song and waits until something else is told.
  private static func end(_ client: MPDClient) throws {
    let before = try client.send("status")
    guard before["state"] == "play", let duration = before["duration"].flatMap({ Double($0) })
    else { return }
    try client.send("seekcur", String(duration - 0.15))
    while true {
      let now = try client.send("status")
      let elapsed = now["elapsed"].flatMap { Double($0) } ?? 0
      if now["state"] != "play" || now["songid"] != before["songid"] || elapsed < duration - 0.5 {
        return
      }
      _ = try client.idle(["player"], timeout: Effort.within(.seconds(10)))
    }
  }
}

extension MPDClient {
  fileprivate func send(_ commands: [MPDCommand], refusedIsFine: Bool) throws {
    do throws(MPDClientError) {
      try send(commands)
    } catch {
      guard case .refused = error else { throw error }
    }
  }
}
