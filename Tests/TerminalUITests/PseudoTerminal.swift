import Dispatch
import Glibc
import Posix
import TestSupport
import Testing

@testable import TerminalUI

/// A terminal whose other end is in the test: what is written to it is shown by a `TerminalModel`.
@MainActor final class PseudoTerminal {
  /// The device that a program opens.
  let device: String
  /// Everything that was written to it.
  private(set) var output: [UInt8] = []

  private let size: TerminalSize
  private var ours: FileDescriptor.Owned?
  /// Kept open, so that the terminal lives on when the program under test has closed it.
  private let theirs: FileDescriptor.Owned
  private var source: (any DispatchSourceRead)?
  private var onOutput: () -> Void = {}

  init(rows: Int = 10, columns: Int = 72) throws {
    let ours = FileDescriptor.Owned(try FileDescriptor(opening: "/dev/ptmx", O_RDWR).release())
    var (number, locked): (Int32, Int32) = (0, 0)
    _ = try retrying("unlock") { ioctl(ours.raw, UInt(0x4004_5431), &locked) }
    _ = try retrying("get the name of") { ioctl(ours.raw, UInt(0x8004_5430), &number) }
    device = "/dev/pts/\(number)"
    theirs = FileDescriptor.Owned(try FileDescriptor(opening: device, O_RDWR | O_NOCTTY).release())
    size = TerminalSize(rows: rows, columns: columns)
    var window = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = try retrying("resize") { ioctl(ours.raw, UInt(TIOCSWINSZ), &window) }
    self.ours = ours
    source = DispatchQueue.readSource(ours) { [weak self] in self?.readOutput() }
  }

  /// Types.
  func type(_ text: String) throws {
    if let ours { try FileDescriptor.write(Array(text.utf8), to: ours.raw) }
  }

  /// Goes away as a terminal window does that is closed.
  func hangUp() {
    stop()
    ours = nil
  }

  func stop() {
    source?.cancel()
    source = nil
  }

  /// The modes that matter to whoever uses the terminal next.
  var modes: [UInt32] {
    var modes = termios()
    tcgetattr(theirs.raw, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_lflag]
  }

  var text: String { String(decoding: output, as: UTF8.self) }

  /// What a person sees.
  var lines: [String] {
    var model = TerminalModel(size)
    model.write(text)
    return model.places.map { $0.map(\.text).joined() }
  }

  /// Waits until something is to be seen, a minute at most.
  func waits(for wanted: @escaping ([String]) -> Bool) async {
    if wanted(lines) { return }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      var isOver = false
      let end = { [unowned self] in
        if isOver { return }
        isOver = true
        onOutput = {}
        continuation.resume()
      }
      onOutput = { [unowned self] in if wanted(lines) { end() } }
      DispatchQueue.main.asyncAfter(deadline: .now() + (Effort.sanitizer == nil ? 60 : 600)) {
        MainActor.assumeIsolated {
          if !isOver { Issue.record("This is on the terminal: \(self.lines)") }
          end()
        }
      }
    }
  }

  private func readOutput() {
    guard let ours else { return }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(ours.raw, &bytes, bytes.count)
    output += bytes.prefix(max(0, count))
    onOutput()
  }
}
