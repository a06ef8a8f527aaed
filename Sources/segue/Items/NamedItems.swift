import Library
import Media

extension LibraryStore {
  /// What a person names: a file, or a URI of the library.
  ///
  /// - Returns: One item, or the tracks of a cue sheet that lie in the file; never empty.
  func items(named name: String) throws -> [MediaItem] {
    if let items = try named(name) { return items }
    throw ExitError(
      .failed,
      "\(DisplayText.line(name)) is no item of the library; segue find WORDS --format %file% prints those that words find."
    )
  }

  /// As `items(named:)`; `nil` where nothing is called so.
  func named(_ name: String) throws -> [MediaItem]? {
    if let path = ItemArguments.path(name) {
      if let item = try item(path: path) { return [item] }
      let tracks = try uri(of: path).map { try self.tracks(inFile: $0) } ?? []
      if !tracks.isEmpty { return tracks }
    }
    return try item(uri: name).map { [$0] }
  }
}
