import MPDProtocol
import Testing

@Suite struct RequestLineTests {
  @Test(arguments: [
    ("ping", "ping", []),
    ("play 3", "play", ["3"]),
    ("play \t 3   4", "play", ["3", "4"]),
    (#"add "a b.flac""#, "add", ["a b.flac"]),
    (#"add "a \"b\" \\ c""#, "add", [#"a "b" \ c"#]),
    (#"add """#, "add", [""]),
    (#"find "(artist == \"x\")" window 0:5"#, "find", [#"(artist == "x")"#, "window", "0:5"]),
    (#"add a\b"#, "add", [#"a\b"#]),
    ("add żółw/雪.flac", "add", ["żółw/雪.flac"]),
    ("command_list_begin2", "command_list_begin2", []),
  ])
  func `a line is taken apart`(line: String, name: String, arguments: [String]) throws {
    let request = try RequestLine(parsing: Array(line.utf8)[...])
    #expect(request == RequestLine(name: name, arguments: arguments))
  }

  @Test(arguments: [
    ("foo-bar", "Invalid word character"),
    ("", "No command given"),
    ("7up", "Letter expected"),
    (#"ping "x"#, "Missing closing '\"'"),
    (#"ping "x\"#, "Missing closing '\"'"),
    (#"ping "x"y"#, "Space expected after closing '\"'"),
    ("ping x'y", "Invalid unquoted character"),
    (#"ping x"y"#, "Invalid unquoted character"),
  ])
  func `a line that breaks the rules is refused as MPD does`(line: String, message: String) {
    #expect(throws: MPDError(.unknown, message)) {
      try RequestLine(parsing: Array(line.utf8)[...])
    }
  }

  @Test(arguments: ["", " ping", "Ping", "GET / HTTP/1.1", "\u{0}", "1"])
  func `what speaks another protocol is known`(line: String) {
    #expect(!RequestLine.isPlausible(Array(line.utf8)[...]))
  }

  @Test func `bytes that are no text become marks in the argument`() throws {
    let request = try RequestLine(parsing: Array("add a".utf8) + [0xFF, 0x62][...])
    #expect(request.arguments == [#"a\xFFb"#])
  }

  @Test func `what a client sends is what a server reads`() throws {
    let arguments = ["", " ", "a b", #"\"#, #"""#, "'", "żółw", #"(a == "b \\ c")"#]
    var bytes: [UInt8] = []
    for command in [MPDCommand("add", arguments), MPDCommand("ping")] { bytes += command.line }
    var lines = LineBuffer()
    lines.append(bytes)
    let next = lines.next()
    let first = try #require(next)
    #expect(try RequestLine(parsing: first) == RequestLine(name: "add", arguments: arguments))
    #expect(lines.next().map { String(decoding: $0, as: UTF8.self) } == "ping")
  }
}
