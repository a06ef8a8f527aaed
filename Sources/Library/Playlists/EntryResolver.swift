import Media

/// Finds the items that locations in playlists mean: exactly where it can, else leniently.
struct EntryResolver {
  private let roots: RootList
  /// All files by the last two parts of their path, in letters of one kind; made when first needed.
  private var files: [Key: [File]]?

  /// More files than these of one name in folders of one name are not told apart.
  private static let maximumCandidates = 1000

  private struct Key: Hashable {
    let folder: String?
    let name: String
  }

  private struct File {
    let row: Int64
    let root: Int64
    /// Its folders below its root, in letters of one kind.
    let folders: [String]
  }

  init(_ roots: RootList) { self.roots = roots }

  /// The items; none where nothing fits, several for a file that is a whole disc.
  ///
  /// - Parameter before: What it meant at the last scan: followed where the exact place is empty now, as after
  ///   folders were renamed.
  mutating func items(
    _ location: [UInt8], in list: PlaylistRow, before: [Int64], _ database: borrowing Database
  ) throws(LibraryError) -> [Int64] {
    let paths = EntryPath.candidates(
      location, isURI: list.kind == PlaylistFile.Kind.xspf.rawValue)
    for path in paths {
      for place in places(FilePath(bytes: path), list) {
        let found = try exact(place.root, place.path, database)
        if !found.isEmpty { return found }
      }
    }
    let kept = try kept(before, isTrack: Self.namesTrack(location), database)
    if !kept.isEmpty { return kept }
    for path in paths {
      if let row = try lenient(FilePath(bytes: path), list, database) {
        return try items(ofRow: row, database)
      }
    }
    return []
  }

  /// What is still there of what was meant before; of a file all that lies in it now.
  private func kept(
    _ before: [Int64], isTrack: Bool, _ database: borrowing Database
  ) throws(LibraryError) -> [Int64] {
    let statement = try database.prepare(
      "SELECT row, source, \(Schema.visible) FROM items WHERE id = ? AND gone IS NULL",
      during: "reading playlists")
    var (kept, files): ([Int64], Set<Int64>) = ([], [])
    for id in before {
      statement.bind(1, id)
      defer { statement.reset() }
      guard try statement.step(), let row = statement.integer(0) else { continue }
      if isTrack {
        if statement.integer(2) == 1 { kept.append(id) }
      } else if files.insert(statement.integer(1) ?? row).inserted {
        kept += try items(ofRow: statement.integer(1) ?? row, database)
      }
    }
    return kept
  }

  /// Whether a location is that of a track below its sheet.
  private static func namesTrack(_ location: [UInt8]) -> Bool {
    let name = location.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.last
    return name.flatMap { CueName.number(String(decoding: $0, as: UTF8.self)) } != nil
  }

  /// The places below roots that a path can mean: from its list, from the top, from anywhere.
  private func places(_ path: FilePath, _ list: PlaylistRow) -> [(root: Int64, path: FilePath)] {
    guard let root = roots[list.root] else { return [] }
    var places: [(Int64, FilePath)] = []
    let folder = root.path.appending(list.path)
    let absolute = path.isAbsolute ? path : folder.appending(path)
    if let normal = EntryPath.normalized(absolute), let owner = roots.containing(normal),
      let inside = normal.relative(to: owner.path)
    {
      places.append((owner.id, inside))
    }
    let bare = FilePath(bytes: path.bytes.drop { $0 == UInt8(ascii: "/") })
    if let normal = EntryPath.normalized(bare), !normal.bytes.isEmpty {
      places.append((root.id, normal))
    }
    return places
  }

  /// The items of a file, or the track of a sheet.
  private func exact(
    _ root: Int64, _ path: FilePath, _ database: borrowing Database
  ) throws(LibraryError) -> [Int64] {
    if let row = try row(root, path, database) { return try items(ofRow: row, database) }
    guard let name = path.lastComponent.string, let number = CueName.number(name) else {
      return []
    }
    let statement = try database.prepare(
      """
      SELECT items.id FROM items JOIN folders ON folders.id = folder
      WHERE root = ? AND path = ? AND name = ? AND cue_track = ? AND \(Schema.visible)
      """, during: "reading playlists")
    let sheet = path.parent
    statement.bind([
      .integer(root), .blob(sheet.parent.bytes), .blob(sheet.lastComponent.bytes),
      .integer(Int64(number)),
    ])
    guard try statement.step(), let item = statement.integer(0) else { return [] }
    return [item]
  }

