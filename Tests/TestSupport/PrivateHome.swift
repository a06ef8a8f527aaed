/// Places of its own for one test: home, data, configuration and runtime folder of a user who has
/// nothing yet.
public final class PrivateHome: Sendable {
  public let folder: TemporaryFolder

  /// The variables that make a program live there.
  public let environment: [String: String]

  /// - Parameter configuration: What `segue.conf` says; by default music goes to the paced null output.
  public init(configuration: String = "[output null]\ntype = null\n") throws {
    folder = try TemporaryFolder()
    environment = [
      "HOME": folder.path("home"), "XDG_DATA_HOME": folder.path("data"),
      "XDG_CONFIG_HOME": folder.path("config"), "XDG_CACHE_HOME": folder.path("cache"),
      "XDG_STATE_HOME": folder.path("state"), "XDG_RUNTIME_DIR": folder.path("run"),
      "LC_ALL": "C.UTF-8",
    ]
    try folder.makeFolder("home")
    try folder.makeFolder("run")
    try folder.write("config/segue/segue.conf", configuration)
  }

  public var socket: String { folder.path("run/segue/socket") }

  /// Runs `segue` with these arguments to its end.
  public func segue(
    _ arguments: String..., input: String = "", extra: [String: String] = [:], deadline: Int = 60
  ) async throws -> ProgramRun {
    try await ProgramRun.of(
      [Project.programs + "/segue"] + arguments,
      environment: environment.merging(extra) { $1 }, input: input, deadline: deadline)
  }
}
