import Media

/// Pictures beside the music.
extension LibraryStore {
  /// The picture that stands for the files in an item's folder; `nil` where there is none.
  public func coverFile(of item: MediaItem) throws(LibraryError) -> FilePath? {
    try read("looking for a cover") { database throws(LibraryError) in
      let folder = item.path.parent
      guard let root = try RootList(database).containing(folder),
        let inside = folder.relative(to: root.path)
      else { return nil }
      let statement = try database.prepare(
        "SELECT cover FROM folders WHERE root = ? AND path = ? AND cover IS NOT NULL",
        during: "looking for a cover")
      statement.bind([.integer(root.id), .blob(inside.bytes)])
      guard try statement.step() else { return nil }
      var columns = statement.columns
      return folder.appending(FilePath(bytes: columns.blob()))
    }
  }
}
