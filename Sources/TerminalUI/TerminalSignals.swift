import CTerminfo
import Dispatch
import Glibc
import Posix

/// The signals that concern a terminal, as calls on the main queue.
@MainActor final class TerminalSignals {
  /// Those that end a program.
  static let ending: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  static let all = ending + [SIGTSTP, SIGCONT, SIGWINCH]

  private var source: (any DispatchSourceRead)?

  /// - Throws: `EBUSY` when somebody else watches them already.
  init(_ receive: @escaping @MainActor (Int32) -> Void) throws(PosixError) {
    let raw = try retrying("watch for signals") { segue_signals_watch(Self.all, Self.all.count) }
    let descriptor = FileDescriptor.Owned(raw)
    source = DispatchQueue.readSource(descriptor) {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(descriptor.raw, &bytes, bytes.count)
      for byte in bytes.prefix(max(0, count)) { receive(Int32(byte)) }
    }
  }

  /// Brings back what the signals did before.
  func stop() {
    guard let source else { return }
    self.source = nil
    segue_signals_unwatch()
    source.cancel()
  }
}

extension DispatchQueue {
  /// Calls `body` on the main queue whenever there is something to read. The descriptor stays open
  /// until the source is cancelled.
  @MainActor static func readSource(
    _ descriptor: FileDescriptor.Owned, _ body: @escaping @MainActor () -> Void
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor.raw, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(body) }
    source.setCancelHandler { withExtendedLifetime(descriptor) {} }
    source.activate()
    return source
  }
}
