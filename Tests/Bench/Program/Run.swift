import Glibc
import Posix
import TestSupport

/// A program that was run to its end, with what it took.
struct Run {
  /// From its start to its end, in seconds.
  let wall: Double
  /// CPU time of it and of all that it waited for, in seconds.
  let cpu: Double
  let output: String

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    let before = Self.childrensTime()
    let began = ContinuousClock.now
    let program = try SpawnedProgram(arguments, environment: environment)
    let gathered = try program.gather()
    let status = program.wait()
    wall = began.duration(to: .now) / .seconds(1)
    cpu = Self.childrensTime() - before
    output = String(decoding: gathered.output, as: UTF8.self)
    guard status == 0 else {
      let errors = String(decoding: gathered.errors, as: UTF8.self)
      throw BenchError("\(arguments.joined(separator: " ")) ended with status \(status): \(errors)")
    }
  }

  static func output(_ arguments: [String]) throws -> String { try Run(arguments).output }

  private static func childrensTime() -> Double {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }
}
