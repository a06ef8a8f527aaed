extension Schema {
  /// Version 6: what people did with items, and stickers.
  ///
  /// `liked` is 0, 1 or 2 as in `MediaStatistics`. `history` keeps what an item was called when it was played, since
  /// items go. A sticker's `key` is a song's identity, a playlist's name, a tag's value or a filter.
  static let sixth = """
    ALTER TABLE items ADD COLUMN plays INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE items ADD COLUMN skips INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE items ADD COLUMN last_played INTEGER;
    ALTER TABLE items ADD COLUMN last_skipped INTEGER;
    ALTER TABLE items ADD COLUMN user_rating INTEGER;
    ALTER TABLE items ADD COLUMN liked INTEGER;
    CREATE TABLE history (
      id INTEGER PRIMARY KEY, played INTEGER NOT NULL, item INTEGER NOT NULL, uri TEXT NOT NULL,
      title TEXT, artist TEXT, album TEXT, mb_track TEXT, milliseconds INTEGER
    ) STRICT;
    CREATE TABLE stickers (
      type TEXT NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (type, key, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX stickers_name ON stickers (type, name);
    """
}
