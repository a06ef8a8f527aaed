/// The tables of the library, and how older ones become these.
///
/// Times are nanoseconds since 1970. Lists of text are joined by U+001F. Names are the kernel's bytes.
enum Schema {
  /// What `PRAGMA user_version` says of the tables below.
  static var version: Int { steps.count }

  /// Makes the tables where there are none, and brings older ones up to date.
  ///
  /// - Parameter locale: What a new library is ordered by, as ICU has it.
  static func prepare(_ database: borrowing Database, locale: String) throws(LibraryError) {
    let during = "preparing its tables"
    // Tables are looked for again with the lock held: somebody else may have made them meanwhile.
    guard try isOlder(database) else { return }
    try database.execute("PRAGMA journal_mode = WAL", during: during)
    try database.transaction(during: during) { database throws(LibraryError) in
      guard try isOlder(database) else { return }
      try migrate(database, locale: locale)
      try database.execute("PRAGMA user_version = \(version)", during: during)
    }
  }

  /// Whether there are tables, of whatever version.
  static func isMade(_ database: borrowing Database) throws(LibraryError) -> Bool {
    try database.number("PRAGMA user_version", during: "reading its format") ?? 0 > 0
  }

  /// Whether tables are missing or older than these.
  static func isOlder(_ database: borrowing Database) throws(LibraryError) -> Bool {
    let found = Int(try database.number("PRAGMA user_version", during: "reading its format") ?? 0)
    guard found <= version else { throw .tooNew(schema: found, supported: version) }
    return found < version
  }

  /// What makes each version of the one before it.
  static let steps = [
    first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh,
  ]

  /// One step for each version, from whatever is there.
  private static func migrate(
    _ database: borrowing Database, locale: String
  ) throws(LibraryError) {
    let found = try database.number("PRAGMA user_version", during: "reading its format") ?? 0
    if found < 1 {
      try database.execute(first, during: "making its tables")
      try Meta.set(database, .locale, .text(locale))
      try Meta.set(database, .icu, .text(Rekeying.version))
    }
    for (index, step) in steps.enumerated() where index > 0 && found < Int64(index + 1) {
      try database.execute(step, during: "bringing its tables up to date")
    }
  }

  /// Version 1.
  ///
  /// `items_order` is the library's order, so that no reader sorts. A row's `version` is the
  /// library's at its last change. A row with `gone` is of a file that vanished, kept so that its
  /// identity comes back with it.
  static let first = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;

    CREATE TABLE roots (
      id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE,
      available INTEGER NOT NULL DEFAULT 1
    ) STRICT;

    CREATE TABLE folders (
      id INTEGER PRIMARY KEY, root INTEGER NOT NULL REFERENCES roots, parent INTEGER REFERENCES folders,
      path BLOB NOT NULL, uri TEXT NOT NULL, modified INTEGER NOT NULL, cover BLOB,
      listed INTEGER NOT NULL DEFAULT 1, UNIQUE (root, path)
    ) STRICT;
    CREATE INDEX folders_uri ON folders (root, uri);
    CREATE INDEX folders_parent ON folders (parent);

    CREATE TABLE items (
      row INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE,
      folder INTEGER NOT NULL REFERENCES folders, name BLOB NOT NULL,
      device INTEGER NOT NULL, inode INTEGER NOT NULL, born INTEGER NOT NULL,
      size INTEGER NOT NULL, modified INTEGER NOT NULL, added INTEGER NOT NULL,
      version INTEGER NOT NULL, gone INTEGER,
      title TEXT, artists TEXT, artist_display TEXT, album_artists TEXT, album_artist_display TEXT,
      album TEXT, genres TEXT, composers TEXT, comments TEXT,
      track_number INTEGER, track_count INTEGER, disc_number INTEGER, disc_count INTEGER,
      date INTEGER, original_date INTEGER, compilation INTEGER NOT NULL, beats_per_minute INTEGER,
      title_sort TEXT, artist_sort TEXT, album_sort TEXT, album_artist_sort TEXT,
      track_gain REAL, track_peak REAL, album_gain REAL, album_peak REAL, artwork INTEGER NOT NULL,
      milliseconds INTEGER, sample_rate INTEGER, bits_per_sample INTEGER, channels INTEGER,
      bit_rate INTEGER, codec TEXT,
      artist_key BLOB NOT NULL, album_key BLOB NOT NULL, disc_key INTEGER NOT NULL,
      track_key INTEGER NOT NULL, title_key BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX items_place ON items (folder, name) WHERE gone IS NULL;
    CREATE INDEX items_order ON items (artist_key, album_key, disc_key, track_key, title_key)
      WHERE gone IS NULL;
    CREATE INDEX items_gone ON items (gone) WHERE gone IS NOT NULL;

    CREATE TABLE search (row INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;

    CREATE TABLE problems (
      root INTEGER NOT NULL REFERENCES roots, folder BLOB NOT NULL, name BLOB NOT NULL,
      size INTEGER, modified INTEGER, status TEXT NOT NULL, class TEXT NOT NULL,
      reason TEXT NOT NULL, PRIMARY KEY (root, folder, name)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE scan (
      id INTEGER PRIMARY KEY CHECK (id = 1), phase TEXT NOT NULL, found INTEGER NOT NULL,
      read INTEGER NOT NULL, to_read INTEGER NOT NULL, rate REAL NOT NULL, remaining INTEGER
    ) STRICT;

    CREATE TABLE queue (position INTEGER PRIMARY KEY, entry INTEGER NOT NULL, item INTEGER NOT NULL)
      STRICT;
    CREATE TABLE player (key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
    """
}

/// Facts about the library as a whole.
enum Meta: String {
  /// What it is ordered by, as ICU has it; empty for the root's order.
  case locale
  /// The words that do not count at the beginning of names, joined by U+001F; without it the usual ones.
  case articles
  /// The versions of ICU and of our folding that made the keys and texts.
  case icu
  /// Grows with each change.
  case version
  /// The order that `rekeyed` has the keys of; without it there is no such table.
  case rekeying
  /// When a scan last changed something.
  case updated
  /// What texts in unnamed encodings were last forced to be; empty for nothing.
  case charset
  /// 1 while a scan has not done yet what comes last.
  case unfinished
  /// The last version of a row that was deleted for good: who knows nothing newer cannot be told of all changes.
  case forgotten

  static func number(_ database: borrowing Database, _ key: Meta) throws(LibraryError) -> Int64? {
    try database.number(
      "SELECT value FROM meta WHERE key = '\(key.rawValue)'", during: "reading about it")
  }

  static func text(_ database: borrowing Database, _ key: Meta) throws(LibraryError) -> String? {
    let statement = try database.prepare(
      "SELECT value FROM meta WHERE key = '\(key.rawValue)'", during: "reading about it")
    guard try statement.step() else { return nil }
    var columns = statement.columns
    return columns.text()
  }

  static func set(
    _ database: borrowing Database, _ key: Meta, _ value: SQLValue
  ) throws(LibraryError) {
    let statement = try database.prepare(
      "INSERT OR REPLACE INTO meta VALUES (?, ?)", during: "writing about it")
    statement.bind([.text(key.rawValue), value])
    try statement.run()
  }
}
