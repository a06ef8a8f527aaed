import Media

/// A query's predicates as a condition on `items`, equal in meaning to `MediaQuery.matches`.
struct QueryCondition {
  let sql: String
  let values: [SQLValue]

  /// A condition and the values for its marks. It is never NULL, so that its opposite is what it should be.
  typealias Term = (sql: String, values: [SQLValue])

  init(_ query: MediaQuery, roots: RootList) {
    let terms = query.predicates.map { Self.term($0, roots) }
    let all = Self.joined([(Schema.visible, [])] + terms, by: "AND", none: "1")
    (sql, values) = (all.sql, all.values)
  }

  /// With what saved queries find in the place of playlists that are such.
  init(
    _ query: MediaQuery, roots: RootList, _ database: borrowing Database
  ) throws(LibraryError) {
    var meanings = PlaylistMeanings(roots)
    self.init(try meanings.expanded(query, database), roots: roots)
  }

  private static func term(_ predicate: MediaPropertyPredicate, _ roots: RootList) -> Term {
    switch predicate {
    case .persistentID(let id): ("id = ?", [.integer(Int64(id.rawValue))])
    case .persistentIDs(let ids):
      (
        "id IN (SELECT value FROM json_each(?))",
        [.text("[\(ids.map { String($0.rawValue) }.joined(separator: ","))]")]
      )
    case .uri(let uri): known(item(uri, roots))
    case .folder(let uri): known(folder(uri, roots))
    case .playlist(let name): playlist(name, roots)
    case .equals(let property, let value): PropertyColumns(roots).isEqual(property, value)
    case .text(let property, let comparison, let text):
      PropertyColumns(roots).compares(property, comparison, text)
    case .someText(let properties, let comparison, let text):
      joined(
        PropertyColumns(roots).someCompares(properties, comparison, text), by: "OR", none: "0")
    case .exact(let property, let comparison, let text):
      PropertyColumns(roots).isExactly(property, comparison, text)
    case .pattern(let property, let pattern): PropertyColumns(roots).matches(property, pattern)
    case .priority(let least): (least <= 0 ? "1" : "0", [])
    case .anywhere(let text): PropertyColumns.anywhere(text)
    case .number(let property, let range):
      known(
        (
          "\(PropertyColumns.number(property)) BETWEEN ? AND ?",
          [.integer(range.lowerBound), .integer(range.upperBound)]
        ))
    case .format(let name):
      known(
        (
          "codec = ? OR segue_extension(\(PropertyColumns.soundFile("name"))) = ?",
          [.text(name), .text(name)]
        ))
    case .isMissing(let property): (PropertyColumns.isMissing(property), [])
    case .all(let parts): joined(parts.map { term($0, roots) }, by: "AND", none: "1")
    case .any(let parts): joined(parts.map { term($0, roots) }, by: "OR", none: "0")
    case .not(let part): negated(term(part, roots))
    }
  }

  private static func known(_ term: Term) -> Term { ("ifnull(\(term.sql), 0)", term.values) }

  private static func negated(_ term: Term) -> Term { ("NOT \(term.sql)", term.values) }

  /// Joins terms in halves: SQLite refuses expressions that are deeper than 1000.
  private static func joined(_ terms: [Term], by word: String, none: String) -> Term {
    guard terms.count > 1 else { return terms.first ?? (none, []) }
    let middle = terms.count / 2
    let left = joined(Array(terms[..<middle]), by: word, none: none)
    let right = joined(Array(terms[middle...]), by: word, none: none)
    return ("(\(left.sql) \(word) \(right.sql))", left.values + right.values)
  }

  /// The item called so: a file, or a track of a cue sheet.
  static func item(_ uri: String, _ roots: RootList) -> (String, [SQLValue]) {
    var (term, values) = file(uri, roots)
    let (sheet, name) = split(uri)
    guard let number = CueName.number(name), !sheet.isEmpty else { return (term, values) }
    let track = Self.uri(sheet, roots)
    term = "(\(term) OR (\(track.0) AND cue_track = ?))"
    values += track.1 + [.integer(Int64(number))]
    return (term, values)
  }

  /// The file called so, whether it is an item or lies in the tracks of a cue sheet.
  static func file(_ uri: String, _ roots: RootList) -> (term: String, values: [SQLValue]) {
    let (term, values) = Self.uri(uri, roots)
    return ("(\(term) AND cue_track IS NULL)", values)
  }

  /// What has a name in a folder: a file, or all tracks of a cue sheet. Names are bytes: where the URI may stand for bytes that are no text, all
  /// names of the folder are compared in the way they are written.
  private static func uri(_ uri: String, _ roots: RootList) -> (String, [SQLValue]) {
    guard let (root, relative) = roots.resolve(uri), !relative.hasPrefix("/") else {
      return ("0", [])
    }
    let (folder, name) = split(relative)
    let inFolder = "folder IN (SELECT id FROM folders WHERE root = ? AND uri = ?)"
    let values: [SQLValue] = [.integer(root.id), .text(folder)]
    if name.utf8.contains(UInt8(ascii: "\\")) {
      return ("\(inFolder) AND segue_uri(name) = ?", values + [.text(name)])
    }
    return ("\(inFolder) AND name = ?", values + [.blob(Array(name.utf8))])
  }

  /// What lies in a folder and below it, or is called so itself.
  private static func folder(_ uri: String, _ roots: RootList) -> (String, [SQLValue]) {
    if uri.isEmpty { return ("1", []) }
    let inside = uri.hasSuffix("/") ? String(uri.dropLast()) : uri
    // A URI has no empty names.
    guard !inside.isEmpty, !inside.hasSuffix("/"), let (root, relative) = roots.resolve(inside),
      !relative.hasPrefix("/")
    else { return ("0", []) }
    var term = "folder IN (SELECT id FROM folders WHERE root = ?"
    var values: [SQLValue] = [.integer(root.id)]
    if !relative.isEmpty {
      // "0" follows "/": between them lies everything below.
      term += " AND (uri = ? OR uri >= ? AND uri < ?)"
      values += [.text(relative), .text("\(relative)/"), .text("\(relative)0")]
    }
    guard inside == uri else { return (term + ")", values) }
    // A file, a sheet with its tracks, or one of those.
    let (itself, track) = (self.uri(uri, roots), item(uri, roots))
    return (
      "(\(term)) OR \(itself.0) OR \(track.0))", values + itself.1 + track.1
    )
  }

  /// What is in a stored playlist, or one in the music folders.
  private static func playlist(_ name: String, _ roots: RootList) -> Term {
    let kept = "SELECT item FROM list_entries JOIN lists ON lists.id = list WHERE lists.name = ?"
    var entries = "id IN (\(kept) AND item IS NOT NULL"
    var values: [SQLValue] = [.text(name)]
    if let (root, relative) = roots.resolve(name) {
      let (folder, file) = split(relative)
      entries += """
         UNION ALL SELECT item FROM playlist_entries JOIN playlists ON playlists.id = playlist
        JOIN folders ON folders.id = playlists.folder
        WHERE root = ? AND uri = ? AND segue_uri(playlists.name) = ? AND item IS NOT NULL
        """
      values += [.integer(root.id), .text(folder), .text(file)]
    }
    return (entries + ")", values)
  }

  /// A URI's folder and name.
  static func split(_ uri: String) -> (folder: String, name: String) {
    guard let slash = uri.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", uri) }
    return (String(uri[..<slash]), String(uri[uri.utf8.index(after: slash)...]))
  }
}
