import Media

/// Albums, artists, years and so on.
extension LibraryStore {
  /// How many items are meant and how long they play, the query's window aside. Items of unknown length count as
  /// nothing.
  public func total(
    _ query: MediaQuery = .songs
  ) throws(LibraryError) -> (count: Int, milliseconds: Int64) {
    try read("counting items") { database throws(LibraryError) in
      let condition = try QueryCondition(query, roots: RootList(database), database)
      let statement = try database.prepare(
        "SELECT count(*), sum(milliseconds) FROM items WHERE \(condition.sql)",
        during: "counting items")
      statement.bind(condition.values)
      guard try statement.step() else { return (0, 0) }
      return (Int(statement.integer(0) ?? 0), statement.integer(1) ?? 0)
    }
  }

  /// The groups of the items meant, in their own order: albums as the library has them, years and decades by number,
  /// everything else by name. What is unknown comes last. The query's window and order do not count.
  public func groups(
    by grouping: MediaGrouping, _ query: MediaQuery = .songs
  ) throws(LibraryError) -> [MediaGroup] {
    try read("gathering items") { database throws(LibraryError) in
      let roots = try RootList(database)
      let query = MediaQuery(query.predicates)
      let playlists = grouping == .playlist ? try PlaylistMembers.all(roots, database) : [:]
      let columns = GroupColumns(grouping, roots, playlists)
      let statement = try Self.select(columns.sql, query, roots, database)
      var maker = MediaGroupMaker(grouping)
      while try statement.step() {
        var values = statement.columns
        if let member = columns.member(&values) { maker.add(member) }
      }
      return try GroupOrder.sorted(maker.finish(), by: grouping, LibraryOrder(database))
    }
  }

  /// As `groups(by:_:)`, by what the query gathers them; by title where it does not say.
  public func groups(_ query: MediaQuery) throws(LibraryError) -> [MediaGroup] {
    try groups(by: query.grouping ?? .title, query)
  }

  /// The places of groups that were gathered in library order, in their own order.
  public func order(
    of groups: [MediaGroup], by grouping: MediaGrouping
  ) throws(LibraryError) -> [Int] {
    try GroupOrder.places(groups, by: grouping, ordering())
  }

  /// What the library is ordered by.
  public func ordering() throws(LibraryError) -> LibraryOrder {
    try read("reading about it") { database throws(LibraryError) in try LibraryOrder(database) }
  }
}

extension MediaQuery {
  /// As `LibraryStore.groups(by:_:)`, among all items of a library in library order.
  public func groups(
    by grouping: MediaGrouping, among items: [MediaItem], _ library: LibraryOrder,
    _ places: MediaPlaces = MediaPlaces()
  ) throws(LibraryError) -> [MediaGroup] {
    var maker = MediaGroupMaker(grouping)
    for item in try matching(items, playlists: places.playlists) {
      maker.add(MediaGroupMember(item, grouping, places))
    }
    return try GroupOrder.sorted(maker.finish(), by: grouping, library)
  }
}

/// The order of groups.
private enum GroupOrder {
  static func sorted(
    _ groups: [MediaGroup], by grouping: MediaGrouping, _ library: LibraryOrder
  ) throws(LibraryError) -> [MediaGroup] {
    try places(groups, by: grouping, library).map { groups[$0] }
  }

  static func places(
    _ groups: [MediaGroup], by grouping: MediaGrouping, _ library: LibraryOrder
  ) throws(LibraryError) -> [Int] {
    var keys: [(index: Int, key: [UInt8])] = []
    var collator = try Collator(library)
    for (index, group) in groups.enumerated() {
      // Albums are in order already.
      let name = group.value ?? ""
      let key =
        switch grouping {
        case .album: [UInt8]()
        case .title, .artist, .albumArtist, .composer, .label:
          group.sortName.map { collator.key($0) } ?? collator.nameKey(name)
        case .genre, .year, .decade, .folder, .root, .playlist, .addedDay, .addedWeek, .addedMonth:
          collator.key(name)
        }
      keys.append((index, group.value == nil ? SortKeys.unknown : key))
    }
    keys.sort { left, right in
      left.key == right.key
        ? left.index < right.index : left.key.lexicographicallyPrecedes(right.key)
    }
    return keys.map(\.index)
  }
}

