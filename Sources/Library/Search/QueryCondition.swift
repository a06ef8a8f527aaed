import Media

/// A query's predicates as a condition on `items`, equal in meaning to `MediaQuery.matches`.
struct QueryCondition {
  /// Joined by AND.
  private var terms = [Schema.visible]
  private(set) var values: [SQLValue] = []

  var sql: String { terms.joined(separator: " AND ") }

  init(_ query: MediaQuery, roots: RootList) {
    for predicate in query.predicates { add(predicate, roots) }
  }

  private mutating func add(_ predicate: MediaPropertyPredicate, _ roots: RootList) {
    switch predicate {
    case .persistentID(let id): add("id = ?", .integer(Int64(id.rawValue)))
    case .uri(let uri): add(Self.item(uri, roots))
    case .folder(let uri): add(Self.folder(uri, roots))
    case .equals(let property, let value): addEqual(property, value)
    }
  }

  private mutating func add(_ term: String, _ values: SQLValue...) {
    terms.append(term)
    self.values += values
  }

  private mutating func add(_ condition: (term: String, values: [SQLValue])) {
    terms.append(condition.term)
    values += condition.values
  }

  private mutating func addEqual(_ property: MediaTextProperty, _ value: String) {
    let column = Self.column(property)
    guard Self.isList(property) else { return add("\(column) = ?", .text(value)) }
    // The separator is in no value, so a value that has it equals none.
    guard !value.utf8.contains(0x1F) else { return add("0") }
    add(
      "instr(char(31) || \(column) || char(31), char(31) || ? || char(31)) > 0", .text(value))
  }

  private static func column(_ property: MediaTextProperty) -> String {
    switch property {
    case .title: "title"
    case .artist: "artists"
    case .albumArtist: "album_artists"
    case .album: "album"
    case .genre: "genres"
    case .composer: "composers"
    }
  }

  private static func isList(_ property: MediaTextProperty) -> Bool {
    property != .title && property != .album
  }

  /// The item called so: a file, or a track of a cue sheet.
  private static func item(_ uri: String, _ roots: RootList) -> (String, [SQLValue]) {
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

  /// A URI's folder and name.
  static func split(_ uri: String) -> (folder: String, name: String) {
    guard let slash = uri.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", uri) }
    return (String(uri[..<slash]), String(uri[uri.utf8.index(after: slash)...]))
  }
}
