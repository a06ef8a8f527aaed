import Glibc
import MPDProtocol
import Posix
import TestSupport
import Testing

/// Clients that are broken, or mean harm, and cost nobody but themselves.
@Suite struct HostileClientTests {
  /// What is said before a farewell: nothing, half a line, what is another protocol's, what is never read.
  private static let beginnings: [[UInt8]] =
    [
      "", "pi", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "listallinfo\nlistallinfo\n", "idle\n",
      "command_list_begin\nping\n", "\u{0}\u{0}\n", "subscribe room\n",
    ].map { Array($0.utf8) } + [[0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0xFF, 0xFE], [0x0A]]

  @Test func `a hundred wait and are told, while thousands come and go and leave nothing`()
    async throws
  {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let waiting = try (0..<100).map { _ in try Wire(daemon.home.socket) }
      for wire in waiting { try wire.send("idle mixer\n") }
      func come(_ count: Int) throws {
        for number in 0..<count {
          let wire = Wire(descriptor: try UnixSocket.connect(to: daemon.home.socket))
          // It may have been cut off by then.
          try? wire.send(Self.beginnings[number % Self.beginnings.count])
        }
        try daemon.client().send("ping")
      }
      // What is kept for the next one is kept once.
      try come(500)
      let before = try (files: daemon.descriptors(), memory: daemon.memory())
      try come(Effort.count(10_000))
      try daemon.client().send("setvol", "30")
      for wire in waiting { #expect(try wire.answer() == "changed: mixer\nOK\n") }
      let deadline = ContinuousClock.now + Effort.within(.seconds(30))
      while try daemon.descriptors() > before.files, ContinuousClock.now < deadline {
        try daemon.client().send("ping")
      }
      let after = try (files: daemon.descriptors(), memory: daemon.memory())
      #expect(after.files <= before.files)
      // A sanitizer keeps for a while what was freed.
      guard Effort.sanitizer == nil else { return }
      #expect(after.memory < before.memory + 4096, "\(before) KiB, then \(after) KiB")
    }
  }

  @Test func `an endless listing costs a page, however many ask for it and never read`()
    async throws
  {
    try await blocking {
      let daemon = try RunningDaemon()
      try daemon.waitForScan()
      let client = try daemon.client()
      let length = try Self.fill(daemon, client)
      let before = try daemon.memory()
      let slow = try (0..<20).map { _ in try Wire(daemon.home.socket) }
      for wire in slow { try wire.send("playlistinfo\n") }
      for wire in slow {
        var poll = pollfd(fd: wire.raw, events: Int16(POLLIN), revents: 0)
        #expect(Glibc.poll(&poll, 1, 60_000) == 1)
      }
      // All that can be written is written by then, which others need not wait for.
      for _ in 0..<200 { try client.send("ping") }
      let after = try daemon.memory()
      #expect(try client.send("status")["playlistlength"] == "\(length)")
      guard Effort.sanitizer == nil else { return }
      // All of the answers have 120 MB at least.
      #expect(after < before + 16_384, "\(before) KiB, then \(after) KiB")
    }
  }

  /// Puts a million entries into the queue, or 20,000 where there is less time.
  private static func fill(_ daemon: RunningDaemon, _ client: MPDClient) throws -> Int {
    let names = try daemon.persistentIDs().map { "id:\($0)" }
    let line = (0..<500).map { names[$0 % names.count] }
    let length = Effort.isSoak ? 1_000_000 : 20_000
    let all = try MPDClient(.path(daemon.home.socket), timeout: .seconds(600))
    for _ in 0..<(length / line.count) { try all.send([MPDCommand("segue_stage", line)]) }
    try all.send("segue_replace")
    #expect(try client.send("status")["playlistlength"] == "\(length)")
    return length
  }

  @Test func `who has lost the network is asked whether he is still there`() async throws {
    try await blocking {
      let port = try freePort()
      let daemon = try RunningDaemon(
        configuration: RunningDaemon.configuration + "[mpd]\nlisten = 127.0.0.1:\(port)\n")
      let client = try MPDClient(
        .host("127.0.0.1", port: port), timeout: Effort.within(.seconds(10)))
      try client.send("ping")
      let address = "0100007F:" + String(port, radix: 16, uppercase: true)
      // The kernel has a timer for it, once all that was sent is known to have arrived.
      let deadline = ContinuousClock.now + Effort.within(.seconds(30))
      while try Self.timer(of: address) != "02", ContinuousClock.now < deadline { sched_yield() }
      #expect(try Self.timer(of: address) == "02")
      try client.send("ping")
      try daemon.client().send("ping")
    }
  }

  /// What the kernel's timer for the one connection at an address is for.
  private static func timer(of address: String) throws -> String? {
    let table = try FileDescriptor(opening: "/proc/net/tcp").readAll()
    let lines: [Substring] = String(decoding: table, as: UTF8.self).split(separator: "\n")
    let rows: [[Substring]] = lines.map { $0.split(separator: " ") }
    let row = rows.first { $0.count > 5 && $0[1] == address && $0[3] == "01" }
    return row.map { String($0[5].prefix(2)) }
  }
}
