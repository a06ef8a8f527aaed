import Library
import MPDProtocol
import Media

// The library is shown and scanned.
extension Command {
  static let database = [
    Command("lsinfo", .read, 0...1, listFolder),
    Command("listall", .read, 0...1) { daemon, call throws(MPDError) in
      try listTree(daemon, call) {
        $1.file($0)
      } entry: { entry, answer in
        switch entry {
        case .folder(let folder): answer.line("directory", folder.uri)
        case .item(let item): answer.line("file", item.uri)
        case .playlist(let playlist): answer.line("playlist", playlist.uri)
        }
      }
    },
    Command("listallinfo", .read, 0...1) { daemon, call throws(MPDError) in
      let tags = call.session.tags
      let songs = SongWriter(tags)
      return try listTree(daemon, call) {
        songs.write($0, &$1)
      } entry: { entry, answer in
        switch entry {
        case .folder(let folder): answer.folder(folder)
        case .item(let item): answer.song(item, tags: tags)
        case .playlist(let playlist): answer.playlist(playlist)
        }
      }
    },
    Command("update", .control, 0...1, update),
    // Files that have not changed are not read again by either.
    Command("rescan", .control, 0...1, update),
  ]

  @MainActor
  private static func listFolder(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let session = call.session
    return try LibraryAddress.finding(call.optional(0) ?? "", daemon, session) { daemon, address in
      listing(of: address, daemon, session)
    }
  }

  @MainActor
  private static func listing(
    of address: LibraryAddress, _ daemon: Daemon, _ session: Session
  ) -> Outcome {
    let tags = session.tags
    switch address {
    case .item(let item): return .answer { $0.song(item, tags: tags) }
    case .tracks(let items):
      return .pages(Pages(count: items.count) { $1.song(items[$0], tags: tags) })
    case .outside(let path):
      return daemon.outside.reading(path) { _, file in
        .answer { $0.song(file.item, tags: tags) }
      }
    case .folder(let uri):
      let showsPlaylists = uri.isEmpty && !session.hidesPlaylistsInRoot
      return .asking(
        daemon,
        { store throws(LibraryError) in
          (try store.folder(uri), showsPlaylists ? try store.storedPlaylists() : [])
        },
        then: { _, found throws(MPDError) in
          guard let listing = found.0 else { throw MPDError(.noExist, "No such directory") }
          return .pages(pages(of: listing, found.1, tags: tags))
        })
    }
  }

  /// As MPD: songs first, then playlists; those that are kept in the library are last at the top.
  private static func pages(
    of listing: FolderListing, _ kept: [StoredPlaylist], tags: MPDTagSet
  ) -> Pages {
    let songs = listing.items.count
    let playlists = songs + listing.playlists.count
    let folders = playlists + listing.folders.count
    return Pages(count: folders + kept.count) { part, answer in
      if part < songs {
        answer.song(listing.items[part], tags: tags)
      } else if part < playlists {
        answer.playlist(listing.playlists[part - songs])
      } else if part < folders {
        answer.folder(listing.folders[part - playlists])
      } else {
        answer.playlist(kept[part - folders])
      }
    }
  }

  @MainActor
  private static func listTree(
    _ daemon: Daemon, _ call: Call,
    row: @escaping @Sendable (ItemRow, inout ResponseWriter) -> Void,
    entry write: @escaping @Sendable (FolderEntry, inout ResponseWriter) -> Void
  ) throws(MPDError) -> Outcome {
    try LibraryAddress.finding(call.optional(0) ?? "", daemon, call.session) {
      daemon, address throws(MPDError) in try tree(at: address, daemon, row, write)
    }
  }

  @MainActor
  private static func tree(
    at address: LibraryAddress, _ daemon: Daemon,
    _ row: @escaping @Sendable (ItemRow, inout ResponseWriter) -> Void,
    _ write: @escaping @Sendable (FolderEntry, inout ResponseWriter) -> Void
  ) throws(MPDError) -> Outcome {
    switch address {
    case .item(let item): return .answer { write(.item(item), &$0) }
    case .tracks(let items):
      return .pages(Pages(count: items.count) { write(.item(items[$0]), &$1) })
    case .outside: throw MPDError(.noExist, "No such directory")
    case .folder(let uri):
      return .asking(
        daemon, { store throws(LibraryError) in try tree(uri, in: store, row, write) },
        then: { _, answer throws(MPDError) in
          guard let answer else { throw MPDError(.noExist, "No such directory") }
          return .pages(Pages(answer))
        })
    }
  }

  /// A folder and everything below it as an answer in pieces; the top itself is not listed. Written as it is read, for
  /// items are far larger than what is said of them.
  private static func tree(
    _ uri: String, in store: LibraryStore,
    _ row: @escaping (ItemRow, inout ResponseWriter) -> Void,
    _ write: @escaping (FolderEntry, inout ResponseWriter) -> Void
  ) throws(LibraryError) -> [[UInt8]]? {
    var answer = TreeAnswer(row: row, entry: write)
    if !uri.isEmpty, let folder = try store.folder(uri)?.folder {
      answer.take(.entry(.folder(folder)))
    }
    let isThere = try store.visitTree(uri) { answer.take($0) }
    return isThere ? answer.pieces + [answer.answer.bytes] : nil
  }

  @MainActor
  private static func update(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let paths = try daemon.scanPaths(of: call.optional(0) ?? "")
    guard let number = daemon.scans.request(paths) else {
      throw MPDError(.updateAlready, "already updating")
    }
    return .answer { $0.line("updating_db", number) }
  }
}

extension ResponseWriter {
  fileprivate mutating func folder(_ folder: LibraryFolder) {
    line("directory", folder.uri)
    if let modified = folder.modified { line("Last-Modified", modified.description) }
  }

  fileprivate mutating func playlist(_ playlist: LibraryPlaylist) {
    line("playlist", playlist.uri)
    line("Last-Modified", playlist.modified.description)
  }
}

extension Daemon {
  /// What to scan for a URI that a client wants updated; nothing in particular for all roots.
  func scanPaths(of uri: String) throws(MPDError) -> [FilePath] {
    let uri = uri.hasPrefix("/") ? String(uri.dropFirst()) : uri
    guard !uri.isEmpty else { return [] }
    guard URIPath.isSafe(uri) else { throw MPDError(.argument, "Malformed path") }
    let roots = try MPDError.reading { () throws(LibraryError) in try store.roots() }
    guard let only = roots.first else { return [] }
    if roots.count == 1 { return [only.path.appending(uri)] }
    let parts = uri.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1)
    guard let root = roots.first(where: { $0.name.utf8.elementsEqual(parts[0]) }) else {
      throw MPDError(.noExist, "No such directory")
    }
    let inside = parts.count == 2 ? String(decoding: parts[1], as: UTF8.self) : ""
    return [root.path.appending(inside)]
  }
}
