import Glibc
import Posix
import TestSupport

/// What all figures have in common: programs, music, and rounds.
struct Bench {
  let options: BenchOptions
  /// The audio files of the library.
  let files: [String]
  /// What they hold together.
  let bytes: Int
  /// Lists of files and what else is written for a while.
  let folder: TemporaryFolder

  init(_ options: BenchOptions) throws {
    self.options = options
    folder = try TemporaryFolder()
    let names = "-type f ! -name cover.jpg -printf '%s %p\\n'"
    let found = try Run.output(["sh", "-c", "find '\(options.library)' \(names) | sort -k2"])
    let lines = found.split(separator: "\n")
    guard !lines.isEmpty else { throw BenchError("There is no music in \(options.library).") }
    files = lines.map { String($0.drop { $0 != " " }.dropFirst()) }
    bytes = lines.reduce(0) { $0 + (Int($1.prefix { $0 != " " }) ?? 0) }
    try folder.write("list", files.joined(separator: "\n") + "\n")
  }

  /// The programs of the folder that is measured.
  func program(_ name: String) -> String { "\(options.programs)/\(name)" }

  /// `segue` with these arguments in a home, to its end.
  func segue(_ home: BenchHome, _ arguments: String...) throws -> Run {
    try Run([program("segue")] + arguments, environment: home.environment)
  }

  /// The plain loop over all files.
  func loop() throws -> Run? {
    try options.loop.map { try Run([$0, folder.path("list")]) }
  }

  /// Calls each body once a round, in another order each time, so that none is always the first.
  func rounds(_ count: Int? = nil, of bodies: [() throws -> Void]) throws {
    for round in 0..<(count ?? options.rounds) {
      for place in bodies.indices { try bodies[(place + round) % bodies.count]() }
    }
  }
}

/// A user who has nothing yet, for one run.
final class BenchHome {
  let folder: TemporaryFolder
  let environment: [String: String]

  init(configuration: String = "") throws {
    folder = try TemporaryFolder()
    var environment = ["HOME": folder.path("home"), "LC_ALL": "C.UTF-8"]
    for name in ["DATA_HOME", "CONFIG_HOME", "CACHE_HOME", "STATE_HOME", "RUNTIME_DIR"] {
      environment["XDG_\(name)"] = try folder.makeFolder(name)
    }
    self.environment = environment
    chmod(folder.path("RUNTIME_DIR"), 0o700)
    try folder.write("CONFIG_HOME/segue/segue.conf", configuration)
  }

  var socket: String { folder.path("RUNTIME_DIR/segue/socket") }
}
