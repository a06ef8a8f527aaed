import Glibc
import Testing

@testable import segue

@Suite struct WallTimeTests {
  @Test(arguments: ["0:00", "7:05", "07:05", "23:59"])
  func `a time of the day is the next one`(text: String) throws {
    let time = try WallTime(text)
    for now: time_t in [1_700_000_000, 1_711_846_800, 1_729_990_800] {
      let seconds = time.seconds(after: now)
      var (then, parts) = (now + time_t(seconds), tm())
      localtime_r(&then, &parts)
      #expect((1...90_000).contains(seconds))
      #expect(parts.tm_hour == Int32(text.split(separator: ":")[0]))
      #expect(parts.tm_min == Int32(text.suffix(2)) && parts.tm_sec == 0)
    }
  }

  @Test(arguments: ["", "7", "24:00", "7:5", "7:60", "-1:00", "a:bc", "1:2:3", "٧:٣٠"])
  func `what is no time of the day is refused`(text: String) {
    #expect(throws: UsageError.self) { try WallTime(text) }
  }
}
