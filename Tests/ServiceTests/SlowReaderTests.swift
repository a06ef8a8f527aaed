import Glibc
import MPDProtocol
import Posix
import TestSupport
import Testing

@Suite struct SlowReaderTests {
  @Test func `who does not read is held back, then cut off, and holds up nobody`() async throws {
    let configuration = "[output null]\ntype = null\n[mpd]\nconnection-timeout = 1\n"
    let daemon = try RunningDaemon(home: PrivateHome(configuration: configuration))
    let events = try await Self.readNothing(daemon.home)
    #expect(events & Int16(POLLHUP) != 0)
  }

  /// - Returns: What became of a connection that was never read.
  private static func readNothing(_ home: PrivateHome) async throws -> Int16 {
    try await blocking {
      let slow = try Wire(home.socket)
      let other = try MPDClient(.path(home.socket), timeout: Effort.within(.seconds(10)))
      // More answers than sockets hold, asked for by one who never reads.
      let flags = fcntl(slow.raw, F_GETFL)
      _ = fcntl(slow.raw, F_SETFL, flags | O_NONBLOCK)
      let requests = Array(String(repeating: "commands\n", count: 1000).utf8)
      var sent = 0
      while true {
        let count = send(slow.raw, requests, requests.count, Int32(MSG_NOSIGNAL))
        if count < 0 { break }
        sent += count
      }
      // It was held back after the buffers of both sides were full.
      #expect(sent < 50 << 20)
      try other.send("ping")
      // The connection ends although nothing was read of it.
      var poll = pollfd(fd: slow.raw, events: Int16(POLLHUP), revents: 0)
      #expect(Glibc.poll(&poll, 1, 20_000) == 1)
      try other.send("ping")
      return poll.revents
    }
  }
}
