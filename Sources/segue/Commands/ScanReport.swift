import FoundationEssentials
import Library
import Media

/// What the last scans found wrong, for people or for programs.
@MainActor
struct ScanReport {
  let isJSON: Bool

  func print(_ problems: [ScanProblem]) throws {
    let lines = JSONLines()
    for problem in problems {
      if isJSON {
        Console.standard.write(try lines.line(Record(problem)))
      } else {
        Console.standard.line(Self.line(problem))
      }
    }
  }

  /// Names in files may be in a reason.
  static func line(_ problem: ScanProblem) -> String {
    DisplayText.line("\(problem.path): \(problem.reason)")
  }

  private struct Record: Encodable {
    let path: String?
    let pathBase64: String?
    let status: String
    let `class`: String
    let reason: String

    init(_ problem: ScanProblem) {
      path = problem.path.string
      pathBase64 = path == nil ? Data(problem.path.bytes).base64EncodedString() : nil
      status = problem.status.rawValue
      `class` = (problem.kind?.rawValue ?? problem.status.rawValue)
      reason = problem.reason
    }
  }
}
