import Media

/// Playlists that are kept in the library; written by the daemon alone, durable when a call returns.
extension LibraryStore {
  /// Entries of a playlist, at most.
  static let playlistLimit = 200_000

  /// All of them, by name.
  ///
  /// - Parameter totals: Whether it is wanted how long they play and how much of them is missing, which takes longer;
  ///   without it nothing is counted of those that are queries.
  public func storedPlaylists(totals: Bool = false) throws(LibraryError) -> [StoredPlaylist] {
    if totals { return try storedPlaylistTotals() }
    return try read(ListRows.during) { database throws(LibraryError) in
      try ListRows.all(database)
    }
  }

  /// - Parameter step: What it can be undone with: alike for what was asked for at once; `nil` for never.
  public func savePlaylist(
    _ name: String, _ entries: [StoredPlaylistEntry], _ saving: PlaylistSaving, now: Timestamp,
    step: Int64? = nil
  ) throws(PlaylistError) {
    try Self.checkName(name)
    try change { database throws(PlaylistError) in
      let found = try ListRows.id(name, database, PlaylistError.library)
      if saving == .create, found != nil { throw .exists(name) }
      if saving == .append || saving == .replace, found == nil { throw .noSuchPlaylist(name) }
      try Self.translated { () throws(LibraryError) in
        var list = found ?? 0
        if found == nil { list = try ListRows.make(name, now, database) }
        var old: [StoredPlaylistEntry] = []
        var count = try ListRows.count(list, database)
        if saving == .replace || saving == .replaceOrCreate {
          old = try ListRows.entries(list, database)
          try ListRows.empty(list, database)
          count = 0
        }
        try ListRows.append(entries, to: list, database)
        try ListRows.touch(list, now, database)
        guard let step else { return }
        var change = PlaylistStep(
          before: found == nil ? nil : name, after: name,
          folder: try ListRows.folder(list, database), old, entries)
        if count > 0 { (change.count, change.prefix) = (count + entries.count, count) }
        try ListUndo.note(change, list, step, database)
      }
      try Self.checkLength(name, database)
    }
  }

  /// Gives a playlist other entries, made of those it has.
  public func changePlaylist(
    _ name: String, now: Timestamp, step: Int64? = nil,
    _ body: (inout [StoredPlaylistEntry]) throws(PlaylistError) -> Void
  ) throws(PlaylistError) {
    try change { database throws(PlaylistError) in
      guard let list = try ListRows.id(name, database, PlaylistError.library) else {
        throw .noSuchPlaylist(name)
      }
      var entries = try Self.translated { () throws(LibraryError) in
        try ListRows.entries(list, database)
      }
      let old = entries
      try body(&entries)
      guard entries.count <= Self.playlistLimit else { throw .tooLong(limit: Self.playlistLimit) }
      try Self.translated { () throws(LibraryError) in
        try ListRows.replace(old, with: entries, in: list, database)
        try ListRows.touch(list, now, database)
        guard let step else { return }
        let change = PlaylistStep(
          before: name, after: name, folder: try ListRows.folder(list, database), old, entries)
        try ListUndo.note(change, list, step, database)
      }
    }
  }

  static func checkName(_ name: String) throws(PlaylistError) {
    guard PlaylistName.isValid(name) else { throw .badName(name) }
  }

  public func renamePlaylist(
    _ name: String, to new: String, step: Int64? = nil
  ) throws(PlaylistError) {
    try Self.checkName(new)
    try change { database throws(PlaylistError) in
      guard let list = try ListRows.id(name, database, PlaylistError.library) else {
        throw .noSuchPlaylist(name)
      }
      if try ListRows.id(new, database, PlaylistError.library) != nil { throw .exists(new) }
      try Self.translated { () throws(LibraryError) in
        try ListRows.rename(list, new, database)
        guard let step else { return }
        var change = PlaylistStep(
          before: name, after: new, folder: try ListRows.folder(list, database), [], [])
        change.count = try ListRows.count(list, database)
        change.prefix = change.count
        try ListUndo.note(change, list, step, database)
      }
    }
  }

  /// Puts a playlist into a folder of playlists, or with an empty name out of it.
  public func putPlaylist(
    _ name: String, in folder: String, step: Int64? = nil
  ) throws(PlaylistError) {
    if !folder.isEmpty { try Self.checkName(folder) }
    try change { database throws(PlaylistError) in
      guard let list = try ListRows.id(name, database, PlaylistError.library) else {
        throw .noSuchPlaylist(name)
      }
      try Self.translated { () throws(LibraryError) in
        let old = try ListRows.folder(list, database)
        try ListRows.setFolder(list, folder, database)
        guard let step, old != folder else { return }
        var change = PlaylistStep(before: name, after: name, folder: old, [], [])
        change.count = try ListRows.count(list, database)
        change.prefix = change.count
        try ListUndo.note(change, list, step, database)
      }
    }
  }

  public func deletePlaylist(_ name: String, step: Int64? = nil) throws(PlaylistError) {
    try change { database throws(PlaylistError) in
      guard let list = try ListRows.id(name, database, PlaylistError.library) else {
        throw .noSuchPlaylist(name)
      }
      try Self.translated { () throws(LibraryError) in
        let folder = try ListRows.folder(list, database)
        let old = step == nil ? [] : try ListRows.entries(list, database)
        try ListRows.delete(list, database)
        guard let step else { return }
        let change = PlaylistStep(before: name, after: nil, folder: folder, old, [])
        try ListUndo.note(change, nil, step, database)
      }
    }
  }

  private static func checkLength(
    _ name: String, _ database: borrowing Database
  ) throws(PlaylistError) {
    let count = try translated { () throws(LibraryError) -> Int in
      guard let list = try ListRows.id(name, database) else { return 0 }
      return try ListRows.count(list, database)
    }
    if count > playlistLimit { throw .tooLong(limit: playlistLimit) }
  }

  /// Writes in one transaction, which is undone when something is refused.
  func change(
    _ body: (borrowing Database) throws(PlaylistError) -> Void
  ) throws(PlaylistError) {
    var refused: PlaylistError?
    do throws(LibraryError) {
      try write(ListRows.during) { database throws(LibraryError) in
        do throws(PlaylistError) {
          try body(database)
        } catch {
          refused = error
          // Any error has the transaction undone; which one it was is told below.
          throw .noRoots
        }
      }
    } catch {
      throw refused ?? .library(error)
    }
  }

  static func translated<Result>(
    _ body: () throws(LibraryError) -> Result
  ) throws(PlaylistError) -> Result {
    do throws(LibraryError) { return try body() } catch { throw .library(error) }
  }
}
