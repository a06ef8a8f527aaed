import Media

/// What a sticker is on.
public struct StickerSubject: Sendable, Hashable {
  /// `song`, `playlist`, `filter`, or a tag's name.
  public var type: String
  /// A song's identity, a playlist's name, a filter, or a tag's value.
  public var key: String

  public init(type: String, key: String) { (self.type, self.key) = (type, key) }

  public init(_ id: PersistentID) { self.init(type: "song", key: id.description) }
}

/// A sticker that was found: what it is on, and its value.
public struct FoundSticker: Sendable, Hashable {
  public var key: String
  public var value: String
}

/// How a sticker's value is compared.
public enum StickerComparison: String, Sendable, Hashable, CaseIterable {
  case equal = "="
  case less = "<"
  case greater = ">"
  case contains
  case startsWith = "starts_with"
  case equalNumber = "eq"
  case lessNumber = "lt"
  case greaterNumber = "gt"

  /// On `value` and one mark.
  fileprivate var sql: String {
    switch self {
    case .equal: "value = ?"
    case .less: "value < ?"
    case .greater: "value > ?"
    case .contains: "instr(value, ?) > 0"
    case .startsWith: "substr(value, 1, length(?1)) = ?1"
    case .equalNumber: "CAST(value AS INTEGER) = CAST(? AS INTEGER)"
    case .lessNumber: "CAST(value AS INTEGER) < CAST(? AS INTEGER)"
    case .greaterNumber: "CAST(value AS INTEGER) > CAST(? AS INTEGER)"
    }
  }
}

/// Stickers of songs that are properties of items: their names are those that other clients use.
private enum StickerColumn: String, CaseIterable {
  case rating, playCount, skipCount, lastPlayed, lastSkipped, like

  /// The column, as a sticker's text; NULL where there is none.
  var value: String {
    switch self {
    case .rating: "CAST(user_rating AS TEXT)"
    case .playCount: "CAST(nullif(plays, 0) AS TEXT)"
    case .skipCount: "CAST(nullif(skips, 0) AS TEXT)"
    case .lastPlayed: "CAST(last_played / 1000000000 AS TEXT)"
    case .lastSkipped: "CAST(last_skipped / 1000000000 AS TEXT)"
    case .like: "CAST(liked AS TEXT)"
    }
  }

  /// What is set, with one mark.
  var assignment: String {
    switch self {
    case .rating: "user_rating = ?"
    case .playCount: "plays = ifnull(?, 0)"
    case .skipCount: "skips = ifnull(?, 0)"
    case .lastPlayed: "last_played = ? * 1000000000"
    case .lastSkipped: "last_skipped = ? * 1000000000"
    case .like: "liked = ?"
    }
  }

  var allowed: ClosedRange<Int64> {
    switch self {
    case .rating: 0...10
    case .like: 0...2
    case .playCount, .skipCount: 0...1_000_000_000
    case .lastPlayed, .lastSkipped: 0...9_000_000_000
    }
  }
}

/// Stickers; written by the daemon alone, durable when a call returns.
extension LibraryStore {
  private static var during: String { "keeping stickers" }

  /// Whether it is kept as a property of an item.
  static func isProperty(_ subject: StickerSubject, _ name: String) -> Bool {
    subject.type == "song" && StickerColumn(rawValue: name) != nil
  }

  public func sticker(
    _ subject: StickerSubject, _ name: String
  ) throws(LibraryError) -> String? {
    try read(Self.during) { database throws(LibraryError) in
      try Self.value(subject, name, database)
    }
  }

  /// All of a subject, by name.
  public func stickers(
    _ subject: StickerSubject
  ) throws(LibraryError) -> [(name: String, value: String)] {
    try read(Self.during) { database throws(LibraryError) in
      let statement = try database.prepare(
        "SELECT name, value FROM stickers WHERE type = ? AND key = ?", during: Self.during)
      statement.bind([.text(subject.type), .text(subject.key)])
      var found: [(name: String, value: String)] = []
      while try statement.step() {
        var columns = statement.columns
        found.append((columns.text() ?? "", columns.text() ?? ""))
      }
      if subject.type == "song" {
        for column in StickerColumn.allCases {
          if let value = try Self.value(subject, column.rawValue, database) {
            found.append((column.rawValue, value))
          }
        }
      }
      return found.sorted { $0.name < $1.name }
    }
  }

  /// - Returns: `false` for a value that a property cannot have.
  public func setSticker(
    _ subject: StickerSubject, _ name: String, _ value: String, now: Timestamp
  ) throws(LibraryError) -> Bool {
    try write(Self.during) { database throws(LibraryError) in
      try Self.set(subject, name, value, now, database)
    }
  }

  /// Adds to a number, or makes it the value where there is none.
  ///
  /// - Returns: `false` for a value that a property cannot have.
  public func changeSticker(
    _ subject: StickerSubject, _ name: String, by change: Int64, ofNone first: Int64, now: Timestamp
  ) throws(LibraryError) -> Bool {
    try write(Self.during) { database throws(LibraryError) in
      let old = try Self.value(subject, name, database)
      let new = old.map { (Int64($0) ?? 0).addingReportingOverflow(change).partialValue } ?? first
      return try Self.set(subject, name, String(new), now, database)
    }
  }

