import CSQLite
import Media

/// What can be said of a library's database itself.
public struct LibraryHealth: Sendable, Hashable {
  public var schema: Int
  public var sqlite: String
  public var icu: String
  /// Whether all of it can be read.
  public var isWhole: Bool
  public var items: Int
  /// Folders that music was found in, and those above them.
  public var folders: Int
  /// When the last backup was made.
  public var backup: Timestamp?
}

extension LibraryStore {
  /// Looks at every page of the database.
  public func health() throws(LibraryError) -> LibraryHealth {
    let isWhole = try LibraryBackup.isWhole(path)
    let backup = LibraryBackup.date(of: path)
    return try read("looking at its health") { database throws(LibraryError) in
      let schema = try Self.count("PRAGMA user_version", database)
      let items = try Self.count("SELECT count(*) FROM items WHERE \(Schema.visible)", database)
      let folders = try Self.count("SELECT count(*) FROM folders", database)
      return LibraryHealth(
        schema: schema, sqlite: String(cString: sqlite3_libversion()), icu: Collator.version,
        isWhole: isWhole, items: items, folders: folders, backup: backup)
    }
  }

  private static func count(
    _ sql: String, _ database: borrowing Database
  ) throws(LibraryError) -> Int {
    Int(try database.number(sql, during: "looking at its health") ?? 0)
  }
}
