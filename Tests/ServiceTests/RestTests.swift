import Glibc
import MPDProtocol
import TestSupport
import Testing

/// A daemon that has nothing to do does nothing.
@Suite struct RestTests {
  private static let configuration =
    RunningDaemon.configuration + "[audio]\nclose-after-pause = 0\n"

  @Test(
    .disabled(if: Effort.sanitizer != nil, "A sanitizer has a thread of its own that wakes up."),
    arguments: ["pause 1", "stop"])
  func `a daemon that does not play never wakes up`(command: String) async throws {
    let bus = try PrivateBus()
    let daemon = try await blocking {
      try bus.start()
      let daemon = try RunningDaemon(
        configuration: Self.configuration, environment: bus.environment)
      try daemon.waitForScan()
      try bus.wait()
      let wire = try Wire(daemon.home.socket)
      for line in ["add \"Abel Marr\"", "repeat 1", "play"] {
        #expect(try wire.ask(line) == "OK\n", "\(line)")
      }
      let client = try daemon.client()
      while try client.send("status")["elapsed"] ?? "0.000" == "0.000" {
        _ = try client.idle(["player"], timeout: .milliseconds(100))
      }
      #expect(try wire.ask(command) == "OK\n")
      return daemon
    }
    try await Self.expectRest(daemon)
    try await Self.expectEndOfDecoder(daemon)
    let state = try await blocking { try daemon.client().send("status")["state"] }
    #expect(state == (command == "stop" ? "stop" : "pause"))
    withExtendedLifetime(bus) {}
  }

  /// A minute later the decoder is gone. Too long for each day.
  private static func expectEndOfDecoder(_ daemon: RunningDaemon) async throws {
    guard Effort.isSoak else { return }
    let deadline = ContinuousClock.now + .seconds(90)
    while try await children(daemon) != "", ContinuousClock.now < deadline {
      try await blocking { _ = poll(nil, 0, 1000) }
    }
    #expect(try await children(daemon) == "")
    try await expectRest(daemon)
  }

  /// Within a while there are six seconds in which nothing happens: Dispatch keeps its threads for five.
  private static func expectRest(_ daemon: RunningDaemon) async throws {
    // What is written and made at the end of playing takes long where the disk has much to do.
    let deadline = ContinuousClock.now + Effort.within(.seconds(150))
    var last = -1
    while ContinuousClock.now < deadline {
      let now = try await switches(daemon)
      if now == last { return }
      last = now
      try await blocking { _ = poll(nil, 0, 6000) }
    }
    Issue.record("It goes on waking up.")
  }

  /// How often all threads of the daemon were woken or interrupted.
  private static func switches(_ daemon: RunningDaemon) async throws -> Int {
    let run = try await ProgramRun.of(
      ["sh", "-c", "cat /proc/\(daemon.program.pid)/task/*/status"])
    return run.output.split(separator: "\n").filter { $0.contains("ctxt_switches") }
      .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }.reduce(0, +)
  }

  private static func children(_ daemon: RunningDaemon) async throws -> String {
    try await ProgramRun.of(
      ["sh", "-c", "cat /proc/\(daemon.program.pid)/task/*/children"]
    ).output
  }
}
