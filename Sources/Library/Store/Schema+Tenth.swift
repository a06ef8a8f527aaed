extension Schema {
  /// Version 10: playlists that are queries, and albums of several artists that name none of their own.
  ///
  /// `query` is what people wrote; NULL for a playlist that has entries. `query_sort` has the keys of its order. An item with `various` is part of such an
  /// album, and `artist_key` that of various artists.
  static let tenth = """
    ALTER TABLE lists ADD COLUMN query TEXT;
    ALTER TABLE lists ADD COLUMN query_sort TEXT;
    ALTER TABLE lists ADD COLUMN query_limit INTEGER;
    ALTER TABLE items ADD COLUMN various INTEGER NOT NULL DEFAULT 0;
    """
}
