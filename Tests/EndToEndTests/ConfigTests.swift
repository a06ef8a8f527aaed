import Glibc
import Posix
import TestSupport
import Testing

@Suite struct ConfigTests {
  @Test func `segue config shows what is in effect and where it comes from`() async throws {
    let home = try PrivateHome(
      configuration:
        "[mpd]\nmpd-compatible = yes\nlisten = 127.0.0.1:6601\n[player]\nresume = play\n")
    let file = home.folder.path("config/segue/segue.conf")
    let run = try await home.segue("config", extra: ["MPD_HOST": "secret@example.org"])
    #expect(run.status == 0, "\(run.errors)")
    func source(_ text: String) -> Substring? {
      run.lines.first { $0.hasPrefix("\(text) ") }.flatMap { line in
        line.firstRange(of: "# ").map { line[$0.upperBound...] }
      }
    }
    #expect(source("mpd-compatible = yes") == "\(file):2")
    #expect(source("listen = 127.0.0.1:6601") == "\(file):3")
    #expect(source("resume = play") == "\(file):5")
    #expect(source("replay-gain = off") == "default")
    #expect(source("127.0.0.1:6600") == "mpd-compatible")
    #expect(source(home.folder.path("run/mpd/socket")) == "mpd-compatible")
    #expect(
      source("library: \(home.folder.path("data/segue/segue.db"))") == "environment XDG_DATA_HOME")
    #expect(source("example.org:6600") == "environment MPD_HOST")
    #expect(!run.output.contains("secret"))
  }

  @Test func `a configuration that is wrong is not shown but named`() async throws {
    let home = try PrivateHome(configuration: "[mpd]\nfoo = 1\n")
    let run = try await home.segue("config")
    #expect(run.status == 1)
    #expect(run.errors.contains("line 2: [mpd] has no key \"foo\""), "\(run.errors)")
  }

  @Test func `a password becomes a hash that the daemon takes`() async throws {
    let home = try PrivateHome()
    let run = try await home.segue("password", input: "open sesame\n")
    #expect(run.lines.count == 1 && run.output.hasPrefix("$"), "\(run.output)")
    #expect(try await home.segue("password", input: "\n").status == 1)
    let port = try {
      let socket = try StreamSocket.listen(host: "127.0.0.1", port: 0)
      return try #require(StreamSocket.port(socket.raw))
    }()
    try home.folder.write(
      "config/segue/segue.conf",
      "[output null]\ntype = null\n[mpd]\nlisten = 127.0.0.1:\(port)\npassword = \(run.lines[0])@read\n"
    )
    #expect(try await home.segue("status").status == 0)
    let ours = [
      "SEGUE_HOST": "open sesame@127.0.0.1", "MPD_HOST": "nowhere", "MPD_PORT": "\(port)",
    ]
    #expect(try await home.segue("status", extra: ours).output.contains("stopped"))
    let stranger = try await home.segue(
      "status", extra: ["MPD_HOST": "127.0.0.1", "MPD_PORT": "\(port)"])
    #expect(stranger.status == 1)
    #expect(stranger.errors.contains("permission for \"status\""), "\(stranger.errors)")
    let mpc = try await ProgramRun.of(
      ["mpc", "status"], environment: ["MPD_HOST": "open sesame@127.0.0.1", "MPD_PORT": "\(port)"])
    #expect(mpc.status == 0, "\(mpc.errors)")
    _ = try await home.segue("quit")
  }

  @Test func `typed on a terminal, a password is asked for twice and not shown`() async throws {
    let home = try PrivateHome()
    let run = try await TerminalRun.of(
      [Project.programs + "/segue", "password"], environment: home.environment,
      [
        "wait Password:", #"send geheim\r"#, "wait Once more:", "screen", #"send geheim\r"#,
        "wait $y$", "end",
      ])
    #expect(run.problem == "")
    #expect(run.status == 0)
    #expect(run.screens.allSatisfy { !$0.contains("geheim") })
  }

  @Test func `a server that the environment names is not started`() async throws {
    let home = try PrivateHome()
    let path = home.folder.path("no socket")
    let run = try await home.segue("status", extra: ["MPD_HOST": path])
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("segue: Nothing answers at \(path)"), "\(run.errors)")
    #expect(access(home.socket, F_OK) != 0)
  }

  @Test func `what is for the own library's daemon is not sent to another one`() async throws {
    let home = try await ControlTests.scannedHome()
    let other = try await ControlTests.scannedHome()
    _ = try await other.segue("status")
    let list = try home.folder.write(
      "list.m3u", "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac\n")
    let elsewhere = ["SEGUE_HOST": other.socket]
    for (words, status) in [
      (["import", list], 1), (["resume", "on", "Abel Marr"], 1), (["quit"], 1),
      (["pick", "--select", "artist:abel"], 2),
    ] as [([String], Int32)] {
      let run = try await ProgramRun.of(
        [Project.programs + "/segue"] + words,
        environment: home.environment.merging(elsewhere) { $1 })
      #expect(run.status == status && run.errors.contains("SEGUE_HOST names"), "\(run.errors)")
    }
    let all = try await home.segue("find", "--json", "artist:abel")
    let printed = try await home.segue(
      "pick", "--select", "artist:abel", "--paths", input: all.output, extra: elsewhere)
    #expect(printed.status == 0 && !printed.lines.isEmpty, "\(printed.errors)")
    #expect(try await other.segue("playlist", "list").output == "")
    #expect(try await other.segue("queue").output == "")
    // Its own socket is the own daemon, by whatever name.
    #expect(try await other.segue("quit", extra: ["MPD_HOST": other.socket]).status == 0)
    #expect(access(other.socket, F_OK) != 0)
  }

  @Test func `an interrupt ends the question for a password`() async throws {
    let home = try PrivateHome()
    let run = try await TerminalRun.of(
      [Project.programs + "/segue", "password"], environment: home.environment,
      ["wait Password:", #"send gehe\x03"#, "end"])
    #expect(run.problem == "")
    #expect(run.status == 130)
  }

  @Test(arguments: [("\\x1c", 128 + SIGQUIT), ("\\x1a", 128 + SIGTSTP)])
  func `a terminal that was asked for a password shows again what is typed`(
    key: String, status: Int32
  ) async throws {
    let home = try PrivateHome()
    // The shell goes on, and with it what was stopped.
    let script = """
      export SWIFT_BACKTRACE=enable=no
      ulimit -c 0; set -m; trap : QUIT; "$0" password
      echo "ended $?, $(stty -a | tr ' ' '\\n' | grep -x -e '-*echo')."
      read -r _; printf '\\033[2J\\033[Hcleared\\n'; read -r _
      if fg; then echo well; fi
      """
    let isStopped = status == 128 + SIGTSTP
    let run = try await TerminalRun.of(
      ["bash", "-c", script, Project.programs + "/segue"], environment: home.environment,
      // What is typed before the question is there again is thrown away, as it was seen.
      [
        "wait Password:", "send gehe\(key)", "wait ended \(status), echo.", "send \\r",
        "wait cleared", "send \\r",
      ]
        + (isStopped
          ? [
            "wait Password:", "send geheim\\r", "wait Once more:", "send geheim\\r", "wait well",
            "screen",
          ] : [])
        + ["end"])
    #expect(run.problem == "")
    #expect(run.screens.allSatisfy { !$0.contains("geheim") })
  }

  @Test func `clients find it by themselves where they look for MPD`() async throws {
    let home = try PrivateHome(
      configuration:
        "[library]\nroot = \(Project.music)\n[output null]\ntype = null\n[mpd]\nmpd-compatible = yes\n"
    )
    // Port 6600 is free in a network of its own.
    let script = """
      ip link set lo up || exit 77
      "$1/segue" status >"$2/first" || exit 1
      env -u MPD_HOST mpc version && env -u XDG_RUNTIME_DIR mpc version && "$1/segue" quit
      """
    let run = try await ProgramRun.of(
      ["unshare", "-rn", "sh", "-c", script, "script", Project.programs, home.folder.path],
      environment: home.environment)
    if run.errors.contains("unshare failed") || run.status == 77 { return }
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.filter { $0 == "0" }.count >= 2, "\(run.output)")
  }
}
