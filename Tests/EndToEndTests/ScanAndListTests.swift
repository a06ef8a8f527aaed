import Foundation
import TestSupport
import Testing

/// `segue scan` and `segue list` over the real fixtures.
@Suite struct ScanAndListTests {
  @Test func `the list says of every file what ffprobe says of it`() async throws {
    let home = try PrivateHome()
    let scan = try await home.segue("scan", Project.music)
    #expect(scan.status == 0, "\(scan.errors)")
    #expect(scan.output.hasPrefix("34 added, 0 changed, 0 moved, 0 gone, 0 unreadable in "))
    let items = try await Self.items(home)
    #expect(items.count == 34)
    for item in items {
      let path = try #require(item["path"] as? String)
      try await Self.compare(item, with: Probe(path), path)
    }
  }

  private static func compare(_ item: [String: Any], with probe: Probe, _ path: String) throws {
    let name = Comment(rawValue: path)
    #expect(item["title"] as? String == probe.text("title"), name)
    #expect(item["album"] as? String == probe.text("album"), name)
    #expect(item["artists"] as? [String] ?? [] == probe.list("artist"), name)
    #expect(item["albumArtists"] as? [String] ?? [] == probe.list("album_artist"), name)
    #expect(item["genres"] as? [String] ?? [] == probe.list("genre"), name)
    #expect(item["trackNumber"] as? Int == probe.number("track"), name)
    #expect(item["discNumber"] as? Int == probe.number("disc"), name)
    #expect(item["year"] as? Int == probe.number("date", "year"), name)
    #expect(item["sampleRate"] as? Int == probe.sampleRate, name)
    #expect(item["channels"] as? Int == probe.channels, name)
    let duration = try #require(item["duration"] as? Double, name)
    #expect(abs(duration - (probe.duration ?? 0)) < 0.05, name)
  }

  @Test func `a second scan reads nothing again and finds nothing new`() async throws {
    let home = try PrivateHome()
    _ = try await home.segue("scan", Project.music)
    let before = try await home.segue("list", "--json").output
    let again = try await home.segue("scan")
    #expect(again.output.hasPrefix("0 added, 0 changed, 0 moved, 0 gone, 0 unreadable in "))
    #expect(try await home.segue("list", "--json").output == before)
  }

  @Test func `the order is album artist, album, disc, track, with nobody's items last`()
    async throws
  {
    let home = try PrivateHome()
    _ = try await home.segue("scan", Project.music)
    let items = try await Self.items(home)
    let albums = items.reduce(into: [String]()) { list, item in
      let album = item["album"] as? String ?? "none"
      if list.last != album { list.append(album) }
    }
    #expect(
      albums == [
        "Low Water", "A Winter in the Lighthouse", "Tin Roof Demos", "Ćwierć księżyca",
        "The Long Field", "Harbour Lights", "Письма на льду", "شهر بی‌خواب", "窓の灯", "none",
      ])
    let field = items.filter { $0["album"] as? String == "The Long Field" }
    #expect(
      field.map { ($0["discNumber"] as? Int ?? 0) * 10 + ($0["trackNumber"] as? Int ?? 0) } == [
        11, 12, 13, 21, 22, 23,
      ])
  }

  @Test func `a list is printed as lines, paths, JSON or by a template`() async throws {
    let home = try PrivateHome()
    _ = try await home.segue("scan", Project.music)
    let lines = try await home.segue("list").lines
    #expect(lines.first == "Ebb Line · Abel Marr  00:04")
    #expect(lines.contains { $0.hasSuffix(" · Ines Calloway  1:02:03") })
    #expect(lines.last == "boathouse-0412.mp3 · Unknown Artist  00:02")
    let paths = try await home.segue("list", "--paths", "-0")
    let files = paths.bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    #expect(files.count == 34)
    #expect(files.allSatisfy { FileManager.default.fileExists(atPath: $0) })
    let template = try await home.segue("list", "--format", "%track% [%disc%/]%title%|%file%")
    #expect(template.lines.first == "1 Ebb Line")
  }

  @Test func `files that cannot be read are named and stop nothing`() async throws {
    let home = try PrivateHome()
    let scan = try await home.segue("scan", "--verbose", Project.fixtures + "/broken")
    #expect(scan.status == 0)
    let report = try await home.segue("scan", "--report", "--json")
    let problems = try report.lines.map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: String] ?? [:]
    }
    func kind(_ name: String) -> String? {
      problems.first { $0["path"]?.hasSuffix("/\(name)") == true }?["class"]
    }
    #expect(kind("empty.mp3") == "empty")
    #expect(kind("text.mp3") == "notAudio")
    #expect(kind("garbage.ogg") == "notAudio")
    #expect(kind("garbage.flac") == "notAudio")
    #expect(kind("cut-off.flac") == nil, "what is there can be played")
    #expect(scan.errors.contains("text.mp3: "))
    for problem in problems {
      #expect(problem["status"] == "unreadable")
      #expect(problem["reason"]?.hasSuffix(".") == true)
    }
    let playable = try await home.segue("list").lines.count
    #expect(playable + problems.count == 10)
  }

  static func items(_ home: PrivateHome) async throws -> [[String: Any]] {
    try await home.segue("list", "--json").lines.map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
  }
}
