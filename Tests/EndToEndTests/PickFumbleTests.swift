import TestSupport
import Testing

/// `segue pick` under random keys, on a pseudo-terminal with a real emulator behind it.
@Suite struct PickFumbleTests {
  @Test func `random keys, clicks and sizes leave no stray cell and lose no mark`() async throws {
    let home = try PrivateHome()
    let scan = try await home.segue("scan", Project.music)
    try #require(scan.status == 0, "\(scan.errors)")
    let python = Project.root + "/.build/venv/bin/python3"
    let run = try await ProgramRun.of(
      [
        python, Project.rig + "/fumble", "\(Effort.seed + 1)", "\(Effort.count(10_000))",
        Project.programs + "/segue", "pick", "--print", "--format", "%title%",
      ],
      environment: home.environment.merging(["TERM": "xterm-256color"]) { own, _ in own },
      deadline: Effort.minutes(20) * 60)
    #expect(run.errors == "")
    #expect(run.status == 0)
  }
}
