import Media

/// Tracks that belong together: an album, an artist, a playlist …
public struct PickerGroup: Sendable {
  public var title: String
  /// Of an album: its artist.
  public var artist: String?
  /// Of an album: its earliest.
  public var year: Int?
  /// Tracks of unknown length count as nothing.
  public var milliseconds: Int64 = 0
  /// Its tracks, as the table counts them, in their order.
  var rows: [Int] = []
  /// What it is searched in, folded.
  var searchText = ""
  /// What the name begins with by which it is put in order, folded.
  var letter: Character?

  /// Whether it is what another became as more rows came.
  func carriesOn(_ other: PickerGroup) -> Bool {
    guard title == other.title else { return false }
    return other.rows.first.map(rows.contains) ?? rows.isEmpty
  }

  public var count: Int { rows.count }
  public var time: PlaybackTime { PlaybackTime(milliseconds: milliseconds) }
}

/// How many of a group's tracks are marked.
public enum PickerMark: Sendable, Hashable { case none, some, all }

/// Gathers the rows of a picker into groups: what `PickerEffect.gather` asks for. It can take a while.
public struct PickerGathering: Sendable {
  let place: PickerPlace
  let table: PickerTable
  /// What groups are made of: more, the later it is.
  public let rows: Int

  /// The groups of the place, in their order.
  public func groups(from source: PickerSource) throws -> [PickerGroup] {
    switch place {
    case .groups(let grouping): try groups(by: grouping, source)
    case .playlists: try groups(of: source.playlists(), source)
    case .savedQueries: try groups(of: source.playlists().filter(\.isQuery), source)
    default: []
    }
  }

  private func groups(
    by grouping: MediaGrouping, _ source: PickerSource
  ) throws -> [PickerGroup] {
    var maker = MediaGroupMaker(grouping)
    for row in 0..<table.count { maker.add(table.member(row, grouping, roots: source.roots)) }
    let found = maker.finish()
    return try source.order(found, grouping).map { place in
      let group = found[place]
      let isAlbum = grouping == .album
      var shown = PickerGroup(title: Self.title(group, grouping))
      shown.artist = isAlbum ? group.albumArtist ?? "Unknown Artist" : nil
      shown.year = isAlbum ? group.year : nil
      shown.milliseconds = group.milliseconds
      shown.rows = maker.members[place]
      shown.searchText = Self.searchText(shown, source)
      // Albums stand in the order of the rows.
      let letter =
        isAlbum
        ? shown.rows.first.flatMap(table.letter)
        : source.fold(
          group.sortName ?? Self.ordered(shown.title, grouping, source.articles)
        ).first
      shown.letter = group.value == nil ? nil : letter
      return shown
    }
  }

  private static func title(_ group: MediaGroup, _ grouping: MediaGrouping) -> String {
    guard let value = group.value else {
      let words = grouping.noun.split(separator: " ").map {
        $0.prefix(1).uppercased() + $0.dropFirst()
      }
      return "Unknown \(words.joined(separator: " "))"
    }
    return value.isEmpty && grouping == .folder ? "/" : value
  }

  /// What of a name counts in its order.
  private static func ordered(
    _ title: String, _ grouping: MediaGrouping, _ articles: LeadingArticles
  ) -> String {
    switch grouping {
    case .title, .artist, .albumArtist, .composer, .label: articles.skipped(in: title)
    default: title
    }
  }

  private static func searchText(_ group: PickerGroup, _ source: PickerSource) -> String {
    let texts = [group.title, group.artist, group.year.map { String($0) }].compactMap { $0 }
    return texts.map(source.fold).joined(separator: "\u{1F}")
  }

  /// Tracks that are not offered are left out, and so are playlists without any.
  private func groups(
    of playlists: [PickerSource.Playlist], _ source: PickerSource
  ) -> [PickerGroup] {
    if playlists.isEmpty { return [] }
    let rows = table.rowsByID
    return playlists.compactMap { playlist in
      var group = PickerGroup(title: playlist.name)
      group.rows = playlist.ids.compactMap { rows[$0] }
      if group.rows.isEmpty { return nil }
      group.milliseconds = group.rows.reduce(0) { $0 + table.milliseconds($1) }
      group.searchText = Self.searchText(group, source)
      return group
    }
  }
}
