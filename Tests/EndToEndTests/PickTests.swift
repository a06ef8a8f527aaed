import Foundation
import TestSupport
import Testing

/// `segue pick` on a pseudo-terminal.
@Suite struct PickTests {
  @Test func `marked tracks are printed in the order of the list, with the total beside`()
    async throws
  {
    let home = try await Self.scannedHome()
    let out = home.folder.path("out")
    let run = try await Self.pick(
      home, ["--print"],
      [
        "out \(out)", "wait Ebb Line", "send jj", "send  ", "send kkk ", "wait 2 selected",
        "send d",
        "end",
      ])
    #expect(run.problem == "")
    #expect(run.status == 0)
    let printed = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n").map(
      String.init)
    #expect(printed == ["Ebb Line · Abel Marr  00:04", "Young Flood · Abel Marr  00:05"])
  }

  @Test func `Enter in single mode picks the track at the cursor`() async throws {
    let home = try await Self.scannedHome()
    let out = home.folder.path("out")
    let run = try await Self.pick(
      home, ["--print", "--format", "%title%"],
      ["out \(out)", "wait Slack Water", "send j\\r", "end"])
    #expect(run.problem == "")
    #expect(run.status == 0)
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "Slack Water\n")
  }

  @Test(arguments: ["q", "\\x1b", "\\x03"])
  func `leaving without a choice changes nothing and is told by the status`(keys: String)
    async throws
  {
    let home = try await Self.scannedHome()
    let out = home.folder.path("out")
    let run = try await Self.pick(
      home, ["--print"], ["out \(out)", "wait Ebb Line", "send \(keys)", "end"])
    #expect(run.problem == "")
    #expect(run.status == (keys == "\\x03" ? 130 : 1))
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "")
  }

  @Test func `Done is not there until something is marked`() async throws {
    let home = try await Self.scannedHome()
    let run = try await Self.pick(
      home, ["--print"], ["wait Ebb Line", "send d", "wait Space marks a track", "send q", "end"])
    #expect(run.problem == "")
    #expect(run.status == 1)
  }

  @Test func `a search folds letters and keeps the marks`() async throws {
    let home = try await Self.scannedHome()
    let out = home.folder.path("out")
    let run = try await Self.pick(
      home, ["--print", "--format", "%title%"],
      [
        "out \(out)", "wait Ebb Line", "send  ", "wait 1 selected", "send /gesia", "wait Gęsia",
        "gone Ebb Line", "send \\r", "send  ", "wait 2 selected", "send d", "end",
      ])
    #expect(run.problem == "")
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "Ebb Line\nGęsia ścieżka\n")
  }

  @Test func `the choice goes to the player, which plays its first item`() async throws {
    let home = try await Self.scannedHome()
    let run = try await Self.pick(
      home, [], ["wait Ebb Line", "send jjjj jj ", "wait 2 selected", "send d", "end"])
    #expect(run.problem == "")
    #expect(run.status == 0)
    let status = try await home.segue("status")
    #expect(
      status.lines.first == "A Winter in the Lighthouse, Unabridged · Ines Calloway  1:02:03")
    #expect(status.output.contains("· 1 of 2"))
    #expect(try await home.segue("quit").status == 0)
  }

  @Test func `an ended picker leaves the terminal as it was`() async throws {
    let home = try await Self.scannedHome()
    let program = Project.programs + "/segue"
    let run = try await TerminalRun.of(
      [
        "sh", "-c",
        "before=$(stty -g); \"$0\" pick --print; test \"$before\" = \"$(stty -g)\" && echo restored",
        program,
      ],
      environment: home.environment,
      ["wait Ebb Line", "send q", "wait restored", "end"])
    #expect(run.problem == "")
  }

  @Test func `the search takes queries, says what is wrong and shows what was found meanwhile`()
    async throws
  {
    let home = try await Self.scannedHome()
    let out = home.folder.path("out")
    let run = try await Self.pick(
      home, ["--print", "--format", "%title%"],
      [
        "out \(out)", "wait Ebb Line", "send /ebb length:x", "wait length: does not take",
        "wait Ebb Line", "send \\x15artist:abel length:<=4s", "wait 2 of 34", "send \\ra",
        "wait 2 selected", "send d", "end",
      ])
    #expect(run.problem == "")
    #expect(run.status == 0)
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "Ebb Line\nLamps on the Pier\n")
  }

  @Test func `what is offered, marked, searched for and said can be given`() async throws {
    let home = try await Self.scannedHome()
    let out = home.folder.path("out")
    let run = try await Self.pick(
      home,
      [
        "artist:abel", "--filter", "length:>4s", "--preselect", "title:pier", "--order", "marked",
        "--prompt", "For the evening", "--print", "--format", "%title%",
      ],
      [
        "out \(out)", "wait For the evening", "wait 1 selected", "wait of 4 tracks",
        "gone Ebb Line", "wait Slack Water", "send  ", "wait 2 selected", "send d", "end",
      ])
    #expect(run.problem == "")
    #expect(run.status == 0)
    #expect(
      try String(contentsOfFile: out, encoding: .utf8) == "Lamps on the Pier\nSlack Water\n")
  }

  @Test func `a pipe offers items`() async throws {
    let home = try await Self.scannedHome()
    let out = home.folder.path("out")
    let program = Project.programs + "/segue"
    let run = try await TerminalRun.of(
      [
        "sh", "-c",
        "{ echo /nowhere; \"$0\" find --json title:^lamps; \"$0\" find --paths title:^ebb; } | \"$0\" pick --print --format %title%",
        program,
      ],
      environment: home.environment,
      [
        "out \(out)", "wait Ebb Line", "wait 2 tracks", "send a", "wait 2 selected", "send d",
        "end",
      ])
    #expect(run.problem == "")
    #expect(run.status == 0)
    #expect(
      try String(contentsOfFile: out, encoding: .utf8) == "Lamps on the Pier\nEbb Line\n")
  }

  @Test func `albums are marked from home and their tracks are taken`() async throws {
    let home = try await Self.scannedHome()
    let out = home.folder.path("out")
    let run = try await Self.pick(
      home, ["--print", "--format", "%album%"],
      [
        "out \(out)", "wait Ebb Line", "send h", "wait Recently added", "send j\\r",
        "wait Low Water", "send /low wat", "wait 1 of", "send \\r ", "wait selected",
        "send \\r", "wait Low Water", "send \\x7f", "wait albums", "send d", "end",
      ])
    #expect(run.problem == "")
    #expect(run.status == 0)
    let albums = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
    #expect(Set(albums) == ["Low Water"])
    #expect(albums.count > 1)
  }

  @Test func `what is marked goes to the queue while the picker stays`() async throws {
    let home = try await Self.scannedHome()
    let run = try await Self.pick(
      home, [],
      [
        "wait Ebb Line", "send VjjV", "wait 3 selected", "send p", "wait Playing 3 tracks",
        "gone selected", "send Ge", "wait Appended 1 track", "send gjjjn",
        "wait Inserted 1 track", "send q", "end",
      ])
    #expect(run.problem == "")
    #expect(run.status == 1)
    let queue = try await home.segue("queue", "--format", "%title%")
    #expect(
      queue.lines.prefix(4) == ["Ebb Line", "Lamps on the Pier", "Slack Water", "Young Flood"])
    #expect(try await home.segue("queue").lines.count == 5)
    #expect(try await home.segue("quit").status == 0)
  }

  @Test func `where albums are wanted Enter takes one`() async throws {
    let home = try await Self.scannedHome()
    let out = home.folder.path("out")
    let run = try await Self.pick(
      home, ["--group", "albums", "--single", "--print", "--format", "%album%"],
      ["out \(out)", "wait Low Water", "send /tin\\r", "wait 1 of", "send \\r", "end"])
    #expect(run.problem == "")
    #expect(run.status == 0)
    let albums = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
    #expect(Set(albums) == ["Tin Roof Demos"])
    #expect(albums.count > 1)
  }

  @Test func `without a terminal a query decides`() async throws {
    let home = try await Self.scannedHome()
    let all = try await home.segue("find", "--json", "artist:abel")
    let (select, titles) = (
      ["pick", "--select", "title:water or title:flood"], ["--format", "%title%"]
    )
    let run = try await Self.segue(home, select + titles, input: all.output)
    #expect(run.output == "Slack Water\nYoung Flood\n")
    #expect(run.errors == "2 tracks · 00:10\n")
    #expect(run.status == 0)
    let one = try await Self.segue(home, select + titles + ["--single"], input: all.output)
    #expect(one.output == "Slack Water\n")
    let none = try await Self.segue(home, ["pick", "--select", "title:copper"], input: all.output)
    #expect(none.errors == "segue: Nothing that is offered matches.\n")
    #expect(none.status == 2)
    let empty = try await Self.segue(home, ["pick", "--select", "title:water"], input: "")
    #expect(empty.errors == "segue: Standard input names no item of the library.\n")
    #expect(empty.status == 2)
    let paths = try await home.segue("find", "--paths", "-0", "artist:abel")
    let last = try await Self.segue(
      home, ["pick", "--null-input", "--select", "title:pier"] + titles,
      input: paths.output + "/nowhere\0")
    #expect(last.output == "Lamps on the Pier\n")
    #expect(
      last.errors
        == "segue: 1 line of standard input names nothing that is in the library.\n1 track · 00:04\n"
    )
  }

  @Test func `what is taken is printed as a playlist`() async throws {
    let home = try await Self.scannedHome()
    let all = try await home.segue("find", "--json", "artist:abel")
    let taken = ["pick", "--select", "title:water or title:flood", "--playlist"]
    let run = try await Self.segue(home, taken + ["m3u8"], input: all.output)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines.first == "#EXTM3U")
    #expect(lines.dropFirst().first == "#EXTINF:5,Abel Marr - Slack Water")
    #expect(lines.last == "\(Project.music)/Abel Marr/Low Water/03 Young Flood.flac")
    #expect(run.errors == "2 tracks · 00:10\n")
    let file = home.folder.path("evening.xspf")
    try Data(try await Self.segue(home, taken + ["xspf"], input: all.output).output.utf8).write(
      to: URL(filePath: file))
    let read = try await home.segue("playlist", "import", file, "Evening")
    #expect(read.status == 0, "\(read.errors)")
    #expect(try await home.segue("playlist", "show", "Evening").lines.count == 2)
    #expect(try await home.segue("quit").status == 0)
  }

  @Test func `the cover of the album is beside the list, and v takes it away`() async throws {
    let home = try await Self.scannedHome()
    let run = try await TerminalRun.of(
      [Project.programs + "/segue", "pick", "--print"], size: "120x30",
      environment: home.environment,
      [
        "wait Ebb Line", "wait ▀▀", "screen", "send v", "gone ▀▀", "send v", "wait ▀▀", "send i",
        "wait beside the file · JPEG · 240 × 240", "send q", "end",
      ])
    #expect(run.problem == "")
    #expect(run.status == 1)
    // It stands at the right of what it belongs to.
    let lines = run.screens.first?.split(separator: "\n") ?? []
    #expect(lines.contains { $0.contains("Abel Marr") && $0.contains("▀▀") })
  }

  @Test(arguments: [
    ["artist:"], ["--select", "no such:"], ["--preselect", "("], ["--order", "title"],
    ["--single", "--preselect", "ebb"], ["--playlist", "wav"], ["--playlist", "m3u8", "--paths"],
  ])
  func `a mistake on the command line is told before anything is shown`(arguments: [String])
    async throws
  {
    let home = try await Self.scannedHome()
    let run = try await Self.segue(home, ["pick"] + arguments, input: "")
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("segue: "))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  private static func segue(
    _ home: PrivateHome, _ arguments: [String], input: String
  ) async throws -> ProgramRun {
    try await ProgramRun.of(
      [Project.programs + "/segue"] + arguments, environment: home.environment, input: input)
  }

  private static func scannedHome() async throws -> PrivateHome {
    let home = try PrivateHome()
    let scan = try await home.segue("scan", Project.music)
    try #require(scan.status == 0, "\(scan.errors)")
    return home
  }

  static func pick(
    _ home: PrivateHome, _ options: [String], _ steps: [String]
  ) async throws -> TerminalRun {
    try await TerminalRun.of(
      [Project.programs + "/segue", "pick"] + options, environment: home.environment, steps)
  }
}
