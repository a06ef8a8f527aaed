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
    var consume: Bool

    var commands: [MPDCommand] {
      [
        MPDCommand("random", random ? "1" : "0"), MPDCommand("repeat", repeats ? "1" : "0"),
        MPDCommand("single", single), MPDCommand("consume", consume ? "1" : "0"),
      ]
    }

    var description: String {
      "random \(random), repeat \(repeats), single \(single), consume \(consume)"
    }

    static let all = [false, true].flatMap { random in
      [false, true].flatMap { repeats in
        ["0", "1", "oneshot"].flatMap { single in
          [false, true].map { consume in
            Modes(random: random, repeats: repeats, single: single, consume: consume)
          }
        }
      }
    }
  }

  private static let songs = ["Ebb Line", "Slack Water", "Young Flood"]

  @Test(.enabled(if: Program.isExecutable(RealMPD.program)))
  func `in every combination of modes the same song plays next as in MPD`() async throws {
    try await blocking {
      let real = try RealMPD(music: Project.music)
      let daemon = try RunningDaemon(
        configuration: RunningDaemon.configuration + "[player]\nprevious-restarts-after = 0\n")
      try daemon.waitForScan()
      let theirs = try MPDClient(.path(real.socket), timeout: Effort.within(.seconds(10)))
      let ours = try daemon.client()
      for modes in Modes.all {
        for course in [
          ["next", "next", "next"], ["previous", "next", "previous"], ["end", "end"],
          ["last", "end"],
        ] {
          let expected = try Self.states(theirs, modes, course)
          let found = try Self.states(ours, modes, course)
          #expect(found == expected, "\(modes): \(course)")
        }
      }
    }
  }

  /// What is told after each step. Where the lot decides, which song it is does not matter.
  private static func states(
    _ client: MPDClient, _ modes: Modes, _ course: [String]
  ) throws -> [String] {
    try client.send([MPDCommand("stop"), MPDCommand("clear")] + modes.commands)
    for song in songs { try client.send("findadd", "title", song) }
    try client.send("play", modes.random ? "0" : "1")
    var states = [try state(client, modes)]
    for step in course {
      if step == "last" {
        try client.send("play", "2")
        continue
      }
      if step == "end" {
        try end(client)
      } else {
        try client.send([MPDCommand(step)], refusedIsFine: true)
      }
      states.append(try state(client, modes))
    }
    return states
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

  private static func state(
    _ client: MPDClient, _ modes: Modes
  ) throws -> String {
    let status = try client.send("status")
    let song = try client.send("currentsong")["Title"] ?? "none"
    let name = modes.random ? "a song" : song
    return
      "\(status["state"] ?? "") \(song == "none" ? song : name) of \(status["playlistlength"] ?? "") single \(status["single"] ?? "")"
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