  /// - Parameter name: `nil` for all of the subject.
  /// - Returns: Whether there was one.
  public func deleteSticker(
    _ subject: StickerSubject, _ name: String?, now: Timestamp
  ) throws(LibraryError) -> Bool {
    let found = try stickers(subject).map(\.name).filter { name == nil || $0 == name }
    try write(Self.during) { database throws(LibraryError) in
      for name in found {
        if subject.type == "song", let column = StickerColumn(rawValue: name) {
          try Self.assign(column, nil, subject, database)
        } else {
          let statement = try database.prepare(
            "DELETE FROM stickers WHERE type = ? AND key = ? AND name = ?", during: Self.during)
          statement.bind([.text(subject.type), .text(subject.key), .text(name)])
          try statement.run()
          guard subject.type == "song", name == ResumePlace.sticker else { continue }
          try ResumeRows.heard(Int64(subject.key), seconds: nil, now, database)
        }
      }
    }
    return !found.isEmpty
  }

  /// All stickers of a name on things of a type, whose value compares so.
  public func findStickers(
    _ type: String, _ name: String, _ comparison: (StickerComparison, String)?
  ) throws(LibraryError) -> [FoundSticker] {
    try read(Self.during) { database throws(LibraryError) in
      let column = type == "song" ? StickerColumn(rawValue: name) : nil
      let source =
        column.map { column in
          "SELECT CAST(id AS TEXT) AS key, \(column.value) AS value FROM items WHERE \(Schema.visible)"
        } ?? "SELECT key, value FROM stickers WHERE type = ?2 AND name = ?3"
      let condition = comparison.map {
        $0.0.sql.replacing("?1", with: "?").replacing("?", with: "?1")
      }
      let statement = try database.prepare(
        "SELECT key, value FROM (\(source)) WHERE value IS NOT NULL AND \(condition ?? "?1 IS NULL")",
        during: Self.during)
      statement.bind(1, comparison?.1)
      if column == nil {
        statement.bind(2, type)
        statement.bind(3, name)
      }
      var found: [FoundSticker] = []
      while try statement.step() {
        var columns = statement.columns
        found.append(FoundSticker(key: columns.text() ?? "", value: columns.text() ?? ""))
      }
      return found
    }
  }

  /// Names of stickers that are there, with the types they are on, by name.
  public func stickerNames() throws(LibraryError) -> [(name: String, type: String)] {
    try read(Self.during) { database throws(LibraryError) in
      let statement = try database.prepare(
        "SELECT DISTINCT name, type FROM stickers", during: Self.during)
      var found: [(name: String, type: String)] = []
      while try statement.step() {
        var columns = statement.columns
        found.append((columns.text() ?? "", columns.text() ?? ""))
      }
      for column in StickerColumn.allCases {
        let isThere = try database.number(
          "SELECT 1 FROM items WHERE \(column.value) IS NOT NULL AND \(Schema.visible) LIMIT 1",
          during: Self.during)
        if isThere == 1 { found.append((column.rawValue, "song")) }
      }
      return found.sorted { ($0.name, $0.type) < ($1.name, $1.type) }
    }
  }

  private static func value(
    _ subject: StickerSubject, _ name: String, _ database: borrowing Database
  ) throws(LibraryError) -> String? {
    if subject.type == "song", let column = StickerColumn(rawValue: name) {
      let statement = try database.prepare(
        "SELECT \(column.value) FROM items WHERE id = ?", during: during)
      statement.bind(1, Int64(subject.key))
      guard try statement.step() else { return nil }
      var columns = statement.columns
      return columns.text()
    }
    let statement = try database.prepare(
      "SELECT value FROM stickers WHERE type = ? AND key = ? AND name = ?", during: during)
    statement.bind([.text(subject.type), .text(subject.key), .text(name)])
    guard try statement.step() else { return nil }
    var columns = statement.columns
    return columns.text()
  }

  private static func set(
    _ subject: StickerSubject, _ name: String, _ value: String, _ now: Timestamp,
    _ database: borrowing Database
  ) throws(LibraryError) -> Bool {
    if subject.type == "song", let column = StickerColumn(rawValue: name) {
      guard let number = Int64(value), column.allowed.contains(number) else { return false }
      try assign(column, number, subject, database)
      return true
    }
    let statement = try database.prepare(
      "INSERT OR REPLACE INTO stickers VALUES (?, ?, ?, ?)", during: during)
    statement.bind([.text(subject.type), .text(subject.key), .text(name), .text(value)])
    try statement.run()
    if subject.type == "song", name == ResumePlace.sticker, let seconds = Double(value),
      !seconds.isNaN
    {
      try ResumeRows.heard(Int64(subject.key), seconds: seconds, now, database)
    }
    return true
  }

  private static func assign(
    _ column: StickerColumn, _ value: Int64?, _ subject: StickerSubject,
    _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare(
      "UPDATE items SET \(column.assignment) WHERE id = ?", during: during)
    statement.bind(1, value)
    statement.bind(2, Int64(subject.key))
    try statement.run()
  }
}
