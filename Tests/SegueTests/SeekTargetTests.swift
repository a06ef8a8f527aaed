import Testing

@testable import segue

@Suite struct SeekTargetTests {
  @Test(arguments: [
    ("90", "90.0"), ("1:30", "90.0"), ("1:02:03", "3723.0"), ("+10", "+10.0"), ("-0:10", "-10.0"),
    ("50%", "100.0"), ("2.5", "2.5"), ("100%", "200.0"),
  ])
  func `a time is what people write`(text: String, argument: String) throws {
    #expect(try SeekTarget(text).argument(duration: .seconds(200)) == argument)
  }

  @Test(arguments: ["", "x", "1:60", "1:2:3:4", "+-1", "101%", "-5%", "nan", "inf", "1e9", ":30"])
  func `anything else is refused`(text: String) {
    #expect(throws: UsageError.self) { try SeekTarget(text) }
  }

  @Test func `a part of an unknown length is nothing`() {
    #expect(throws: ExitError.self) { try SeekTarget("50%").argument(duration: nil) }
  }
}
