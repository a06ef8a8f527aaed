extension Schema {
  /// Version 12: what artists and genres items have, and which albums there are, without looking at the items.
  ///
  /// Items with several artists or genres are few, and are looked through. Everything that is asked of `visible` rows is
  /// in the indexes, since SQLite looks again what their condition says.
  static let twelfth = """
    CREATE INDEX items_artists ON items (artists, milliseconds, covered, gone) WHERE \(visible);
    CREATE INDEX items_genres ON items (genres, milliseconds, covered, gone) WHERE \(visible);
    CREATE INDEX items_albums
      ON items (album_artists, artists, album, milliseconds, covered, gone) WHERE \(visible);
    CREATE INDEX items_many_artists ON items (artists, covered, gone)
      WHERE \(visible) AND \(isMany("artists"));
    CREATE INDEX items_many_genres ON items (genres, covered, gone)
      WHERE \(visible) AND \(isMany("genres"));
    CREATE INDEX items_rare ON items (covered, gone) WHERE \(visible) AND \(hasRareText);
    """

  /// Whether an item has any of the texts that few libraries have, apart from what is in its search text.
  static let hasRareText =
    "(" + rareTexts.map { "\($0) IS NOT NULL" }.joined(separator: " OR ") + ")"

  static let rareTexts = [
    "performers", "conductors", "labels", "moods", "grouping", "work", "movement", "title_sort",
    "artist_sort", "album_artist_sort", "album_sort", "composer_sort",
  ]

  /// Whether a list has several values.
  static func isMany(_ list: String) -> String { "instr(\(list), char(31)) > 0" }
}
