import Media

/// Changes of playlists as steps that can be undone.
enum ListUndo {
  /// Notes a change, inside its transaction.
  ///
  /// - Parameter list: The row of the playlist; `nil` where it is gone.
  static func note(
    _ change: PlaylistStep, _ list: Int64?, _ token: Int64, _ database: borrowing Database
  ) throws(LibraryError) {
    try StepRows.dropRedo(database)
    if let top = try StepRows.top(redo: false, database), top.kind == .playlist,
      top.token == token, let last = PlaylistStep(top.bytes), last.after == change.before
    {
      if let longer = last.followed(byAppending: change) {
        return try StepRows.replace(top, longer.bytes, database)
      }
      let entries = try list.map { list throws(LibraryError) in
        try ListRows.entries(list, database)
      }
      if let first = change.entries(from: entries ?? []).flatMap({ last.entries(from: $0) }) {
        let merged = PlaylistStep(
          before: last.before, after: change.after, folder: last.folder, first, entries ?? [])
        return try StepRows.replace(top, merged.bytes, database)
      }
    }
    try StepRows.insert(.playlist, change.bytes, token: token, redo: false, database)
  }

  /// - Returns: `nil` where the playlist is not as the step left it.
  static func undo(
    _ step: PlaylistStep, token: Int64, redo: Bool, _ now: Timestamp, _ database: borrowing Database
  ) throws(LibraryError) -> UndonePlaylist? {
    var list = try step.after.flatMap { name throws(LibraryError) in
      try ListRows.id(name, database)
    }
    if step.after != nil, list == nil { return nil }
    // A query that has been saved under the name since is nothing that a step was about.
    if let name = step.after, try SavedQueryRows.query(name, database) != nil { return nil }
    let entries = try list.map { list throws(LibraryError) in
      try ListRows.entries(list, database)
    }
    guard let earlier = step.entries(from: entries ?? []) else { return nil }
    if let name = step.before, name != step.after, try ListRows.id(name, database) != nil {
      return nil
    }
    let folder = try list.map { list throws(LibraryError) in
      try ListRows.folder(list, database)
    }
    if let name = step.before {
      let row = if let list { list } else { try ListRows.make(name, now, database) }
      list = row
      if let after = step.after, after != name { try ListRows.rename(row, name, database) }
      if earlier != entries ?? [] {
        try ListRows.empty(row, database)
        try ListRows.append(earlier, to: row, database)
      }
      try ListRows.setFolder(row, step.folder, database)
      try ListRows.touch(row, now, database)
    } else if let list {
      try ListRows.delete(list, database)
    }
    let opposite = PlaylistStep(
      before: step.after, after: step.before, folder: folder ?? "", entries ?? [], earlier)
    try StepRows.insert(.playlist, opposite.bytes, token: token, redo: !redo, database)
    let difference = step.difference
    return UndonePlaylist(
      before: step.after, name: step.before, count: earlier.count, coming: difference.coming,
      going: difference.going)
  }
}
