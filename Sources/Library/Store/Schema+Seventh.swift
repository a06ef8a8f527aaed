extension Schema {
  /// Version 7: what was changed, so that it can be taken back; bookmarks, and where long items were left.
  ///
  /// A step's `change` is as `ByteWriter` wrote it; `token` is alike for what was asked for at once. The last step
  /// of those to be taken back, and of those to be done again (`redo`), is the one with the highest `id`.
  static let seventh = """
    CREATE TABLE steps (
      id INTEGER PRIMARY KEY, redo INTEGER NOT NULL, kind TEXT NOT NULL, token INTEGER NOT NULL,
      change BLOB NOT NULL
    ) STRICT;
    CREATE TABLE bookmarks (
      item INTEGER NOT NULL, name TEXT NOT NULL, milliseconds INTEGER NOT NULL, made INTEGER NOT NULL,
      PRIMARY KEY (item, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE resumes (
      item INTEGER PRIMARY KEY, wanted INTEGER, milliseconds INTEGER, changed INTEGER NOT NULL
    ) STRICT;
    ALTER TABLE lists ADD COLUMN folder TEXT NOT NULL DEFAULT '';
    """
}
