import Media
import Testing

@Suite struct MediaDateTests {
  @Test(arguments: [
    ("2004", "2004"), ("2004-11", "2004-11"), ("2004-11-09", "2004-11-09"),
    ("2004-11-09T12:30:00", "2004-11-09"), ("20041109", "2004-11-09"), ("2004/11/09", "2004-11-09"),
    ("2004-00-00", "2004"), ("2004-13-01", "2004"), ("2003-02-29", "2003-02"),
    ("2004-02-29", "2004-02-29"), ("0099", "0099"), (" 1999 ", "1999"), ("2004-11-0x", "2004-11"),
  ])
  func `a tag's date is as precise as it makes sense`(tag: String, date: String) {
    #expect(MediaDate(tag: tag)?.description == date)
  }

  @Test(arguments: ["", "0000", "soon", "99", "12345", "-2004", "٢٠٠٤"])
  func `a tag without a year is no date`(tag: String) {
    #expect(MediaDate(tag: tag) == nil)
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (1_099_987_626, "2004-11-09T08:07:06Z"), (-1, "1969-12-31T23:59:59Z"),
  ])
  func `a moment is written in UTC`(seconds: Int64, text: String) {
    #expect(Timestamp(nanoseconds: seconds * 1_000_000_000).description == text)
  }
}
