extension Schema {
  /// Version 9: files that were put into the queue although they lie in no music folder.
  ///
  /// The columns are those of items, as far as a file by itself has them; `path` is absolute.
  static let ninth = """
    CREATE TABLE outside AS SELECT * FROM items WHERE 0;
    ALTER TABLE outside ADD COLUMN path BLOB;
    CREATE UNIQUE INDEX outside_id ON outside (id);
    CREATE UNIQUE INDEX outside_path ON outside (path);
    """
}
