import Library
import MPDProtocol
import Media

/// What a client's URI leads to.
enum LibraryAddress: Sendable {
  case item(MediaItem)
  /// A file that is no item itself, with the tracks of a cue sheet in it.
  case tracks([MediaItem])
  /// Something that may be a folder, by its URI; empty for everything.
  case folder(String)
  /// A file of which the library knows nothing.
  case outside(FilePath)

  /// Looks up what a client names and goes on with it: a URI of the library, or from a local client any file, or a
  /// folder in the library, by its absolute path. Nobody else waits for the file system of a path.
  @MainActor
  static func finding(
    _ text: String, _ daemon: Daemon, _ session: Session,
    then next: @escaping @MainActor @Sendable (Daemon, LibraryAddress) throws(MPDError) -> Outcome
  ) throws(MPDError) -> Outcome {
    guard let path = try path(text, isLocal: session.isLocal) else {
      return try next(daemon, try address(ofURI: text, in: daemon.store))
    }
    return .later(
      Job(queue: daemon.outside.queue) {
        let look = PathLook.at(FilePath(path))
        return { daemon throws(MPDError) in
          try next(daemon, try address(ofPath: path, look, in: daemon.store))
        }
      })
  }

  /// - Parameter look: What lies there; `nil` when nothing answers.
  private static func address(
    ofPath path: String, _ look: PathLook?, in store: LibraryStore
  ) throws(MPDError) -> LibraryAddress {
    let uri = try uri(ofPath: path, look, in: store)
    if let uri {
      let found = try address(ofKnown: uri, in: store)
      guard case .folder = found, look?.isFile == true,
        !(try MPDError.reading { () throws(LibraryError) in try store.lists(uri) })
      else { return found }
    }
    guard let file = look?.real, look?.isFile == true else {
      throw MPDError(.noExist, "\(path) does not lie in the library; scan it first")
    }
    return .outside(file)
  }

  /// The absolute path that a client names; `nil` where it names something else.
  private static func path(_ text: String, isLocal: Bool) throws(MPDError) -> String? {
    let scheme = "file://"
    let isURL = text.hasPrefix(scheme)
    guard isURL || (text.hasPrefix("/") && text != "/") else { return nil }
    guard isLocal else { throw MPDError(.permission, "Access denied") }
    return isURL ? String(text.dropFirst(scheme.count)) : text
  }

  private static func address(
    ofURI text: String, in store: LibraryStore
  ) throws(MPDError) -> LibraryAddress {
    if text.contains("://") { throw MPDError(.argument, "Unsupported URI scheme") }
    // As MPD; else a folder would have two names.
    if text.hasSuffix("/"), text != "/" { throw MPDError(.noExist, "No such directory") }
    return try address(ofKnown: text == "/" ? "" : text, in: store)
  }

  private static func address(
    ofKnown uri: String, in store: LibraryStore
  ) throws(MPDError) -> LibraryAddress {
    let item = try MPDError.reading { () throws(LibraryError) in try store.item(uri: uri) }
    if let item { return .item(item) }
    let tracks = try MPDError.reading { () throws(LibraryError) in try store.tracks(inFile: uri) }
    return tracks.isEmpty ? .folder(uri) : .tracks(tracks)
  }

  /// What an absolute path is called in the library; `nil` where it lies in none.
  private static func uri(
    ofPath path: String, _ look: PathLook?, in store: LibraryStore
  ) throws(MPDError) -> String? {
    let roots = try MPDError.reading { () throws(LibraryError) in try store.roots() }
    // Segue's own programs write bytes that are no UTF-8 as a URI does, and no file is found by that name.
    if path.contains(#"\x"#), let uri = uri(ofSpelled: path, roots),
      try MPDError.reading({ () throws(LibraryError) in try store.knows(uri) })
    {
      return uri
    }
    guard let look else {
      // What is known of it is known all the same.
      if let uri = uri(ofSpelled: path, roots) { return uri }
      throw MPDError(.system, "Failed to access \(path): Its file system does not answer")
    }
    guard let real = look.real else {
      throw MPDError(.system, "Failed to access \(path): No such file or directory")
    }
    return uri(ofSpelled: real.uri, roots)
  }

  private static let slash = UInt8(ascii: "/")

  /// The URI of an absolute path that is written as URIs are; `nil` outside of all roots.
  private static func uri(ofSpelled path: String, _ roots: [MusicRoot]) -> String? {
    for root in roots {
      // By bytes, for a name may begin with what Swift takes for one character with the slash.
      let folder = Array(root.path.uri.utf8)
      guard path.utf8.starts(with: folder) else { continue }
      var inside = path.utf8.dropFirst(folder.count)
      guard inside.isEmpty || folder.last == slash || inside.first == slash else { continue }
      if inside.first == slash { inside = inside.dropFirst() }
      let relative = String(Substring(inside))
      if roots.count == 1 { return relative }
      return relative.isEmpty ? root.name : "\(root.name)/\(relative)"
    }
    return nil
  }
}

extension LibraryStore {
  /// Whether it is a file that has others in it: a playlist or a cue sheet.
  fileprivate func lists(_ uri: String) throws(LibraryError) -> Bool {
    if try playlist(uri) != nil { return true }
    return try folder(uri) != nil
  }

  /// Whether something is called so: an item, a file with tracks, or a folder.
  fileprivate func knows(_ uri: String) throws(LibraryError) -> Bool {
    if try item(uri: uri) != nil { return true }
    if try !tracks(inFile: uri).isEmpty { return true }
    return try folder(uri) != nil
  }
}