  private func row(
    _ root: Int64, _ path: FilePath, _ database: borrowing Database
  ) throws(LibraryError) -> Int64? {
    let statement = try database.prepare(
      """
      SELECT items.row FROM items JOIN folders ON folders.id = folder
      WHERE root = ? AND path = ? AND name = ? AND gone IS NULL AND cue_track IS NULL
      """, during: "reading playlists")
    statement.bind([
      .integer(root), .blob(path.parent.bytes), .blob(path.lastComponent.bytes),
    ])
    return try statement.step() ? statement.integer(0) : nil
  }

  /// The file itself, or the tracks in it.
  private func items(
    ofRow row: Int64, _ database: borrowing Database
  ) throws(LibraryError) -> [Int64] {
    let statement = try database.prepare(
      """
      SELECT id FROM items WHERE (row = ?1 OR source = ?1) AND \(Schema.visible)
      ORDER BY cue_start, cue_track
      """, during: "reading playlists")
    statement.bind(1, row)
    var items: [Int64] = []
    while try statement.step() { items.append(statement.integer(0) ?? 0) }
    return items
  }

  // MARK: Leniently

  /// The one file whose path ends most like this one, without regard to case and to how letters are composed.
  ///
  /// One name alone is too little, unless the file lies beside the list or at the top.
  private mutating func lenient(
    _ path: FilePath, _ list: PlaylistRow, _ database: borrowing Database
  ) throws(LibraryError) -> Int64? {
    let parts = Self.parts(path)
    guard let name = parts.last else { return nil }
    if files == nil { files = try Self.all(database) }
    let folders = Self.resolved(Self.parts(list.path), parts.dropLast(), path.isAbsolute)
    var best: (row: Int64, length: Int)?
    var isAmbiguous = false
    let keys: Set = [
      Key(folder: folders.last, name: name), Key(folder: parts.dropLast().last, name: name),
    ]
    let candidates = keys.flatMap { files?[$0] ?? [] }
    if let exact = candidates.first(where: { $0.root == list.root && $0.folders == folders }) {
      return exact.row
    }
    guard candidates.count <= Self.maximumCandidates else { return nil }
    for file in candidates {
      let length = Self.common(file.folders, parts.dropLast())
      guard length > 0 || parts.count == 1 && file.folders == Self.parts(list.path) else {
        continue
      }
      if length == best?.length { isAmbiguous = true }
      if length > best?.length ?? -1 { (best, isAmbiguous) = ((file.row, length), false) }
    }
    return isAmbiguous ? nil : best?.row
  }

  /// Where a relative path leads to from a folder.
  private static func resolved(
    _ base: [String], _ path: ArraySlice<String>, _ isAbsolute: Bool
  ) -> [String] {
    path.reduce(into: isAbsolute ? [] : base) { parts, part in
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
  }

  private static func common(_ left: [String], _ right: ArraySlice<String>) -> Int {
    zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
  }

  private static func parts(_ path: FilePath) -> [String] {
    path.bytes.split(separator: UInt8(ascii: "/")).map { Self.key(Array($0)) }
  }

  /// Swift compares texts however they are composed.
  private static func key(_ part: [UInt8]) -> String { LegacyCharset.text(part).lowercased() }

  private static func all(_ database: borrowing Database) throws(LibraryError) -> [Key: [File]] {
    let statement = try database.prepare(
      """
      SELECT items.row, name, root, path FROM items JOIN folders ON folders.id = folder
      WHERE gone IS NULL AND cue_track IS NULL ORDER BY root, path, name
      """, during: "reading playlists")
    var files: [Key: [File]] = [:]
    var last: (path: [UInt8], parts: [String]) = ([], [])
    while try statement.step() {
      var columns = statement.columns
      let row = columns.integer() ?? 0
      let name = columns.blob()
      let root = columns.integer() ?? 0
      let path = columns.blob()
      if path != last.path { last = (path, parts(FilePath(bytes: path))) }
      let key = Key(folder: last.parts.last, name: key(name))
      files[key, default: []].append(File(row: row, root: root, folders: last.parts))
    }
    return files
  }
}
