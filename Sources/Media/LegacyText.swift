/// The bytes of a text that a tag keeps in 8 bits a letter without saying truly in which encoding.
///
/// ID3v1 names none, and much that calls itself Latin-1 in ID3v2 is not. `MediaTags` has it read as Windows-1252;
/// who knows more of the album may read the bytes otherwise and `set` the result.
public struct LegacyText: Sendable, Hashable {
  /// The fields that can come so.
  public enum Field: UInt8, Sendable, Hashable, CaseIterable {
    case title, artists, artistDisplay, albumArtists, albumArtistDisplay, album, genres, composers
    case comments, performers, conductors, labels, moods, grouping, work, movement, discSubtitle
    case titleSort, artistSort, albumSort, albumArtistSort, composerSort
  }

  public var field: Field
  /// One for each value of the field, in its order; at least one byte of them is not ASCII.
  public var values: [[UInt8]]

  public init(field: Field, values: [[UInt8]]) {
    self.field = field
    self.values = values
  }
}

extension MediaTags {
  /// Gives a field other text. Of a field with one value the first counts.
  public mutating func set(_ field: LegacyText.Field, _ values: [String]) {
    if let list = Self.list(of: field) {
      self[keyPath: list] = values
    } else if let text = Self.text(of: field) {
      self[keyPath: text] = values.first
    }
  }

  /// The values of a field, one at most where it has no more.
  public func values(_ field: LegacyText.Field) -> [String] {
    if let list = Self.list(of: field) { return self[keyPath: list] }
    return Self.text(of: field).flatMap { self[keyPath: $0] }.map { [$0] } ?? []
  }

  private static func list(of field: LegacyText.Field) -> WritableKeyPath<MediaTags, [String]>? {
    switch field {
    case .artists: \.artists
    case .albumArtists: \.albumArtists
    case .genres: \.genres
    case .composers: \.composers
    case .comments: \.comments
    case .performers: \.performers
    case .conductors: \.conductors
    case .labels: \.labels
    case .moods: \.moods
    default: nil
    }
  }

  private static func text(of field: LegacyText.Field) -> WritableKeyPath<MediaTags, String?>? {
    switch field {
    case .title: \.title
    case .artistDisplay: \.artistDisplay
    case .albumArtistDisplay: \.albumArtistDisplay
    case .album: \.album
    case .grouping: \.grouping
    case .work: \.work
    case .movement: \.movement
    case .discSubtitle: \.discSubtitle
    case .titleSort: \.titleSort
    case .artistSort: \.artistSort
    case .albumSort: \.albumSort
    case .albumArtistSort: \.albumArtistSort
    case .composerSort: \.composerSort
    default: nil
    }
  }
}
