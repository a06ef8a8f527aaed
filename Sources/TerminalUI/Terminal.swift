import CTerminfo
import Dispatch
import Glibc
import Posix

/// An open terminal: its modes, what it sends and what is written to it.
///
/// Nothing here waits for the terminal: what it does not take at once is written when it does.
@MainActor final class Terminal {
  let descriptor: FileDescriptor.Owned
  /// Called with what came; with nothing at the end, when the terminal is gone.
  var onInput: ([UInt8]) -> Void = { _ in }
  /// Called when all that was written has been taken.
  var onDrained: () -> Void = {}

  private var input: (any DispatchSourceRead)?
  private var output: (any DispatchSourceWrite)?
  private var unwritten: ArraySlice<UInt8> = []
  /// The modes from before, and ours; `nil` while those from before are in force.
  private var modes: (before: termios, raw: termios)?

  /// - Parameter device: `/dev/tty` for the one that controls the process.
  init(device: String) throws(PosixError) {
    let opened = try FileDescriptor(opening: device, O_RDWR | O_NOCTTY | O_NONBLOCK)
    descriptor = FileDescriptor.Owned(opened.release())
  }

  var size: TerminalSize {
    let size = TerminalSize(of: descriptor.raw) ?? TerminalSize(rows: 24, columns: 80)
    return TerminalSize(rows: min(size.rows, 1000), columns: min(size.columns, 1000))
  }

  /// Whether something written earlier has not been taken yet.
  var isBusy: Bool { !unwritten.isEmpty }

  /// Whether the process may draw and read. Where the terminal is not the controlling one nobody
  /// else does.
  var isInForeground: Bool {
    let group = tcgetpgrp(descriptor.raw)
    return group < 0 || group == getpgrp()
  }

  func startReading() {
    input = DispatchQueue.readSource(descriptor) { [weak self] in self?.readInput() }
  }

  func stop() {
    input?.cancel()
    output?.cancel()
    (input, output) = (nil, nil)
  }

  /// Keys come one by one and unseen from now on, also where somebody has changed that meanwhile.
  /// Should the program crash, the modes from before come back, and `ending` is written.
  func enterRaw(ending: String) throws(PosixError) {
    let before = if let modes { modes.before } else { try readModes() }
    var raw = modes?.raw ?? before
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | BRKINT | ISTRIP | PARMRK)
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    raw.c_oflag &= ~tcflag_t(OPOST)
    _ = try retrying("set the terminal's modes") { tcsetattr(descriptor.raw, TCSANOW, &raw) }
    modes = (before, raw)
    withUnsafePointer(to: before) {
      segue_terminal_guard(descriptor.raw, $0, ending, ending.utf8.count)
    }
  }

  private func readModes() throws(PosixError) -> termios {
    var modes = termios()
    _ = try retrying("read the terminal's modes") { tcgetattr(descriptor.raw, &modes) }
    return modes
  }

  /// Writes `ending`, in place of what is not yet written, and brings back the modes from before.
  func leaveRaw(ending: String) {
    guard var before = modes?.before else { return }
    modes = nil
    if isBusy {
      // It may have been cut within a sequence, which this ends.
      unwritten = ArraySlice("\u{1B}\\".utf8)
    }
    write(ending)
    flush()
    tcsetattr(descriptor.raw, TCSANOW, &before)
    segue_terminal_unguard()
  }

  func write(_ text: String) {
    unwritten.append(contentsOf: text.utf8)
    writeSome()
    if isBusy, output == nil { waitForRoom() }
  }

  private func readInput() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor.raw, &bytes, bytes.count)
    if count > 0 { return onInput(Array(bytes[..<count])) }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    stop()
    onInput([])
  }

  private func writeSome() {
    while !unwritten.isEmpty {
      let count = unwritten.withUnsafeBytes {
        Glibc.write(descriptor.raw, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        // Any other failure means that the terminal is gone, which reading will tell.
        if errno != EAGAIN { unwritten = [] }
        return
      }
      unwritten = unwritten.dropFirst(count)
    }
    unwritten = []
  }

  private func waitForRoom() {
    let descriptor = self.descriptor
    let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor.raw, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.hasRoom() } }
    source.setCancelHandler { withExtendedLifetime(descriptor) {} }
    source.activate()
    output = source
  }

  private func hasRoom() {
    writeSome()
    guard !isBusy else { return }
    output?.cancel()
    output = nil
    onDrained()
  }

  /// Waits for what is to be written to be taken, half a second at most; then it takes the place of what the terminal
  /// has not read.
  private func flush() {
    let end = DispatchTime.now() + .milliseconds(500)
    while isBusy, DispatchTime.now() < end {
      var poll = pollfd(fd: descriptor.raw, events: Int16(POLLOUT), revents: 0)
      _ = Glibc.poll(&poll, 1, 50)
      writeSome()
    }
    if isBusy {
      tcflush(descriptor.raw, TCOFLUSH)
      writeSome()
    }
    unwritten = []
  }
}
