import Glibc
import Media
import Posix
import Worker

/// Playlists in files that somebody names.
extension LibraryStore {
  /// What a file lists, with the items that it means.
  ///
  /// - Parameter path: Absolute.
  /// - Returns: `nil` where it is no playlist that can be read.
  public func playlistFile(
    _ path: FilePath, workers: WorkerPrograms
  ) throws(LibraryError) -> [LibraryPlaylistEntry]? {
    var resolver: EntryResolver?
    return try readPlaylist(path, workers, &resolver)?.entries
  }

  /// What is in a playlist's file.
  struct ReadPlaylist: Sendable {
    var entries: [LibraryPlaylistEntry] = []
    /// Where each entry leads to, item or not: a path from the top, or an address.
    var places: [FilePath] = []
    /// Whether the file has more than is read of it.
    var isCut = false
  }

  /// As `playlistFile`.
  ///
  /// - Parameter resolver: What is used for one file after the other, made when first needed.
  func readPlaylist(
    _ path: FilePath, _ workers: WorkerPrograms, _ resolver: inout EntryResolver?
  ) throws(LibraryError) -> ReadPlaylist? {
    guard let kind = PlaylistFile.Kind(path), kind != .cue,
      let list = Self.list(in: path, kind, workers)
    else { return nil }
    let known = resolver
    let (read, used) = try self.read("reading playlists") { database throws(LibraryError) in
      let roots = try RootList(database)
      var resolver = known ?? EntryResolver(roots)
      let row = Self.row(path, kind, roots)
      var reader = try ItemReader(database)
      let statement = try database.prepare(
        "SELECT \(ItemReader.columns) FROM items WHERE id = ?", during: "reading playlists")
      var read = ReadPlaylist(isCut: list.isCut)
      for entry in list.entries {
        let location = Self.absolute(entry.location, isReference: kind == .xspf, beside: path)
        let ids = try resolver.items(location, in: row, before: [], database)
        var found: [MediaItem?] = []
        for id in ids {
          statement.bind(1, id)
          let hasRow = try statement.step()
          found.append(hasRow ? try reader.item(statement) : nil)
          statement.reset()
        }
        if found.isEmpty { found = [nil] }
        let text = FilePath(bytes: entry.location).uri
        let place = Self.place(location, isReference: kind == .xspf)
        for item in found {
          read.entries.append(
            LibraryPlaylistEntry(
              item: item, location: text, title: entry.title, milliseconds: entry.milliseconds,
              isReference: kind == .xspf))
          read.places.append(place)
        }
      }
      return (read, resolver)
    }
    resolver = used
    return read
  }

  /// Where an absolute location most likely leads.
  private static func place(_ location: [UInt8], isReference: Bool) -> FilePath {
    let path = EntryPath.candidates(location, isURI: isReference).first ?? location
    guard path.first == UInt8(ascii: "/") else { return FilePath(bytes: path) }
    return EntryPath.normalized(FilePath(bytes: path)) ?? FilePath(bytes: path)
  }

  private static func list(
    in path: FilePath, _ kind: PlaylistFile.Kind, _ workers: WorkerPrograms
  ) -> PlaylistFile? {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let raw = path.withCString { Glibc.open($0, flags) }
    guard raw >= 0 else { return nil }
    let file = FileDescriptor.Owned(raw)
    return list(in: file, kind, workers)
  }

  private static func list(
    in file: borrowing FileDescriptor.Owned, _ kind: PlaylistFile.Kind, _ workers: WorkerPrograms
  ) -> PlaylistFile? {
    guard (try? FileStatus(descriptor: file.raw))?.kind == .file else { return nil }
    if kind != .xspf {
      return TextLines.read(file.raw).map { PlaylistFile.read($0, kind: kind.rawValue) }
    }
    // XML is read in a worker, as all that comes from outside and is not plain text.
    guard let tagger = try? WorkerProcess(workers.tagger) else { return nil }
    let bytes = fetched(.playlist, of: file.raw, kind.rawValue, by: tagger)
    return bytes.map { PlaylistFile.read($0, kind: kind.rawValue) }
  }

  /// As if it lay in the music folder in which it does, or in the first one.
  private static func row(
    _ path: FilePath, _ kind: PlaylistFile.Kind, _ roots: RootList
  ) -> PlaylistRow {
    let root = roots.containing(path) ?? roots.roots.first
    let inside = root.flatMap { path.parent.relative(to: $0.path) } ?? FilePath("")
    let state = FileState(
      identity: FileIdentity(device: 0, inode: 0, born: 0), size: 0, modified: 0)
    return PlaylistRow(
      id: 0, root: root?.id ?? 0, folder: 0, path: inside, name: path.lastComponent, state: state,
      kind: kind.rawValue, source: nil)
  }

  /// What a relative location means beside the list: a reference with its folder escaped as it is.
  static func absolute(_ location: [UInt8], isReference: Bool, beside list: FilePath) -> [UInt8] {
    guard !EntryPath.isAbsolute(location) else { return location }
    guard isReference else { return list.parent.appending(FilePath(bytes: location)).bytes }
    let folder = list.parent.bytes.flatMap { byte -> [UInt8] in
      byte == UInt8(ascii: "%") ? Array("%25".utf8) : [byte]
    }
    return FilePath(bytes: folder).appending(FilePath(bytes: location)).bytes
  }
}
