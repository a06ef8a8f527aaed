import FoundationEssentials
import Library
import Media
import Worker

/// What the last scans found wrong, for people or for programs.
@MainActor
struct ScanReport {
  let isJSON: Bool

  /// - Parameter isVerifying: Whether the sound of what may be duplicates is compared.
  func print(_ library: LibraryStore, isVerifying: Bool) throws {
    let lines = JSONLines()
    let duplicates = try isVerifying ? Self.verified(library) : Self.candidates(library)
    for problem in try library.problems() + duplicates {
      if isJSON {
        Console.standard.write(try lines.line(Record(problem)))
      } else {
        Console.standard.line(Self.line(problem))
      }
    }
  }

  private static func candidates(_ library: LibraryStore) throws -> [ScanProblem] {
    try library.duplicateCandidates().flatMap { group in
      group.dropFirst().map { duplicate($0, of: group[0], "may have") }
    }
  }

  private static func verified(_ library: LibraryStore) throws -> [ScanProblem] {
    var check = DuplicateCheck(workers: try .ofThisProgram())
    var problems: [ScanProblem] = []
    for group in try library.duplicateCandidates(isWide: true) {
      for same in try check.same(group) {
        problems += same.dropFirst().map { duplicate($0, of: same[0], "has") }
      }
    }
    return problems
  }

  private static func duplicate(
    _ item: MediaItem, of other: MediaItem, _ verb: String
  ) -> ScanProblem {
    ScanProblem(
      path: item.path, status: .duplicate, kind: nil,
      reason: "It \(verb) the same sound as \(other.path).")
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
