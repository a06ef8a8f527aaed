import TestSupport
import Testing

/// `segue rate` and `segue history`, and what queries make of them.
@Suite struct StatisticsTests {
  @Test func `what was rated and heard is found again`() async throws {
    let home = try await ControlTests.scannedHome()
    func count(_ query: String) async throws -> Int {
      try await home.segue("find", query, "--paths").lines.count
    }
    let all = try await count("plays:0")
    #expect(try await home.segue("rate", "9").status == 1)
    #expect(try await home.segue("rate", "9", "Abel Marr/Low Water/01 Ebb Line.flac").status == 0)
    #expect(try await count("rating:>=8") == 1)
    let info = try await home.segue("info", "Abel Marr/Low Water/01 Ebb Line.flac")
    #expect(info.lines.contains("  rating: ★★★★½"))
    #expect(try await home.segue("rate", "11").status != 0)
    // Tracks of a second or two.
    #expect(try await home.segue("play", "--wait", "Kit Harrow").status == 0)
    #expect(try await home.segue("play", "Ines Calloway").status == 0)
    #expect(try await home.segue("rate", "love").status == 0)
    #expect(try await count("loved:1") == 1)
    #expect(try await home.segue("rate", "unlove").status == 0)
    #expect(try await home.segue("rate", "unlove").status == 0)
    #expect(try await count("loved:1") == 0)
    _ = try await home.segue("quit")
    let plays = try await home.segue("history").lines.count
    #expect(plays > 0)
    let heard = try await count("played:<1d")
    #expect(heard > 0 && heard <= plays)
    #expect(try await count("plays:0") == all - heard)
    let listens = try await home.segue("history", "--listenbrainz", "-n", "1").output
    #expect(listens.contains("\"listen_type\":\"import\""))
    #expect(listens.contains("\"artist_name\":\"Kit Harrow\""))
  }
}
