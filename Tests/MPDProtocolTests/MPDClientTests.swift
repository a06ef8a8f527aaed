import Glibc
import MPDProtocol
import Posix
import TestSupport
import Testing

/// Answers one client by a script, on a thread of its own.
private final class ScriptedServer: Sendable {
  let path: String
  private let folder: TemporaryFolder

  /// - Parameter script: Bytes to send first, and after each line that came from the client.
  init(_ script: [String]) throws {
    folder = try TemporaryFolder()
    path = folder.path("socket")
    let listener = FileDescriptor.Owned(try UnixSocket.listen(at: path).release())
    try NamedThread.start("scripted") {
      let client = FileDescriptor(owning: accept(listener.raw, nil, nil))
      var lines = LineBuffer()
      var chunk = [UInt8](repeating: 0, count: 4096)
      for answer in script {
        if !answer.isEmpty { try? client.write(Array(answer.utf8)) }
        while lines.next() == nil {
          let count = (try? chunk.withUnsafeMutableBytes { try client.read(into: $0) }) ?? 0
          if count == 0 { return }
          lines.append(chunk[..<count])
        }
      }
    }.detach()
  }
}

@Suite struct MPDClientTests {
  @Test func `a command is answered with pairs`() async throws {
    let server = try ScriptedServer(["OK MPD 0.24.0\n", "volume: 50\nstate: play\nOK\n"])
    try await blocking {
      let client = try MPDClient(.path(server.path))
      #expect(client.version == "0.24.0")
      let status = try client.send("status")
      #expect(status.pairs == [.init("volume", "50"), .init("state", "play")])
    }
  }

  @Test func `each command of a list has its answer`() async throws {
    let server = try ScriptedServer([
      "OK MPD 0.24.0\n", "", "", "", "a: 1\nlist_OK\nlist_OK\nOK\n",
    ])
    try await blocking {
      let client = try MPDClient(.path(server.path))
      let answers = try client.send([MPDCommand("status"), MPDCommand("ping")])
      #expect(answers == [MPDResponse([.init("a", "1")]), MPDResponse()])
    }
  }

  @Test func `a refusal carries code, command and index`() async throws {
    let server = try ScriptedServer([
      "OK MPD 0.24.0\n", "", "", "", "list_OK\nACK [50@1] {playid} No such song\n", "OK\n",
    ])
    try await blocking {
      let client = try MPDClient(.path(server.path))
      #expect(
        throws: MPDClientError.refused(
          MPDError(.noExist, "No such song", command: "playid", index: 1))
      ) { try client.send([MPDCommand("ping"), MPDCommand("playid", "9")]) }
      #expect(try client.send("ping").pairs.isEmpty)
    }
  }

  @Test func `idle waits for an event, or until the time is up`() async throws {
    let server = try ScriptedServer(["OK MPD 0.24.0\n", "changed: player\nOK\n", "", "OK\n"])
    try await blocking {
      let client = try MPDClient(.path(server.path))
      #expect(try client.idle(["player"]) == ["player"])
      #expect(try client.idle(timeout: .milliseconds(20)) == [])
    }
  }

  @Test func `a server that says nothing is given up`() async throws {
    let server = try ScriptedServer([""])
    try await blocking {
      let address = MPDAddress.path(server.path)
      #expect(throws: MPDClientError.timedOut(address)) {
        _ = try MPDClient(address, timeout: .milliseconds(50))
      }
    }
  }

  @Test func `what is no server is known by its greeting`() async throws {
    let server = try ScriptedServer(["220 ready\r\n"])
    try await blocking {
      let address = MPDAddress.path(server.path)
      #expect(throws: MPDClientError.notMPD(address)) { _ = try MPDClient(address) }
    }
  }

  @Test func `nobody there is an error at once`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("none")
    try await blocking {
      let error = #expect(throws: MPDClientError.self) { _ = try MPDClient(.path(path)) }
      guard case .unreachable(.path(path), let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.code == ENOENT)
      #expect(
        "\(error ?? .notMPD(.path("")))" == "Nothing answers at \(path): No such file or directory."
      )
    }
  }

  @Test func `a connection that ends is an error`() async throws {
    let server = try ScriptedServer(["OK MPD 0.24.0\n"])
    try await blocking {
      let client = try MPDClient(.path(server.path))
      #expect(throws: MPDClientError.closed(.path(server.path))) { try client.send("ping") }
    }
  }
}
