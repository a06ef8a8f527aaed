import Media
import TestSupport
import Testing

@Suite struct PlaybackTimeTests {
  @Test(arguments: [
    (0, "00:00"), (999, "00:00"), (1000, "00:01"), (59_999, "00:59"), (205_000, "03:25"),
    (3_599_999, "59:59"), (3_600_000, "1:00:00"), (3_723_000, "1:02:03"),
    (100_000_000, "27:46:40"), (3_600_000_000, "1000:00:00"),
  ])
  func `a time shows hours only when there are any`(milliseconds: Int64, text: String) {
    #expect(PlaybackTime(milliseconds: milliseconds).description == text)
  }

  @Test func `an unknown time is dashes`() {
    #expect(PlaybackTime(nil).description == "--:--")
    #expect(PlaybackTime(.seconds(-1)).description == "--:--")
  }
}
