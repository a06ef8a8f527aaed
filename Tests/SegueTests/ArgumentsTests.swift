import Testing

@testable import segue

@Suite struct ArgumentsTests {
  private static let command = Command(
    name: "list", usage: "[QUERY]", summary: "List",
    options: [
      .init("paths", letter: "p", "Paths"), .init("null", letter: "0", "NUL"),
      .init("format", letter: "f", value: "F", "Template"),
    ],
    arguments: 0...1
  ) { _ in }

  @Test func `options and arguments stand in any order`() throws {
    let arguments = try Arguments(["--paths", "x", "-f", "%title%", "-0"], of: Self.command)
    #expect(arguments.positional == ["x"])
    #expect(arguments.has("paths") && arguments.has("null"))
    #expect(arguments.value("format") == "%title%")
  }

  @Test(arguments: [["-p0"], ["--format=--x"], ["--format", "--x"], ["-pf", "--x"]])
  func `letters stand together and a value may look like an option`(arguments: [String]) throws {
    let parsed = try Arguments(arguments, of: Self.command)
    #expect(parsed.has("paths") || parsed.value("format") == "--x")
  }

  @Test func `after two dashes everything is an argument`() throws {
    #expect(try Arguments(["--", "--paths"], of: Self.command).positional == ["--paths"])
  }

  @Test(arguments: ["-10", "-1:30"])
  func `a negative number is an argument`(number: String) throws {
    #expect(try Arguments([number], of: Self.command).positional == [number])
  }

  @Test func `a digit may be an option`() throws {
    let single = Command(
      name: "pick", summary: "", options: [.init("single", letter: "1", "One")]
    ) { _ in }
    #expect(try Arguments(["-1"], of: single).has("single"))
  }

  @Test(arguments: [
    (["--path"], UsageError.unknownOption("--path", of: "list")),
    (["-x"], .unknownOption("-x", of: "list")),
    (["--format"], .missingValue("--format", of: "list")),
    (["--paths=1"], .unexpectedValue("--paths", of: "list")),
    (["a", "b"], .unexpectedArgument("b", of: "list")),
  ])
  func `what a command does not take is refused`(arguments: [String], error: UsageError) {
    #expect(throws: error) { try Arguments(arguments, of: Self.command) }
  }

  @Test(arguments: [
    ("scna", " (did you mean scan?)"), ("stat", " (did you mean status?)"), ("xyzzy", ""),
  ])
  func `an unknown command is answered with the likely one`(name: String, guess: String) {
    let error = UsageError.unknownCommand(name, known: ["scan", "status", "stop"])
    #expect(
      error.description == "There is no command \"\(name)\"\(guess); segue --help lists them.")
  }
}
