import Media

/// Finds the files that tracks of cue sheets lie in, remembering the last one.
struct SourceFiles: ~Copyable {
  struct File {
    let row: Int64
    let folder: Int64
    let name: FilePath
    let size: Int64
  }

  private let statement: Statement
  private var last: File?

  init(_ database: borrowing Database) throws(LibraryError) {
    statement = try database.prepare(
      "SELECT folder, name, size FROM items WHERE row = ?", during: "reading a file")
  }

  mutating func file(_ row: Int64) throws(LibraryError) -> File? {
    if let last, last.row == row { return last }
    statement.bind(1, row)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    var columns = statement.columns
    let folder = columns.integer() ?? 0
    let name = FilePath(bytes: columns.blob())
    last = File(row: row, folder: folder, name: name, size: columns.integer() ?? 0)
    return last
  }
}

/// What tracks of cue sheets are called below their sheet, as MPD does it.
enum CueName {
  /// `track0001`
  static func track(_ number: Int) -> String {
    let digits = String(number)
    return "track" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The number in such a name.
  static func number(_ name: String) -> Int? {
    guard name.hasPrefix("track"), name.utf8.count == 9, let number = Int(name.dropFirst(5)),
      track(number) == name
    else { return nil }
    return number
  }
}
