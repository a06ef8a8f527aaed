import Configuration
import Glibc
import MPDProtocol
import Posix
import TestSupport
import Testing

/// What clients may do that are not local, with and without a password.
@Suite struct PasswordTests {
  private static let outputs = "[output null]\ntype = null\n"

  private static func refusal(_ client: MPDClient, _ name: String, _ arguments: String...) -> Int? {
    do {
      try client.send(MPDCommand(name, arguments))
      return nil
    } catch MPDClientError.refused(let error) {
      return error.number
    } catch {
      return -1
    }
  }

  @Test func `a password allows what it says, and nothing else`() async throws {
    let port = try freePort()
    let hash = try PasswordHash(of: "geheim")
    try await blocking {
      let daemon = try RunningDaemon(
        configuration: Self.outputs + """
          [mpd]
          listen = 127.0.0.1:\(port)
          password = \(hash)@read,player
          default-permissions =

          """)
      let remote = try MPDClient(
        .host("127.0.0.1", port: port), timeout: Effort.within(.seconds(10)))
      try remote.send("ping")
      #expect(Self.refusal(remote, "status") == 4)
      #expect(try remote.send("commands").values("command").contains("password"))
      #expect(try !remote.send("commands").values("command").contains("status"))
      let start = ContinuousClock.now
      #expect(Self.refusal(remote, "password", "geheimer") == 3)
      #expect(ContinuousClock.now - start > .milliseconds(990))
      #expect(Self.refusal(remote, "status") == 4)
      #expect(Self.refusal(remote, "password", "geheim") == nil)
      try remote.send("status")
      try remote.send("stop")
      #expect(Self.refusal(remote, "add", "") == 4)
      #expect(Self.refusal(remote, "kill") == 4)
      // By the socket everything is allowed without.
      try daemon.client().send("status")
    }
  }

  @Test func `who tries passwords waits alone`() async throws {
    let home = try PrivateHome()
    chmod(
      try home.folder.write(
        "config/segue/segue.conf", Self.outputs + "[mpd]\npassword = x@read,admin\n"), 0o600)
    try await blocking {
      let daemon = try RunningDaemon(home: home)
      let guesser = try Wire(daemon.home.socket)
      let other = try daemon.client()
      let start = ContinuousClock.now
      try guesser.send("password a\nping\n")
      for _ in 0..<20 { try other.send("ping") }
      #expect(ContinuousClock.now - start < Effort.within(.milliseconds(900)))
      #expect(try guesser.answer() == "ACK [3@0] {password} incorrect password\n")
      #expect(try guesser.answer() == "OK\n")
      #expect(
        try guesser.ask("command_list_ok_begin\npassword b\nping\ncommand_list_end")
          == "ACK [3@0] {password} incorrect password\n")
      // Also for a local client a password is what it may do from then on.
      #expect(try guesser.ask("password x") == "OK\n")
      #expect(try guesser.ask("clear").hasPrefix("ACK [4@0] {clear} you don't have permission"))
    }
  }

  @Test func `a plain password in an open file refuses the start`() async throws {
    let home = try PrivateHome(configuration: "[mpd]\npassword = x@read\n")
    for arguments in [["--check"], []] {
      let run = try await ProgramRun.of(
        [RunningDaemon.program] + arguments, environment: home.environment)
      #expect(run.status == 2)
      #expect(run.errors.contains("line 2: a password that all can read needs a file"))
    }
  }

  @Test func `a socket of the service manager that all can reach needs a decision, too`()
    async throws
  {
    let home = try PrivateHome()
    let run = try await ProgramRun.of(
      RunningDaemon.launcher(host: "0.0.0.0", port: 0) + [RunningDaemon.program],
      environment: home.environment)
    #expect(run.status == 1)
    #expect(run.errors.contains("everybody on the network could listen and play"), "\(run.errors)")
  }
}
