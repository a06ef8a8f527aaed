extension Schema {
  /// Version 5: playlists that people keep in the library itself.
  ///
  /// An entry points to an item. `uri` is what the item was called then, or what was asked for and is not in the
  /// library, by which it is looked for where no item has the identity.
  static let fifth = """
    CREATE TABLE lists (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, modified INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE list_entries (
      list INTEGER NOT NULL REFERENCES lists ON DELETE CASCADE, position INTEGER NOT NULL,
      item INTEGER, uri TEXT NOT NULL, title TEXT, milliseconds INTEGER,
      PRIMARY KEY (list, position)
    ) STRICT, WITHOUT ROWID;
    """
}
