import Foundation
import TestSupport
import Testing

/// The whole line, from a folder to a sound card that records what is heard.
@Suite struct PlayTests {
  @Test func `a gapless album is heard as one continuous take, frame by frame`() async throws {
    let home = try PrivateHome(configuration: "[audio]\ndevice = hw:0,0\n")
    let card = try await VirtualCard(in: home.folder.path("card"), "speed=10")
    _ = try await home.segue("scan", Project.music)
    let play = try await home.segue("play", "--wait", "Abel Marr", extra: card.environment)
    #expect(play.status == 0, "\(play.errors)")
    #expect(play.lines.last == "4 tracks · 00:20")
    _ = try await home.segue("quit")
    let sounds = try await Self.decoded("Abel Marr/Low Water", into: home.folder)
    #expect(sounds.count == 4)
    #expect(try await card.differences(1, from: sounds) == "")
    #expect(!FileManager.default.fileExists(atPath: card.take(2)), "it was opened once")
  }

  @Test func `24 bit at 48 kHz reaches the card unchanged`() async throws {
    let home = try PrivateHome(configuration: "[audio]\ndevice = hw:0,0\n")
    let card = try await VirtualCard(in: home.folder.path("card"), "speed=10")
    _ = try await home.segue("scan", Project.music)
    let play = try await home.segue("play", "--wait", "夜汽車楽団", extra: card.environment)
    #expect(play.status == 0, "\(play.errors)")
    _ = try await home.segue("quit")
    let sounds = try await Self.decoded("夜汽車楽団/窓の灯", into: home.folder)
    #expect(try await card.differences(1, from: sounds) == "")
  }

  @Test func `a pause in the middle loses and repeats nothing`() async throws {
    let home = try PrivateHome(configuration: "[audio]\ndevice = hw:0,0\n")
    let card = try await VirtualCard(in: home.folder.path("card"), "speed=0.1")
    _ = try await home.segue("scan", Project.music)
    _ = try await home.segue("play", "Abel Marr", extra: card.environment)
    for _ in 0..<3 {
      _ = try await home.segue("pause")
      _ = try await home.segue("play")
    }
    try await card.set("speed=10")
    let end = try await home.segue("play", "--wait")
    #expect(end.status == 0, "\(end.errors)")
    _ = try await home.segue("quit")
    let sounds = try await Self.decoded("Abel Marr/Low Water", into: home.folder)
    #expect(try await card.differences(1, from: sounds) == "")
  }

  /// The files of a folder of the fixtures as `flac` decodes them.
  private static func decoded(
    _ folder: String, into place: TemporaryFolder
  ) async throws -> [String] {
    let source = "\(Project.music)/\(folder)"
    let names = try FileManager.default.contentsOfDirectory(atPath: source)
      .filter { $0.hasSuffix(".flac") }.sorted()
    var sounds: [String] = []
    for (index, name) in names.enumerated() {
      let sound = place.path("reference-\(index).wav")
      let run = try await ProgramRun.of(["flac", "-sdf", "\(source)/\(name)", "-o", sound])
      #expect(run.status == 0, "\(run.errors)")
      sounds.append(sound)
    }
    return sounds
  }
}
