extension Schema {
  /// Version 3: what tells an unmounted root from an emptied one, roots that were removed, and when items came.
  ///
  /// `device`, `inode` and `filesystem` are those of a root's folder when it was last there. The row of a root with
  /// `removed` stays as long as rows of its items do. `appeared` and `relocated` are the library's versions at which
  /// an item came (or came back) and was last moved. `items_files` holds all that a scan compares.
  static let third = """
    ALTER TABLE roots ADD COLUMN device INTEGER;
    ALTER TABLE roots ADD COLUMN inode INTEGER;
    ALTER TABLE roots ADD COLUMN filesystem INTEGER;
    ALTER TABLE roots ADD COLUMN removed INTEGER;
    ALTER TABLE items ADD COLUMN appeared INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE items ADD COLUMN relocated INTEGER NOT NULL DEFAULT 0;
    UPDATE items SET appeared = version;
    CREATE INDEX items_lost ON items (title, milliseconds)
      WHERE gone IS NOT NULL AND cue_track IS NULL;
    CREATE INDEX items_lyrics ON items (folder) WHERE lyrics_file IS NOT NULL;
    CREATE INDEX items_files ON items
      (folder, name, device, inode, born, size, modified, stale)
      WHERE gone IS NULL AND cue_track IS NULL;
    CREATE INDEX items_version ON items (version);
    """
}
