import Glibc
import Posix

/// Standard output, written in large pieces.
@MainActor
final class Console {
  static let standard = Console()

  private var pending: [UInt8] = []

  /// How the program ends when the output cannot be written.
  var failure = ExitStatus.failed

  /// Whether people look at it.
  let isTerminal = isatty(STDOUT_FILENO) == 1

  func line(_ text: String) { write(Array((text + "\n").utf8)) }

  func write(_ bytes: [UInt8]) {
    pending += bytes
    if pending.count >= 1 << 16 { flush() }
  }

  /// Writes what is pending. When the reader has gone (`segue list | head`) the program ends, as
  /// other tools do; any other failure is told.
  func flush() {
    guard !pending.isEmpty else { return }
    let bytes = pending
    pending = []
    do {
      try FileDescriptor.write(bytes, to: STDOUT_FILENO)
    } catch {
      if error.code != EPIPE {
        Program.complain("segue: Cannot write the output: \(error.reason).")
      }
      exit(failure.rawValue)
    }
  }
}
