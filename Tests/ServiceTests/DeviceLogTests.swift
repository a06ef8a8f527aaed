import Glibc
import MPDProtocol
import TestSupport
import Testing

/// What the log says of devices.
@Suite struct DeviceLogTests {
  @Test func `each change of a device is in the log once, however often it is tried`() async throws
  {
    let card = try await VirtualCard(["open=EBUSY"])
    let daemon = try await blocking {
      let daemon = try RunningDaemon(
        configuration: """
          [library]
          root = \(Project.music)
          [audio]
          device = hw:0,0

          """, environment: card.environment)
      try daemon.waitForScan()
      let client = try daemon.client()
      _ = try client.send("add", "Abel Marr")
      _ = try client.send("play")
      try Self.wait(client, error: true)
      return daemon
    }
    try await card.set("open=0")
    try await blocking {
      try Self.wait(daemon.client(), error: false)
      daemon.program.signal(SIGTERM)
      let log = try daemon.log().split(separator: "\n").filter { $0.contains("sound") }
      #expect(
        log == [
          """
          segued: No sound for now: The sound device hw:0,0 is busy: another program is using it. \
          Playing goes on by itself as soon as it can.
          """, "segued: There is sound again.",
        ])
    }
  }

  private static func wait(_ client: MPDClient, error: Bool) throws {
    while try (client.send("status")["error"] != nil) != error {
      _ = try client.idle(["player"], timeout: .seconds(20))
    }
  }
}
