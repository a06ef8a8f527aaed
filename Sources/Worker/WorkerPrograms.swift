import Posix

/// Where the worker programs lie.
public struct WorkerPrograms: Sendable, Hashable {
  public let tagger: String
  public let decoder: String

  /// The workers in one folder.
  public init(folder: String) {
    tagger = "\(folder)/segue-tagger"
    decoder = "\(folder)/segue-decoder"
  }

  /// The workers that belong to the running program: in `../libexec/segue` from it, else beside it.
  /// Never looked for by `PATH` or any environment variable.
  ///
  /// - Throws: `notInstalled` when they are in neither place.
  public static func ofThisProgram() throws(WorkerError) -> WorkerPrograms {
    let program = Program.executable() ?? ""
    let folder = Self.folder(of: program)
    let places = ["\(Self.folder(of: folder))/libexec/segue", folder]
    for place in places {
      let programs = WorkerPrograms(folder: place)
      if Program.isExecutable(programs.tagger), Program.isExecutable(programs.decoder) {
        return programs
      }
    }
    throw .notInstalled(places: places)
  }

  private static func folder(of path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
