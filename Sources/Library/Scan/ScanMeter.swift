/// Measures how fast a scan is, and tells it a few times a second.
struct ScanMeter {
  private static let turn: Duration = .milliseconds(100)
  private static let rowTurn: Duration = .milliseconds(500)

  private(set) var progress = ScanProgress(phase: .walking)
  private let report: (ScanProgress) -> Void
  private var began = ContinuousClock.now
  private var told: ContinuousClock.Instant?
  private var written: ContinuousClock.Instant?

  init(_ report: @escaping (ScanProgress) -> Void) { self.report = report }

  mutating func found(_ count: Int) {
    progress.found = count
    tell()
  }

  mutating func beginReading(_ count: Int) {
    progress.phase = .reading
    progress.toRead = count
    began = .now
    tell(force: true)
  }

  mutating func read(_ count: Int) {
    progress.read += count
    let seconds = began.duration(to: .now) / .seconds(1)
    if seconds > 0.2 {
      progress.rate = Double(progress.read) / seconds
      let rest = Double(progress.toRead - progress.read)
      progress.remaining = progress.rate > 0 ? .seconds(rest / progress.rate) : nil
    }
    tell(force: progress.read == progress.toRead)
  }

  /// Whether it is time that those in other programs hear of it.
  mutating func isRowDue() -> Bool {
    let now = ContinuousClock.now
    if let written, written.duration(to: now) < Self.rowTurn { return false }
    written = now
    return true
  }

  private mutating func tell(force: Bool = false) {
    let now = ContinuousClock.now
    if !force, let told, told.duration(to: now) < Self.turn { return }
    told = now
    report(progress)
  }
}
