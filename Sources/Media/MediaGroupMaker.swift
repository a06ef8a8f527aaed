/// Gathers items into groups, in the order in which the groups first appear.
public struct MediaGroupMaker {
  private let grouping: MediaGrouping
  private var places: [Key: Int] = [:]
  private var groups: [MediaGroup] = []
  private var albums: [MediaGroupMember] = []
  private var taken = 0

  /// For each of the groups that `finish` gives, which of the items are in it, counted from 0 as they were taken.
  public private(set) var members: [[Int]] = []

  private struct Key: Hashable {
    var value: [UInt8]?
    var artist: [UInt8]?
    var folder: [UInt8]?
    var release: [UInt8]?

    /// Bytes, since texts that only look the same are not the same value.
    init(_ value: String?, artist: String? = nil, folder: String? = nil, release: String? = nil) {
      self.value = value.map { Array($0.utf8) }
      self.artist = artist.map { Array($0.utf8) }
      self.folder = folder.map { Array($0.utf8) }
      self.release = release.map { Array($0.utf8) }
    }
  }

  public init(_ grouping: MediaGrouping) { self.grouping = grouping }

  public static let variousArtists = "Various Artists"

  /// Takes the next item, in library order.
  public mutating func add(_ member: MediaGroupMember) {
    defer { taken += 1 }
    if grouping == .album {
      albums.append(member)
    } else if member.values.isEmpty {
      if grouping != .playlist { count(taken, member, nil, Key(nil)) }
    } else {
      var seen: Set<Key> = []
      for value in member.values where seen.insert(Key(value)).inserted {
        count(taken, member, value, Key(value))
      }
    }
  }

  /// All groups of what was taken.
  public mutating func finish() -> [MediaGroup] {
    if grouping == .album { gatherAlbums() }
    albums = []
    return groups
  }

  @discardableResult
  private mutating func count(
    _ index: Int, _ member: MediaGroupMember, _ value: String?, _ key: Key
  ) -> Int {
    let place = places[key] ?? groups.count
    if place == groups.count {
      places[key] = place
      groups.append(MediaGroup(value: value, representative: member.id))
      members.append([])
    }
    members[place].append(index)
    groups[place].count += 1
    groups[place].milliseconds += member.milliseconds ?? 0
    if groups[place].sortName == nil { groups[place].sortName = member.sortName }
    return place
  }

  /// Items with the same album and album artist are one album. Without an album artist it is the folder that keeps
  /// them together where artists differ, else the artist. Folders that name different releases are different albums.
  private mutating func gatherAlbums() {
    var artists: [Key: String?] = [:]
    for member in albums where member.albumArtist == nil && !member.isCompilation {
      let key = Key(member.values.first, folder: Self.albumFolder(member.folder))
      let known = artists[key]
      let isSame = known == nil || known == .some(member.artist)
      artists.updateValue(isSame ? member.artist : Self.variousArtists, forKey: key)
    }
    var bases: [Key] = []
    var shown: [String?] = []
    for member in albums {
      let inFolder = Key(member.values.first, folder: Self.albumFolder(member.folder))
      let common = artists[inFolder] ?? nil
      let artist =
        member.albumArtist ?? (member.isCompilation ? Self.variousArtists : common)
      let staysInFolder =
        member.albumArtist == nil && !member.isCompilation && common == Self.variousArtists
      var key = Key(member.values.first, artist: artist)
      if staysInFolder { key.folder = inFolder.folder }
      bases.append(key)
      shown.append(artist)
    }
    count(bases, shown)
  }

  private mutating func count(_ bases: [Key], _ artists: [String?]) {
    let releases = releases(bases)
    for (index, member) in albums.enumerated() {
      var key = bases[index]
      key.release = releases[index]
      let place = count(index, member, member.values.first, key)
      groups[place].albumArtist = artists[index]
      let years = [groups[place].year, member.year].compactMap { $0 }
      groups[place].year = years.min()
    }
  }

  /// For each item the release of its folder, where the album's folders name several; those that name none belong
  /// to the first.
  private func releases(_ bases: [Key]) -> [[UInt8]?] {
    struct Place: Hashable {
      let base: Key
      let folder: String
    }
    var named: [Place: [UInt8]] = [:]
    var first: [Key: [UInt8]] = [:]
    for (member, base) in zip(albums, bases) {
      guard let release = member.musicBrainzAlbum.map({ Array($0.utf8) }) else { continue }
      let place = Place(base: base, folder: member.folder)
      if named[place] == nil { named[place] = release }
      if first[base] == nil { first[base] = release }
    }
    return zip(albums, bases).map { member, base in
      named[Place(base: base, folder: member.folder)] ?? first[base]
    }
  }

  /// The folder that an album lies in: that above folders of its discs.
  public static func albumFolder(_ folder: String) -> String {
    let parent = MediaItem.parent(folder)
    let own = folder.utf8.dropFirst(parent.utf8.count).drop { $0 == 0x2F }
    // Most folders are none of a disc, and this is asked for each item.
    guard let first = own.first, "cCdD".utf8.contains(first) else { return folder }
    let name = Substring(own).lowercased()
    let discs = ["cd", "disc", "disk", "dvd"]
    guard let prefix = discs.first(where: name.hasPrefix) else { return folder }
    let rest = name.dropFirst(prefix.count).drop { " -_.".contains($0) }
    guard !rest.isEmpty, rest.count <= 2, rest.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return folder
    }
    return parent
  }
}
