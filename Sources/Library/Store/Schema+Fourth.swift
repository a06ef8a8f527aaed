extension Schema {
  /// Version 4: the player's queue in parts, so that a change of a long one writes little.
  ///
  /// A part is up to 1,024 elements one after the other, as `StoredParts` writes them; parts follow each other by
  /// `place`. `queue_order` has the ids of entries in the order of their turns. `queue` holds what an older version
  /// kept, until the queue is first kept anew.
  static let fourth = """
    CREATE TABLE queue_parts (place INTEGER PRIMARY KEY, elements BLOB NOT NULL) STRICT;
    CREATE TABLE queue_order (place INTEGER PRIMARY KEY, elements BLOB NOT NULL) STRICT;
    CREATE TABLE queue_details (
      entry INTEGER PRIMARY KEY, start INTEGER, end INTEGER, tags TEXT
    ) STRICT;
    """
}
