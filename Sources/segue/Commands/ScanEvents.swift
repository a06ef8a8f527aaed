import Library

/// A scan as programs follow it: one JSON object a line.
@MainActor
enum ScanEvents {
  private struct Progress: Encodable {
    let event = "progress"
    let phase: String
    let found: Int
    let read: Int
    let toRead: Int
    let rate: Double
    let remaining: Double?
  }

  private struct Result: Encodable {
    let event = "done"
    let added: Int
    let changed: Int
    let moved: Int
    let gone: Int
    let away: Int?
    let unchanged: Int
    let unreadable: Int
    let elapsed: Double
    let cancelled: Bool?
    let unavailable: [String]?
  }

  /// How far it is. Whoever listens hears it at once.
  static func write(_ progress: ScanProgress) {
    put(
      Progress(
        phase: progress.phase.rawValue, found: progress.found, read: progress.read,
        toRead: progress.toRead, rate: progress.rate.rounded(),
        remaining: progress.remaining.map { seconds($0) }))
  }

  /// What came of it.
  static func write(_ summary: ScanSummary) {
    let away = summary.unavailableRoots.map(\.path.uri)
    put(
      Result(
        added: summary.added, changed: summary.changed, moved: summary.moved, gone: summary.gone,
        away: summary.away > 0 ? summary.away : nil,
        unchanged: summary.unchanged, unreadable: summary.unreadable,
        elapsed: seconds(summary.elapsed), cancelled: summary.isCancelled ? true : nil,
        unavailable: away.isEmpty ? nil : away))
  }

  private static func seconds(_ duration: Duration) -> Double {
    (duration / .milliseconds(1)).rounded() / 1000
  }

  private static func put(_ event: some Encodable) {
    // These are numbers and short words, which always can be encoded.
    guard let line = try? JSONLines().line(event) else { return }
    Console.standard.write(line)
    Console.standard.flush()
  }
}
