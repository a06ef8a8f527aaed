import Foundation
import Posix
import TestSupport
import Testing

/// `segue artwork` over pictures of every kind.
@Suite struct ArtworkCommandTests {
  private static let python = Project.root + "/.build/venv/bin/python"

  @Test(.enabled(if: Program.isExecutable(python)))
  func `the pictures listed and taken out are those that mutagen finds`() async throws {
    let home = try PrivateHome()
    let music = home.folder.path("music")
    let made = try await ProgramRun.of(
      [Self.python, Project.root + "/Tests/Cases/make-cases", music, "--only", "pictures"],
      deadline: 120)
    #expect(made.errors == "")
    #expect(try await home.segue("scan", music).status == 0)
    let run = try await ProgramRun.of(
      [
        Self.python, Project.root + "/Tests/Cases/compare-artwork", music,
        Project.programs + "/segue",
      ], environment: home.environment, deadline: 120)
    #expect(run.errors == "")
    #expect(run.output == "")
    #expect(run.status == 0)
  }

  @Test func `a cover beside the file stands for an item that has none inside`() async throws {
    let home = try PrivateHome()
    let source = Project.music + "/Abel Marr/Low Water/01 Ebb Line.flac"
    try home.folder.write("music/a.flac", try FileDescriptor(opening: source).readAll())
    try home.folder.write("music/cover.jpg", "GIF8 true")
    let music = home.folder.path("music")
    _ = try await home.segue("scan", music)
    let listed = try await home.segue("artwork", "\(music)/a.flac")
    #expect(listed.output == "* front cover  image/jpeg  9 bytes  \(music)/cover.jpg\n")
    let json = try await home.segue("artwork", "a.flac", "--json")
    #expect(json.output.contains(#""artworkSource":"file""#))
    let taken = home.folder.path("taken")
    #expect(try await home.segue("artwork", "a.flac", "-o", taken).status == 0)
    #expect(try String(contentsOfFile: taken, encoding: .utf8) == "GIF8 true")
    let missing = try await home.segue("artwork", "b.flac")
    #expect(missing.status == 1)
    #expect(missing.errors.hasPrefix("segue: b.flac is no item of the library; "))
  }
}
