import Foundation
import TestSupport
import Testing

/// `segue pick` on a pseudo-terminal.
@Suite struct PickTests {
  @Test func `marked tracks are printed in the order of the list, with the total beside`()
    async throws
  {
    let home = try await Self.scannedHome()
    let out = home.folder.path("out")
    let run = try await Self.pick(
      home, ["--print"],
      [
        "out \(out)", "wait Ebb Line", "send jj", "send  ", "send kkk ", "wait 2 selected",
        "send d",
        "end",
      ])
    #expect(run.problem == "")
    #expect(run.status == 0)
    let printed = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n").map(
      String.init)
    #expect(printed == ["Ebb Line · Abel Marr  00:04", "Young Flood · Abel Marr  00:05"])
  }

  @Test func `Enter in single mode picks the track at the cursor`() async throws {
    let home = try await Self.scannedHome()
    let out = home.folder.path("out")
    let run = try await Self.pick(
      home, ["--print", "--format", "%title%"],
      ["out \(out)", "wait Slack Water", "send j\\r", "end"])
    #expect(run.problem == "")
    #expect(run.status == 0)
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "Slack Water\n")
  }

  @Test(arguments: ["q", "\\x1b", "\\x03"])
  func `leaving without a choice changes nothing and is told by the status`(keys: String)
    async throws
  {
    let home = try await Self.scannedHome()
    let out = home.folder.path("out")
    let run = try await Self.pick(
      home, ["--print"], ["out \(out)", "wait Ebb Line", "send \(keys)", "end"])
    #expect(run.problem == "")
    #expect(run.status == (keys == "\\x03" ? 130 : 1))
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "")
  }

  @Test func `Done is not there until something is marked`() async throws {
    let home = try await Self.scannedHome()
    let run = try await Self.pick(
      home, ["--print"], ["wait Ebb Line", "send d", "wait Space marks a track", "send q", "end"])
    #expect(run.problem == "")
    #expect(run.status == 1)
  }

  @Test func `a search folds letters and keeps the marks`() async throws {
    let home = try await Self.scannedHome()
    let out = home.folder.path("out")
    let run = try await Self.pick(
      home, ["--print", "--format", "%title%"],
      [
        "out \(out)", "wait Ebb Line", "send  ", "wait 1 selected", "send /gesia", "wait Gęsia",
        "gone Ebb Line", "send \\r", "send  ", "wait 2 selected", "send d", "end",
      ])
    #expect(run.problem == "")
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "Ebb Line\nGęsia ścieżka\n")
  }

  @Test func `the choice goes to the player, which plays its first item`() async throws {
    let home = try await Self.scannedHome()
    let run = try await Self.pick(
      home, [], ["wait Ebb Line", "send jjjj jj ", "wait 2 selected", "send d", "end"])
    #expect(run.problem == "")
    #expect(run.status == 0)
    let status = try await home.segue("status")
    #expect(
      status.lines.first == "A Winter in the Lighthouse, Unabridged · Ines Calloway  1:02:03")
    #expect(status.output.contains("· 1 of 2"))
    #expect(try await home.segue("quit").status == 0)
  }

  @Test func `an ended picker leaves the terminal as it was`() async throws {
    let home = try await Self.scannedHome()
    let program = Project.programs + "/segue"
    let run = try await TerminalRun.of(
      [
        "sh", "-c",
        "before=$(stty -g); \"$0\" pick --print; test \"$before\" = \"$(stty -g)\" && echo restored",
        program,
      ],
      environment: home.environment,
      ["wait Ebb Line", "send q", "wait restored", "end"])
    #expect(run.problem == "")
  }

  private static func scannedHome() async throws -> PrivateHome {
    let home = try PrivateHome()
    let scan = try await home.segue("scan", Project.music)
    try #require(scan.status == 0, "\(scan.errors)")
    return home
  }

  private static func pick(
    _ home: PrivateHome, _ options: [String], _ steps: [String]
  ) async throws -> TerminalRun {
    try await TerminalRun.of(
      [Project.programs + "/segue", "pick"] + options, environment: home.environment, steps)
  }
}
