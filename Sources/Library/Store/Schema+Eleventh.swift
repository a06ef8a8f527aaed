extension Schema {
  /// Version 11: the files in folders of playlists, as they were when they and their playlists last said the same.
  ///
  /// `list` is the playlist's name; NULL for a file that is left alone. `said` is a digest of what the playlist said: of
  /// all bytes of a file with `own`, which we wrote, of the places alone for one that people put there.
  static let eleventh = """
    CREATE TABLE mirrored (
      folder BLOB NOT NULL, name BLOB NOT NULL, list TEXT, size INTEGER NOT NULL,
      modified INTEGER NOT NULL, said INTEGER NOT NULL, own INTEGER NOT NULL,
      PRIMARY KEY (folder, name)
    ) STRICT, WITHOUT ROWID;
    """
}
