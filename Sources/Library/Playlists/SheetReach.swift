import Media

/// Where sheets changed, moved or went, and which others may have gained or lost a file by it.
///
/// A sheet names files beside it and below it, unless its text leads out of its folder.
struct SheetReach {
  /// Sheets whose text leads out, by their rows.
  private let outward: Set<Int64>
  private var folders: Set<Place> = []
  private var above: Set<Place> = []
  /// Roots in which nothing is sure.
  private var everywhere: Set<Int64> = []

  private struct Place: Hashable {
    let root: Int64
    let path: FilePath
  }

  /// - Parameter database: As it was before the changes.
  init(_ database: borrowing Database) throws(LibraryError) {
    outward = try Self.outward(database)
  }

  /// Notes that a sheet is not what it was, or where it was.
  ///
  /// - Parameter leadsOut: Whether its text now does; what it did before is known.
  mutating func note(_ sheet: PlaylistRow, leadsOut: Bool = false) {
    if leadsOut || outward.contains(sheet.id) { everywhere.insert(sheet.root) }
    guard folders.insert(Place(root: sheet.root, path: sheet.path)).inserted else { return }
    for path in Self.chain(sheet.path) { above.insert(Place(root: sheet.root, path: path)) }
  }

  /// Whether a sheet may have gained or lost a file to those that were noted.
  func reaches(_ sheet: PlaylistRow, leadsOut: Bool) -> Bool {
    if everywhere.contains(sheet.root) { return true }
    if folders.isEmpty { return false }
    if leadsOut || above.contains(Place(root: sheet.root, path: sheet.path)) { return true }
    return Self.chain(sheet.path).contains { folders.contains(Place(root: sheet.root, path: $0)) }
  }

  /// A folder and all that it lies in, up to the root.
  private static func chain(_ path: FilePath) -> [FilePath] {
    var chain = [path]
    while let last = chain.last, !last.bytes.isEmpty { chain.append(last.parent) }
    return chain
  }

  /// The rows of sheets with `..` in them.
  static func outward(_ database: borrowing Database) throws(LibraryError) -> Set<Int64> {
    let statement = try database.prepare(
      "SELECT id FROM playlists WHERE kind = 'cue' AND instr(text, X'2E2E') > 0",
      during: "reading cue sheets")
    var rows: Set<Int64> = []
    while try statement.step() { rows.insert(statement.integer(0) ?? 0) }
    return rows
  }
}
