import Glibc
import Posix
import TestSupport

/// A picker under the fingers: how long a key takes to the screen, what it writes, and what it costs at rest.
enum PickerKeys {
  static func measure(_ bench: Bench) throws -> [BenchRow] {
    var rows: [BenchRow] = []
    for (count, limit) in [(100_000, 4.0), (1_000_000, 10)] {
      let picker = try PickerTerminal(count)
      var latency = BenchRow(
        figure: "key to screen of \(grouped(count)), p99", unit: .milliseconds,
        goal: .below(limit))
      for round in 0..<bench.options.rounds {
        latency.ours.append(try percentile(picker, seed: round))
      }
      rows.append(latency)
      if count == 100_000 { rows += try rest(picker) }
    }
    var playing = BenchRow(
      figure: "picker's wake-ups in 10 s, playing", unit: .times, goal: .below(20.5))
    playing.ours.append(try wakeUps(try PickerTerminal(1000, "playing")))
    return rows + [playing]
  }

  private static func grouped(_ count: Int) -> String {
    count >= 1_000_000 ? "\(count / 1_000_000),000,000" : "\(count / 1000),000"
  }

  private static func rest(_ picker: PickerTerminal) throws -> [BenchRow] {
    var bytes = BenchRow(
      figure: "bytes a cursor move, 120x40", unit: .times, goal: .below(400))
    try picker.settle("g")
    for _ in 0..<300 { bytes.ours.append(Double(try picker.press("j").bytes)) }
    var memory = BenchRow(
      figure: "picker's private memory at 100,000", unit: .megabytes, goal: .below(60))
    memory.ours.append(Double(ProcessFiles.privateMemory(picker.pid)) / 1e6)
    var idle = BenchRow(figure: "picker's wake-ups in 10 s, idle", unit: .times, goal: .below(0.5))
    idle.ours.append(try wakeUps(picker))
    return [bytes, memory, idle]
  }

  private static func wakeUps(_ picker: PickerTerminal) throws -> Double {
    // What was asked last is still being put away.
    sleep(6)
    let before = ProcessFiles.switches(picker.pid)
    sleep(10)
    return Double(ProcessFiles.switches(picker.pid) - before)
  }

  /// Of keys that move, mark, jump and search, as people press them.
  private static func percentile(_ picker: PickerTerminal, seed: Int) throws -> Double {
    var random = SeededGenerator(seed: UInt64(seed))
    var times: [Double] = []
    try picker.settle("g")
    for _ in 0..<200 {
      let moves = (0..<6).map { _ in
        ["j", "j", "k", "\u{6}", "\u{2}", " ", "]"].randomElement(using: &random) ?? "j"
      }
      let words = ["har", "lantern", "winter co", "ebb", "zeph"]
      let search = Array(words.randomElement(using: &random) ?? "ebb").map(String.init)
      let jump = ["G", "g"].randomElement(using: &random) ?? "g"
      for key in moves + [jump, "/"] + search + ["\u{15}", "\r"] {
        if let time = try picker.press(key).time { times.append(time) }
      }
    }
    times.sort()
    guard times.count > 1000 else { throw BenchError("The picker answers too few keys.") }
    return times[times.count * 99 / 100]
  }
}

/// A picker on a terminal that is ours.
private final class PickerTerminal {
  private let terminal: FileDescriptor
  private let program: SpawnedProgram
  var pid: pid_t { program.pid }

  /// Milliseconds without a byte after which a screen is taken to be complete: among many rows what is found is shown
  /// after what was typed.
  private static let quiet: Int32 = 20

  init(_ count: Int, _ options: String...) throws {
    let ours = try FileDescriptor(opening: "/dev/ptmx", O_RDWR | O_NOCTTY)
    let raw = ours.raw
    terminal = ours
    var (number, locked): (Int32, Int32) = (0, 0)
    _ = try retrying("unlock") { ioctl(raw, UInt(0x4004_5431), &locked) }
    _ = try retrying("get the name of") { ioctl(raw, UInt(0x8004_5430), &number) }
    var size = winsize(ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0)
    _ = try retrying("resize") { ioctl(raw, UInt(TIOCSWINSZ), &size) }
    program = try SpawnedProgram(
      [Program.executable() ?? "", "show", "\(count)", "/dev/pts/\(number)"] + options)
    try waitFor("\(count) tracks")
  }

  /// Until all rows are there.
  private func waitFor(_ text: String) throws {
    var seen: [UInt8] = []
    let deadline = ContinuousClock.now + .seconds(60)
    while !String(decoding: seen, as: UTF8.self).contains(text) {
      guard ContinuousClock.now < deadline else { throw BenchError("The picker shows nothing.") }
      if let part = try read(500) {
        // What is beside it may be written in another go.
        seen = seen.suffix(1 << 16) + part
      } else {
        // Of a number that has grown, the digits that are other ones were written alone: all of the screen anew.
        try terminal.write([0x0C])
      }
    }
    while try read(500) != nil {}
  }

  /// Presses a key and waits until nothing more comes.
  func settle(_ key: String) throws {
    _ = try press(key)
    while try read(100) != nil {}
  }

  /// - Returns: Milliseconds to the last byte of the screen that shows it, `nil` where it changes nothing; and all bytes.
  func press(_ key: String) throws -> (time: Double?, bytes: Int) {
    let began = ContinuousClock.now
    try terminal.write(Array(key.utf8))
    guard let first = try read(50) else { return (nil, 0) }
    var last = ContinuousClock.now
    var bytes = first.count
    while let more = try read(Self.quiet) {
      bytes += more.count
      last = .now
    }
    return (began.duration(to: last) / .milliseconds(1), bytes)
  }

  /// What comes within so many milliseconds; `nil` where that is nothing.
  private func read(_ milliseconds: Int32) throws -> [UInt8]? {
    var poll = pollfd(fd: terminal.raw, events: Int16(POLLIN), revents: 0)
    guard try retrying("wait", { Glibc.poll(&poll, 1, milliseconds) }) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = try bytes.withUnsafeMutableBytes { try terminal.read(into: $0) }
    return Array(bytes.prefix(count))
  }
}
