import Glibc
import Library
import Media
import Posix
import Worker

/// What another program left, as a document of ours.
enum OtherPlayers {
  /// - Returns: `nil` for what is of none that is known.
  static func document(
    _ path: FilePath, _ library: LibraryStore
  ) throws -> AddedDocument? {
    let status = try FileStatus(path.string ?? "")
    if status.kind == .folder {
      return try cmusFolder(path, library) ?? folder(path, library)
    }
    let bytes = try FileDescriptor(opening: path.string ?? "").readHead(1 << 16)
    if bytes.starts(with: "SQLite format 3\0".utf8) { return try stickers(path) }
    if CmusCache.isOne(bytes) { return try cache(whole(path)) }
    if bytes.prefix(1000).starts(with: "<?xml".utf8),
      let apple = AppleLibrary(path, workers: try .ofThisProgram())
    {
      return document(apple)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("sw_volume:") || text.contains("\nplaylist_begin\n") else { return nil }
    return state(String(decoding: try whole(path), as: UTF8.self))
  }

  private static func whole(_ path: FilePath) throws -> [UInt8] {
    try FileDescriptor(opening: path.string ?? "").readAll(limit: AddedData.largest)
  }

  private static func document(_ apple: AppleLibrary) -> AddedDocument {
    func name(_ track: AppleLibrary.Track) -> AddedDocument.Name {
      AddedDocument.Name(
        path: track.path, title: track.title, artist: track.artist, album: track.album,
        duration: track.milliseconds.map { Double($0) / 1000 })
    }
    var document = AddedDocument()
    document.items = apple.order.compactMap { apple.tracks[$0] }.compactMap { track in
      var item = AddedDocument.Item(name: name(track))
      (item.plays, item.skips) = (track.plays, track.skips)
      (item.lastPlayed, item.lastSkipped) = (track.lastPlayed, track.lastSkipped)
      (item.rating, item.loved) = (track.rating, track.isLoved ? true : nil)
      let hasNothing =
        item.plays ?? 0 == 0 && item.skips ?? 0 == 0 && item.rating == nil && item.loved == nil
      return hasNothing ? nil : item
    }
    document.playlists = apple.playlists.map { list in
      AddedDocument.Playlist(
        name: list.name.replacing("/", with: "-"),
        entries: list.tracks.compactMap { apple.tracks[$0] }.map(name))
    }
    return document
  }

  /// All that cmus keeps: what it remembers of files, and playlists.
  ///
  /// - Returns: `nil` for a folder that is not that of cmus.
  private static func cmusFolder(
    _ path: FilePath, _ library: LibraryStore
  ) throws -> AddedDocument? {
    guard let bytes = try? whole(path.appending("cache")), CmusCache.isOne(bytes) else {
      return nil
    }
    var document = try cache(bytes)
    let lists = path.appending("playlists")
    if (try? FileStatus(lists.string ?? ""))?.kind == .folder {
      document.playlists = try folder(lists, library)?.playlists
    }
    return document
  }

  private static func cache(_ bytes: [UInt8]) throws -> AddedDocument {
    let cache: CmusCache
    do throws(CmusCache.Failure) {
      cache = try CmusCache(bytes)
    } catch {
      throw ExitError(
        .failed, "This cache is not as cmus 2.10 writes it; Segue does not know its format.")
    }
    var document = AddedDocument()
    document.items = cache.tracks.filter { $0.plays > 0 }.map { track in
      let name = AddedDocument.Name(
        path: track.path, title: track.title, artist: track.artist, album: track.album,
        duration: track.duration.map { Double($0) })
      var item = AddedDocument.Item(name: name)
      item.plays = track.plays
      return item
    }
    return document
  }

  /// A folder of playlists: MPD's and ours are in a known format, those of cmus are lists of paths without an ending.
  private static func folder(
    _ path: FilePath, _ library: LibraryStore
  ) throws -> AddedDocument? {
    var document = AddedDocument()
    var lists: [AddedDocument.Playlist] = []
    for file in try files(in: path) {
      let name = file.lastComponent.uri
      if let entries = try library.playlistFile(file, workers: .ofThisProgram()) {
        let stem = name.split(separator: ".").dropLast().joined(separator: ".")
        lists.append(
          AddedDocument.Playlist(
            name: stem.isEmpty ? name : stem,
            entries: entries.map { entry in
              entry.item.map { AddedDocument.Name($0) }
                ?? AddedDocument.Name(uri: entry.location, title: entry.title)
            }))
      } else if let list = try pathList(file, name) {
        lists.append(list)
      }
    }
    if lists.isEmpty { return nil }
    document.playlists = lists
    return document
  }

  private static func pathList(
    _ file: FilePath, _ name: String
  ) throws -> AddedDocument.Playlist? {
    guard let (owned, _) = try? file.withCString(FileDescriptor.regularFile)
    else { return nil }
    let bytes = try FileDescriptor(owning: dup(owned.raw)).readAll(limit: AddedData.largest)
    // A path in another encoding matches nothing, and is told of as such.
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard !lines.isEmpty, lines.allSatisfy({ $0.hasPrefix("/") || $0.contains("://") }) else {
      return nil
    }
    return AddedDocument.Playlist(
      name: name, entries: lines.map { AddedDocument.Name(uri: $0, path: $0) })
  }

  /// What lies in a folder and is not hidden, in the order of the bytes of its names.
  private static func files(in folder: FilePath) throws -> [FilePath] {
    let raw = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard raw >= 0 else { throw PosixError("read the folder \(folder.uri)") }
    let directory = FileDescriptor(owning: raw)
    var names: [FilePath] = []
    try FolderEntries.forEach(in: directory.raw) { name, _ in
      if name.first != UInt8(ascii: ".") { names.append(FilePath(bytes: name)) }
    }
    return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .map { folder.appending($0) }
  }

  /// MPD's sticker database: ratings and counts under the names that clients use.
  private static func stickers(_ path: FilePath) throws -> AddedDocument {
    var items: [String: AddedDocument.Item] = [:]
    var document = AddedDocument()
    var others: [AddedDocument.Sticker] = []
    for sticker in try StickerDatabase.stickers(path.string ?? "") {
      guard sticker.subject.type == "song" else {
        others.append(
          AddedDocument.Sticker(
            type: sticker.subject.type, key: sticker.subject.key, name: sticker.name,
            value: sticker.value))
        continue
      }
      let uri = sticker.subject.key
      items[uri, default: AddedDocument.Item(name: AddedDocument.Name(uri: uri))]
        .take(sticker.name, sticker.value)
    }
    document.items = items.sorted { $0.key < $1.key }.map(\.value)
    document.stickers = others
    return document
  }

  /// MPD's state file: the queue, and where in it MPD was.
  private static func state(_ text: String) -> AddedDocument {
    var document = AddedDocument()
    var queue = AddedDocument.Queue(entries: [])
    var isInside = false
    for line in text.split(separator: "\n") {
      if line == "playlist_begin" { isInside = true }
      if line == "playlist_end" { isInside = false }
      if line.hasPrefix("current: ") { queue.current = Int(line.dropFirst(9)) }
      if line.hasPrefix("time: ") { queue.position = Double(line.dropFirst(6)) }
      guard isInside, let colon = line.firstIndex(of: ":"), Int(line[..<colon]) != nil else {
        // A song with tags of its own has its URI here.
        if isInside, line.hasPrefix("song_begin: ") {
          queue.add(line.dropFirst(12))
        }
        continue
      }
      queue.add(line[line.index(after: colon)...])
    }
    document.queue = queue
    return document
  }
}

extension AddedDocument.Queue {
  fileprivate mutating func add(_ uri: Substring) {
    entries.append(AddedDocument.Entry(name: AddedDocument.Name(uri: String(uri))))
  }
}

extension AddedDocument.Item {
  /// A sticker as clients of MPD name it.
  fileprivate mutating func take(_ name: String, _ value: String) {
    let number = Int64(value)
    func time() -> String? {
      number.map {
        Timestamp(nanoseconds: min(max($0, 0), 9_000_000_000) * 1_000_000_000).description
      }
    }
    switch name {
    case "rating": rating = number.map { Int(clamping: $0) }
    case "playCount": plays = number.map { Int(clamping: $0) }
    case "skipCount": skips = number.map { Int(clamping: $0) }
    case "lastPlayed": lastPlayed = time()
    case "lastSkipped": lastSkipped = time()
    case "like":
      loved = number == 2 ? true : nil
      disliked = number == 0 ? true : nil
    default: stickers = (stickers ?? [:]).merging([name: value]) { $1 }
    }
  }
}
