/// Items that follow one another in an answer and have the same beginning, year or album.
public struct MediaSection: Sendable, Hashable {
  /// What stands above them: `B`, `1984`, `Low Water · Abel Marr · 2021`.
  public var title: String
  /// What leads to them in an index: the first letter of an album's name, else the title.
  public var indexTitle: String
  /// Which of the answer's items.
  public var range: Range<Int>

  public init(title: String, indexTitle: String, range: Range<Int>) {
    (self.title, self.indexTitle, self.range) = (title, indexTitle, range)
  }
}

/// By what the items of an answer are put together in sections.
public enum MediaSectioning: String, Sendable, Hashable, CaseIterable {
  /// First letters, as they count in the library's order, in the script in use.
  case title, artist, albumArtist, album, composer, genre
  case year, decade
  /// Albums, with artist and year.
  case heading

  /// The order in which each section comes once; empty for that of the library.
  public var sort: [MediaSort] {
    switch self {
    case .title: [MediaSort(.title)]
    case .artist: [MediaSort(.artist)]
    case .album: [MediaSort(.album)]
    case .composer: [MediaSort(.composer)]
    case .genre: [MediaSort(.genre)]
    case .year, .decade: [MediaSort(.number(.year))]
    case .albumArtist, .heading: []
    }
  }
}