/// The columns that tell which groups an item is in.
private struct GroupColumns {
  private let grouping: MediaGrouping
  private let roots: RootList
  /// The playlists that each item is in.
  private let playlists: [PersistentID: [String]]

  init(
    _ grouping: MediaGrouping, _ roots: RootList, _ playlists: [PersistentID: [String]]
  ) {
    self.grouping = grouping
    self.roots = roots
    self.playlists = playlists
  }

  var sql: String {
    let columns = ["id", "milliseconds"]
    return switch grouping {
    case .album:
      (columns + [
        "album", "album_artists", "album_artist_display", "artists", "artist_display",
        "compilation", "mb_album", "date", PropertyColumns(roots).folder,
      ]).joined(separator: ", ")
    case .title: (columns + ["title", "title_sort"]).joined(separator: ", ")
    case .artist: (columns + ["artists", "artist_sort"]).joined(separator: ", ")
    case .albumArtist: (columns + ["album_artists", "album_artist_sort"]).joined(separator: ", ")
    case .composer: (columns + ["composers", "composer_sort"]).joined(separator: ", ")
    case .genre: (columns + ["genres"]).joined(separator: ", ")
    case .label: (columns + ["labels"]).joined(separator: ", ")
    case .year, .decade: (columns + ["date"]).joined(separator: ", ")
    case .folder: (columns + [PropertyColumns(roots).folder]).joined(separator: ", ")
    case .root:
      (columns + [
        "(SELECT r.name FROM folders AS f JOIN roots AS r ON r.id = f.root WHERE f.id = folder)"
      ]).joined(separator: ", ")
    case .playlist: columns.joined(separator: ", ")
    case .addedDay, .addedWeek, .addedMonth: (columns + ["items.added"]).joined(separator: ", ")
    }
  }

  func member(_ columns: inout Columns) -> MediaGroupMember? {
    guard let id = PersistentID(rawValue: UInt64(bitPattern: columns.integer() ?? 0)) else {
      return nil
    }
    var member = MediaGroupMember(id: id, milliseconds: columns.integer(), values: [])
    switch grouping {
    case .title:
      member.values = columns.text().map { [$0] } ?? []
      if !member.values.isEmpty { member.sortName = columns.text() }
    case .album: readAlbum(&member, &columns)
    case .artist, .albumArtist, .composer:
      member.values = TextList.split(columns.text())
      if member.values.count == 1 { member.sortName = columns.text() }
    case .genre, .label: member.values = TextList.split(columns.text())
    case .year: member.values = columns.int().map { [String($0 / 10000)] } ?? []
    case .decade: member.values = columns.int().map { ["\($0 / 100_000 * 10)s"] } ?? []
    case .folder, .root: member.values = [columns.text() ?? ""]
    case .playlist: member.values = playlists[id] ?? []
    case .addedDay, .addedWeek, .addedMonth:
      let moment = Timestamp(nanoseconds: columns.integer() ?? 0)
      member.values = grouping.period(of: moment).map { [$0] } ?? []
    }
    return member
  }

  private func readAlbum(_ member: inout MediaGroupMember, _ columns: inout Columns) {
    member.values = columns.text().map { [$0] } ?? []
    var tags = MediaTags()
    tags.albumArtists = TextList.split(columns.text())
    tags.albumArtistDisplay = columns.text()
    tags.artists = TextList.split(columns.text())
    tags.artistDisplay = columns.text()
    member.albumArtist = tags.albumArtist
    member.artist = tags.artist
    member.isCompilation = columns.int() == 1
    member.musicBrainzAlbum = columns.text()
    member.year = columns.int().map { $0 / 10000 }
    member.folder = columns.text() ?? ""
  }
}
