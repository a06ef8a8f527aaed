import Dispatch
import Glibc
import Posix

/// A program that has run to its end.
public struct ProgramRun: Sendable {
  /// Its exit status, or 128 and the signal that ended it.
  public let status: Int32
  public let bytes: [UInt8]
  /// Standard error.
  public let errors: String

  /// Standard output.
  public var output: String { String(decoding: bytes, as: UTF8.self) }
  public var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Runs a program to its end without holding up other tests.
  ///
  /// - Parameters:
  ///   - arguments: The program, looked up by `PATH` unless it has a slash, and what it is given.
  ///   - environment: All of its environment, save `PATH`, `LANG` and the sanitizers' options, which
  ///     are ours.
  ///   - deadline: When it is killed, in seconds.
  public static func of(
    _ arguments: [String], environment: [String: String] = [:], input: String = "",
    deadline: Int = 120
  ) async throws -> ProgramRun {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            try run(arguments, environment, Array(input.utf8), deadline)
          })
      }
    }
  }

  private static func run(
    _ arguments: [String], _ environment: [String: String], _ input: [UInt8], _ deadline: Int
  ) throws -> ProgramRun {
    let child = try SpawnedProgram(arguments, environment: environment)
    defer { child.kill() }
    try child.give(input)
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + .seconds(deadline))
    timer.setEventHandler { child.kill() }
    timer.resume()
    defer { timer.cancel() }
    let gathered = try child.gather()
    return ProgramRun(
      status: child.wait(), bytes: gathered.output,
      errors: String(decoding: gathered.errors, as: UTF8.self))
  }
}
