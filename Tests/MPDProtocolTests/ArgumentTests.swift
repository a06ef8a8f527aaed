import MPDProtocol
import Testing

@Suite struct ArgumentTests {
  @Test(
    arguments: [
      ("0:5", 0, 5), ("3:", 3, nil), ("7", 7, 8), ("-1", 0, nil), ("2:2", 2, 2),
    ] as [(String, Int, Int?)])
  func `ranges`(text: String, start: Int, end: Int?) throws {
    #expect(try Argument.range(text) == ArgumentRange(start: start, end: end))
  }

  @Test(arguments: [
    ("abc", "Integer or range expected: abc"), ("", "Integer or range expected: "),
    (":2", "Integer or range expected: :2"), ("1:x", "Integer or range expected: 1:x"),
    ("3:1", "Malformed range: 3:1"), ("-2", "Number is negative: -2"),
    ("1:-1", "Number is negative: 1:-1"), ("99999999999", "Number too large: 99999999999"),
    ("99999999999999999999", "Number too large: 99999999999999999999"),
  ])
  func `bad ranges`(text: String, message: String) {
    #expect(throws: MPDError(.argument, message)) { try Argument.range(text) }
  }

  @Test(
    arguments: [
      (ArgumentRange(start: 0, end: nil), 0..<5), (ArgumentRange(start: 2, end: 9), 2..<5),
      (ArgumentRange(start: 5, end: 9), 5..<5), (ArgumentRange(start: 6, end: 9), nil),
    ] as [(ArgumentRange, Range<Int>?)])
  func `ranges within a list of five`(range: ArgumentRange, meant: Range<Int>?) {
    #expect(range.clamped(to: 5) == meant)
  }

  @Test func `numbers`() throws {
    #expect(try Argument.integer("-1") == -1)
    #expect(try Argument.unsigned("100", maximum: 100) == 100)
    #expect(throws: MPDError(.argument, "Integer expected: 1.5")) { try Argument.integer("1.5") }
    #expect(throws: MPDError(.argument, "Number too large: 101")) {
      try Argument.unsigned("101", maximum: 100)
    }
    #expect(throws: MPDError(.argument, "Number too large: -1")) { try Argument.unsigned("-1") }
    #expect(throws: MPDError(.argument, "Number too large: 99999999999")) {
      try Argument.integer("99999999999")
    }
  }

  @Test func `truths`() throws {
    #expect(try Argument.bool("1"))
    #expect(try !Argument.bool("0"))
    #expect(throws: MPDError(.argument, "Boolean (0/1) expected: 2")) { try Argument.bool("2") }
  }

  @Test func `times`() throws {
    #expect(try Argument.seconds("1.5") == .milliseconds(1500))
    #expect(throws: MPDError(.argument, "Float expected: x")) { try Argument.seconds("x") }
    #expect(throws: MPDError(.argument, "Float expected: nan")) { try Argument.seconds("nan") }
    #expect(throws: MPDError(.argument, "Negative value not allowed: -1")) {
      try Argument.seconds("-1")
    }
    #expect(try Argument.jump("-2.5") == (.milliseconds(-2500), true))
    #expect(try Argument.jump("+2") == (.seconds(2), true))
    #expect(try Argument.jump("2") == (.seconds(2), false))
    #expect(try Argument.seconds("1e300") == .seconds(1_000_000_000))
  }

  @Test func `positions`() throws {
    #expect(try Argument.position("3") == .absolute(3))
    #expect(try Argument.position("+0") == .after(0))
    #expect(try Argument.position("-2") == .before(2))
    #expect(throws: MPDError.self) { try Argument.position("+-2") }
  }
}
