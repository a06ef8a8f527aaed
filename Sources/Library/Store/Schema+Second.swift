extension Schema {
  /// Which rows of `items` others see: what is there and not covered by the tracks of a cue sheet.
  static let visible = "gone IS NULL AND covered = 0"

  /// The library's order.
  static let orderIndex = """
    CREATE INDEX items_order ON items (artist_key, album_key, disc_key, track_key, title_key)
      WHERE gone IS NULL AND covered = 0;
    """

  /// Version 2: more of what tags say, tracks of cue sheets, playlists in the folders.
  ///
  /// A track of a sheet is a row of its own with the folder and name of the sheet; `source` is the row of its
  /// file, which is `covered`. A `stale` row is read again by the next scan. `legacy` holds the bytes behind text
  /// in unsure encodings. A row of `playlists` is a file (or a sheet embedded in `source`); its entries point to
  /// items, and keep what the file says where there is none.
  static let second = """
    ALTER TABLE items ADD COLUMN performers TEXT;
    ALTER TABLE items ADD COLUMN conductors TEXT;
    ALTER TABLE items ADD COLUMN labels TEXT;
    ALTER TABLE items ADD COLUMN moods TEXT;
    ALTER TABLE items ADD COLUMN grouping TEXT;
    ALTER TABLE items ADD COLUMN work TEXT;
    ALTER TABLE items ADD COLUMN movement TEXT;
    ALTER TABLE items ADD COLUMN movement_number INTEGER;
    ALTER TABLE items ADD COLUMN disc_subtitle TEXT;
    ALTER TABLE items ADD COLUMN composer_sort TEXT;
    ALTER TABLE items ADD COLUMN rating INTEGER;
    ALTER TABLE items ADD COLUMN mb_track TEXT;
    ALTER TABLE items ADD COLUMN mb_release_track TEXT;
    ALTER TABLE items ADD COLUMN mb_album TEXT;
    ALTER TABLE items ADD COLUMN mb_release_group TEXT;
    ALTER TABLE items ADD COLUMN mb_work TEXT;
    ALTER TABLE items ADD COLUMN mb_artists TEXT;
    ALTER TABLE items ADD COLUMN mb_album_artists TEXT;
    ALTER TABLE items ADD COLUMN frames INTEGER;
    ALTER TABLE items ADD COLUMN encoder_delay INTEGER;
    ALTER TABLE items ADD COLUMN encoder_padding INTEGER;
    ALTER TABLE items ADD COLUMN long_texts INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE items ADD COLUMN replaced_bytes INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE items ADD COLUMN lyrics_file BLOB;
    ALTER TABLE items ADD COLUMN cue_track INTEGER;
    ALTER TABLE items ADD COLUMN cue_start INTEGER;
    ALTER TABLE items ADD COLUMN cue_end INTEGER;
    ALTER TABLE items ADD COLUMN source INTEGER;
    ALTER TABLE items ADD COLUMN covered INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE items ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;
    UPDATE items SET stale = 1;
    DELETE FROM problems WHERE size IS NOT NULL;

    DROP INDEX items_place;
    CREATE UNIQUE INDEX items_place ON items (folder, name, ifnull(cue_track, -1))
      WHERE gone IS NULL;
    DROP INDEX items_order;
    \(orderIndex)
    CREATE INDEX items_source ON items (source) WHERE source IS NOT NULL;

    CREATE TABLE legacy (
      row INTEGER NOT NULL REFERENCES items ON DELETE CASCADE, field INTEGER NOT NULL,
      bytes BLOB NOT NULL, PRIMARY KEY (row, field)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE playlists (
      id INTEGER PRIMARY KEY, folder INTEGER NOT NULL REFERENCES folders, name BLOB NOT NULL,
      device INTEGER NOT NULL, inode INTEGER NOT NULL, born INTEGER NOT NULL,
      size INTEGER NOT NULL, modified INTEGER NOT NULL, kind TEXT NOT NULL,
      source INTEGER REFERENCES items ON DELETE CASCADE, text BLOB, problem TEXT,
      UNIQUE (folder, name)
    ) STRICT;
    CREATE TABLE playlist_entries (
      playlist INTEGER NOT NULL REFERENCES playlists ON DELETE CASCADE, position INTEGER NOT NULL,
      location BLOB NOT NULL, title TEXT, milliseconds INTEGER, item INTEGER,
      PRIMARY KEY (playlist, position)
    ) STRICT, WITHOUT ROWID;
    """
}
