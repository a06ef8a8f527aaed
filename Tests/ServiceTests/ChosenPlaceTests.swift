import Glibc
import MPDProtocol
import TestSupport
import Testing

/// A place that somebody goes to is where an item is left, also when nothing was heard from there on.
@Suite struct ChosenPlaceTests {
  private static func elapsed(_ client: MPDClient) throws -> Int? {
    try client.send("status")["elapsed"].flatMap { Double($0) }.map { Int($0) }
  }

  /// Whether it is at a place, or a little behind it.
  private static func isAt(_ client: MPDClient, _ seconds: Int) throws -> Bool {
    try elapsed(client).map { (seconds..<seconds + 60).contains($0) } ?? false
  }

  private static func command(_ line: String) -> MPDCommand {
    let words = line.split(separator: " ").map(String.init)
    return MPDCommand(words[0], Array(words.dropFirst()))
  }

  /// Puts a long item and some others into the queue.
  private static func fill(_ client: MPDClient) throws {
    try client.send("clear")
    try client.send("add", "Ines Calloway")
    try client.send("add", "Abel Marr")
  }

  /// Commands that go to `PLACE` and leave it again, all in one go: no sound comes in between.
  private static let courses = [
    ["seekcur PLACE", "stop"], ["seekcur PLACE", "next"], ["seekcur PLACE", "clear"],
    ["seekcur PLACE", "pause 1", "stop"], ["pause 1", "seekcur PLACE", "stop"],
    ["pause 1", "seekcur PLACE", "next"], ["stop", "seek 0 PLACE", "stop"],
    ["next", "seek 0 PLACE", "next"], ["next", "pause 1", "seek 0 PLACE", "seek 1 1"],
    ["seekcur 1", "seekcur PLACE", "play 2"],
  ]

  @Test func `an item is left at a place of which nothing was heard`() async throws {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      for (number, course) in Self.courses.enumerated() {
        let place = 300 * (number + 1)
        try Self.fill(client)
        try client.send("play", "0")
        try client.wait(for: "sound") { try client.send("status")["audio"] != nil }
        try client.send(
          course.map { Self.command($0.replacing("PLACE", with: "\(place)")) })
        try Self.fill(client)
        try client.send("play", "0")
        let found = try Self.elapsed(client) ?? -1
        #expect((place..<place + 60).contains(found), "\(course): \(found)")
      }
    }
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `whoever is ended then knows the place all the same`(signal: Int32) async throws {
    try await blocking {
      var daemon = try RunningDaemon()
      var client = try daemon.client()
      func restart() throws {
        daemon.program.signal(signal)
        _ = try daemon.log()
        daemon = try RunningDaemon(home: daemon.home)
        client = try daemon.client()
      }
      try daemon.waitForScan()
      try Self.fill(client)
      try daemon.waitUntilKept(entries: 5)
      try client.send([Self.command("play 0"), Self.command("seekcur 1800")])
      try restart()
      #expect(try client.send("status")["state"] != "stop" && Self.isAt(client, 1800))
      let uri = try #require(try client.send("currentsong")["file"])
      try client.send([Self.command("play 0"), Self.command("seekcur 2400"), Self.command("stop")])
      // It is told once it is kept.
      try client.wait(for: "the place") {
        try client.send("sticker", "list", "song", uri).values("sticker").contains {
          $0.hasPrefix("elapsed=2400")
        }
      }
      try restart()
      #expect(try client.send("status")["state"] == "stop")
      try client.send("play", "0")
      #expect(try Self.isAt(client, 2400))
    }
  }
}
