import Media

/// Sections of answers.
extension LibraryStore {
  /// What the answer's items, in its order, are put together in; of each no more is read than that takes.
  public func sections(
    _ query: MediaQuery, by sectioning: MediaSectioning
  ) throws(LibraryError) -> [MediaSection] {
    try read("reading items") { database throws(LibraryError) in
      let roots = try RootList(database)
      let columns = SectionMember.columns(sectioning, PropertyColumns(roots))
      let statement = try Self.select(columns, query, roots, database)
      var maker = try SectionMaker(sectioning, LibraryOrder(database))
      while try statement.step() {
        var columns = statement.columns
        maker.add(SectionMember(&columns, sectioning))
      }
      return maker.sections
    }
  }
}

extension MediaQuery {
  /// As `LibraryStore.sections(_:by:)`, among all items of a library in library order.
  public func sections(
    by sectioning: MediaSectioning, among items: [MediaItem], _ library: LibraryOrder,
    playlists: [String: Set<PersistentID>] = [:]
  ) throws(LibraryError) -> [MediaSection] {
    var albums = VariousAlbums()
    for item in items { albums.add(item) }
    var maker = try SectionMaker(sectioning, library)
    for item in try answers(among: items, library, playlists: playlists) {
      maker.add(SectionMember(item, sectioning, isVarious: albums.contains(item)))
    }
    return maker.sections
  }
}
