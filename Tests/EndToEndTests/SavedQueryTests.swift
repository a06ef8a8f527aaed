import TestSupport
import Testing

/// `segue query`.
@Suite struct SavedQueryTests {
  @Test func `a query is kept, shown, used and taken away`() async throws {
    let home = try await ControlTests.scannedHome()
    let saved = try await home.segue("query", "save", "Abel", "artist:abel", "-slack")
    #expect(saved.lines == ["3 tracks  00:14"], "\(saved.errors)")
    let short = try await home.segue(
      "query", "save", "Short", "length:<10", "--sort", "-length,title", "--limit", "2")
    #expect(short.status == 0 && short.lines.first?.hasPrefix("2 tracks") == true)
    #expect(
      try await home.segue("query", "list").lines == [
        "Abel  artist:abel -slack", "Short  length:<10  --sort -length,title  --limit 2",
      ])
    #expect(
      try await home.segue("query", "list", "--json").lines.first
        == #"{"name":"Abel","query":"artist:abel -slack"}"#)
    let found = try await home.segue("find", "--paths", "artist:abel", "-slack").lines
    #expect(try await home.segue("playlist", "show", "Abel", "--paths").lines == found)
    #expect(try await home.segue("find", "playlist:Abel", "--paths").lines == found)
    let both = try await home.segue("find", "--paths", "playlist:Short", "or", "playlist:Abel")
    let few = try await home.segue("playlist", "show", "Short", "--paths").lines
    #expect(Set(both.lines) == Set(found + few))
    #expect(
      try await home.segue("list", "playlists").lines.map { $0.prefix { $0 != "·" } }
        == ["Abel ", "Short "])
    let circle = try await home.segue("query", "save", "Circle", "ebb", "or", "playlist:Circle")
    #expect(
      circle.errors
        == "segue: The saved query \"Circle\" asks for itself; save it with another query.\n")
    #expect(circle.status == 1)
    let none = try await home.segue("find", "playlist:None")
    #expect(
      none.errors == "segue: There is no playlist \"None\"; segue playlist list shows them.\n")
    #expect(none.status == 1)
    #expect(
      try await home.segue("playlist", "show", "Short", "--paths").lines
        == home.segue(
          "find", "length:<10", "--paths", "--sort", "-length,title", "-n", "2"
        ).lines)
    #expect(
      try await home.segue("playlist", "list", "--long").lines.first == "Abel  3 tracks · 00:14")
    #expect(try await home.segue("playlist", "load", "Abel").output == "3 tracks added\n")
    for words in [
      ["add", "Ines Calloway"], ["remove", "1"], ["move", "1", "2"], ["rename", "X"],
    ] {
      let all = ["playlist", words[0], "Abel"] + words.dropFirst()
      let run = try await ProgramRun.of(
        [Project.programs + "/segue"] + all, environment: home.environment)
      #expect(run.status == 1, "\(words)")
      #expect(run.errors.hasPrefix("segue: \"Abel\" is a saved query, which"), "\(run.errors)")
    }
    // It goes to another machine, too.
    let document = home.folder.path("added.json")
    #expect(try await home.segue("export", document).status == 0)
    #expect(try await home.segue("query", "remove", "Abel").status == 0)
    #expect(try await home.segue("import", document).status == 0)
    #expect(try await home.segue("query", "list").lines.count == 2)
    let gone = try await home.segue("query", "remove", "None")
    #expect(gone.status == 1 && gone.errors.contains("There is no saved query \"None\""))
    let wrong = try await home.segue("query", "save", "X", "foo:x")
    #expect(wrong.status == 2 && wrong.errors.contains("At character 1 of the query"))
    #expect(try await home.segue("query", "save", "X").status == 2)
    #expect(try await home.segue("query", "dance").status == 2)
    _ = try await home.segue("quit")
  }

  @Test func `a saved query is among the playlists of the picker`() async throws {
    let home = try await ControlTests.scannedHome()
    #expect(try await home.segue("query", "save", "Everything by Abel", "artist:abel").status == 0)
    let run = try await PickTests.pick(
      home, ["--print"],
      [
        "wait Slack Water", "send h", "wait Playlists", "send jjjjjjjj\\r",
        "wait Everything by Abel", "send \\r", "wait Slack Water", "send q", "end",
      ])
    #expect(run.problem == "")
    _ = try await home.segue("quit")
  }
}
