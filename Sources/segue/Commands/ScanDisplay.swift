import Glibc
import Library
import Media
import Posix

/// The line of a running scan on a terminal; nothing where standard error is none. For programs, events.
@MainActor
struct ScanDisplay {
  private let isJSON: Bool

  private let isTerminal =
    isatty(STDERR_FILENO) == 1 && Program.environment("TERM") ?? "dumb" != "dumb"
  private var isShown = false

  init(isJSON: Bool) { self.isJSON = isJSON }

  mutating func show(_ progress: ScanProgress) {
    if isJSON { return ScanEvents.write(progress) }
    guard isTerminal else { return }
    draw(Self.text(progress))
    isShown = true
  }

  mutating func clear() {
    if isShown { draw("") }
    isShown = false
  }

  private static func text(_ progress: ScanProgress) -> String {
    switch progress.phase {
    case .waiting:
      return "Another scan is running: \(progress.read) of \(progress.toRead) files read"
    case .walking: return "Looking for music: \(progress.found) files found"
    case .reading:
      let left = progress.remaining.map { " · \(PlaybackTime($0)) left" } ?? ""
      return "\(progress.found) files found · \(progress.read) of \(progress.toRead) read"
        + " · \(Int(progress.rate.rounded())) a second\(left)"
    }
  }

  /// Replaces the line: back to its start, the text, and what is left of the old one erased.
  private func draw(_ text: String) {
    let bytes = Array("\r\(String(text.prefix(79)))\u{1B}[K".utf8)
    try? FileDescriptor.write(bytes, to: STDERR_FILENO)
  }
}
