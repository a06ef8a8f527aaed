extension Schema {
  /// Version 8: what is on a disk that is not there, though its music folder is.
  ///
  /// `away` is 1 for such an item. `link` is the device that a link to a folder lies on; NULL where none leads to it.
  static let eighth = """
    ALTER TABLE items ADD COLUMN away INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX items_away ON items (away) WHERE away = 1;
    ALTER TABLE folders ADD COLUMN link INTEGER;
    """
}
