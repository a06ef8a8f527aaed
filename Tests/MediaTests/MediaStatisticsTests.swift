import Media
import Testing

@Suite struct MediaStatisticsTests {
  @Test(arguments: [
    (0, "☆☆☆☆☆"), (1, "½☆☆☆☆"), (2, "★☆☆☆☆"), (7, "★★★½☆"), (9, "★★★★½"), (10, "★★★★★"),
    (99, "★★★★★"),
    (-1, "☆☆☆☆☆"),
  ])
  func `a rating is five stars`(rating: Int, stars: String) {
    #expect(MediaStatistics.stars(rating) == stars)
  }

  @Test func `what people did is told in words`() {
    var statistics = MediaStatistics()
    #expect(statistics.texts().isEmpty)
    #expect(statistics.texts(fileRating: 4).map(\.text) == ["★★☆☆☆"])
    (statistics.rating, statistics.like, statistics.plays) = (7, 2, 12)
    (statistics.skips, statistics.lastSkipped) = (1, Timestamp(nanoseconds: 0))
    #expect(
      statistics.texts(fileRating: 4).map { "\($0.name): \($0.text)" } == [
        "rating: ★★★½☆", "liking: loved", "played: 12 times",
        "skipped: once, last 1970-01-01T00:00:00Z",
      ])
  }
}
