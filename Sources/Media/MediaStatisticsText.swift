extension MediaStatistics {
  /// What people did with an item and think of it, in words; a part for each that there is.
  ///
  /// - Parameter fileRating: What the file came with, where nobody has rated it since.
  public func texts(fileRating: Int? = nil) -> [(name: String, text: String)] {
    var texts: [(String, String)] = []
    if let rating = rating ?? fileRating { texts.append(("rating", Self.stars(rating))) }
    if like == 2 { texts.append(("liking", "loved")) }
    if like == 0 { texts.append(("liking", "disliked")) }
    if plays > 0 { texts.append(("played", Self.times(plays, lastPlayed))) }
    if skips > 0 { texts.append(("skipped", Self.times(skips, lastSkipped))) }
    return texts
  }

  /// A rating of 0 to 10 as five stars.
  public static func stars(_ rating: Int) -> String {
    let rating = min(10, max(0, rating))
    let half = rating % 2 == 1 ? "½" : ""
    let full = String(repeating: "★", count: rating / 2)
    return full + half + String(repeating: "☆", count: 5 - (rating + 1) / 2)
  }

  private static func times(_ count: Int, _ last: Timestamp?) -> String {
    (count == 1 ? "once" : "\(count) times") + (last.map { ", last \($0)" } ?? "")
  }
}
