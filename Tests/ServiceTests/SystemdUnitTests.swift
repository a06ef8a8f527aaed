import Glibc
import TestSupport
import Testing

/// The units as `make install` leaves them, read by systemd itself.
@Suite struct SystemdUnitTests {
  @Test(arguments: [
    (".local", "share/systemd/user"), ("100% of it", "lib/systemd/user"),
  ])
  func `systemd has nothing to say about the installed units`(
    prefix: String, folder: String
  ) async throws {
    let home = try PrivateHome()
    let prefix = home.folder.path(prefix)
    let units = try await install(below: prefix, home)
    #expect(units == ["\(prefix)/\(folder)/segued.service", "\(prefix)/\(folder)/segued.socket"])
    #expect(try await remarks(on: units, home) == "")
  }

  @Test func `systemd names what is wrong in a unit`() async throws {
    let home = try PrivateHome()
    let units = try await install(below: home.folder.path("prefix"), home)
    unlink(home.folder.path("prefix/bin/segued"))
    let remarks = try await remarks(on: units, home)
    #expect(remarks.contains("/prefix/bin/segued is not executable"), "\(remarks)")
  }

  /// - Returns: The units' paths.
  private func install(below prefix: String, _ home: PrivateHome) async throws -> [String] {
    let run = try await ProgramRun.of(
      [Project.root + "/.make/install", "--units"],
      environment: ["HOME": home.folder.path, "PREFIX": prefix])
    try #require(run.status == 0, "\(run.errors)")
    mkdir("\(prefix)/bin", 0o755)
    symlink(RunningDaemon.program, "\(prefix)/bin/segued")
    return run.lines
  }

  private func remarks(on units: [String], _ home: PrivateHome) async throws -> String {
    let run = try await ProgramRun.of(
      ["systemd-analyze", "verify", "--user"] + units, environment: home.environment)
    return run.output + run.errors
  }
}
