/// A program run on a pseudo-terminal with a real emulator behind it.
public struct TerminalRun: Sendable {
  /// What went wrong, with the screen; empty when every step was possible.
  public let problem: String
  /// The screens that were asked for.
  public let screens: [String]
  /// The program's exit status, when its end was awaited.
  public let status: Int?

  /// - Parameters:
  ///   - steps: As `Tests/Rig/terminal` has them: `wait TEXT`, `send KEYS`, `screen`, `end`.
  public static func of(
    _ arguments: [String], size: String = "80x24", environment: [String: String],
    _ steps: [String]
  ) async throws -> TerminalRun {
    let python = Project.root + "/.build/venv/bin/python3"
    let run = try await ProgramRun.of(
      [python, Project.rig + "/terminal", size] + arguments,
      environment: environment.merging(["TERM": "xterm-256color"]) { own, _ in own },
      input: steps.joined(separator: "\n"), deadline: 300)
    let parts = run.output.components(separatedBy: String(repeating: "=", count: columns(size)))
    return TerminalRun(
      problem: run.errors,
      screens: parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element),
      status: parts.last.flatMap { $0.split(separator: " ").last }
        .flatMap { Int($0.split(separator: "\n").first ?? "") })
  }

  private static func columns(_ size: String) -> Int { Int(size.prefix { $0 != "x" }) ?? 80 }
}

extension String {
  /// The pieces between a separator, empty ones too.
  fileprivate func components(separatedBy separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
