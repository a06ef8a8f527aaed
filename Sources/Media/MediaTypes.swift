/// What kinds of listening items are made for, as Apple's `MPMediaType`.
public struct MediaTypes: OptionSet, Sendable, Hashable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let music = MediaTypes(rawValue: 1 << 0)
  public static let podcast = MediaTypes(rawValue: 1 << 1)
  public static let audioBook = MediaTypes(rawValue: 1 << 2)

  /// Told by the genre, and for audiobooks by the file's extension `m4b` too.
  init(of item: MediaItem) {
    let genres = item.tags.genres.map { $0.lowercased() }
    if genres.contains("podcast") {
      self = .podcast
    } else if item.path.fileExtension == "m4b" || genres.contains(where: Self.bookGenres.contains) {
      self = .audioBook
    } else {
      self = .music
    }
  }

  private static let bookGenres: Set = ["audiobook", "audiobooks", "audio book", "speech"]
}
