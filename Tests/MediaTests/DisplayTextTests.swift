import Media
import Testing

@Suite struct DisplayTextTests {
  @Test(arguments: [
    ("Low Water", "Low Water"), ("a\u{1B}[2Jb", "a [2Jb"), ("a\nb\tc", "a b c"),
    ("a\u{9B}b", "a b"), ("a\u{202E}b", "a b"), ("a\u{2028}b", "a b"), ("Łódź", "Łódź"),
    ("می‌خواب", "\u{2068}می‌خواب\u{2069}"), ("שלום", "\u{2068}שלום\u{2069}"),
  ])
  func `text for a terminal cannot steer it`(text: String, shown: String) {
    #expect(DisplayText.line(text) == shown)
  }
}
