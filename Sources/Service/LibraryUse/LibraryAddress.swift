import Glibc
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

  /// Looks up what a client names: a URI of the library, or from a local client a file or folder by
  /// its absolute path, which must lie in the library.
  init(_ text: String, in store: LibraryStore, isLocal: Bool) throws(MPDError) {
    let uri = try Self.uri(text, in: store, isLocal: isLocal)
    let item = try MPDError.reading { () throws(LibraryError) in try store.item(uri: uri) }
    if let item {
      self = .item(item)
    } else {
      let tracks = try MPDError.reading { () throws(LibraryError) in
        try store.tracks(inFile: uri)
      }
      self = tracks.isEmpty ? .folder(uri) : .tracks(tracks)
    }
  }

  private static func uri(
    _ text: String, in store: LibraryStore, isLocal: Bool
  ) throws(MPDError) -> String {
    let scheme = "file://"
    if text.hasPrefix("/"), text != "/" {
      return try uri(ofPath: text, in: store, isLocal: isLocal)
    }
    if text.hasPrefix(scheme) {
      return try uri(ofPath: String(text.dropFirst(scheme.count)), in: store, isLocal: isLocal)
    }
    // As MPD; else a folder would have two names.
    if text.hasSuffix("/"), text != "/" { throw MPDError(.noExist, "No such directory") }
    if text.contains("://") { throw MPDError(.argument, "Unsupported URI scheme") }
    return text == "/" ? "" : text
  }

  private static func uri(
    ofPath path: String, in store: LibraryStore, isLocal: Bool
  ) throws(MPDError) -> String {
    guard isLocal else { throw MPDError(.permission, "Access denied") }
    let roots = try MPDError.reading { () throws(LibraryError) in try store.roots() }
    // Segue's own programs write bytes that are no UTF-8 as a URI does, and no file is found by that name.
    if path.contains(#"\x"#), let uri = uri(ofSpelled: path, roots),
      try MPDError.reading({ () throws(LibraryError) in try store.knows(uri) })
    {
      return uri
    }
    guard let real = realPath(path) else {
      throw MPDError(.system, "Failed to access \(path): No such file or directory")
    }
    guard let uri = uri(ofSpelled: real, roots) else {
      throw MPDError(.noExist, "\(path) does not lie in the library; scan it first")
    }
    return uri
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

  /// The path without links, as a URI writes it; `nil` where nothing is there.
  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return FilePath(
      bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) }
    ).uri
  }
}

extension LibraryStore {
  /// Whether something is called so: an item, a file with tracks, or a folder.
  fileprivate func knows(_ uri: String) throws(LibraryError) -> Bool {
    if try item(uri: uri) != nil { return true }
    if try !tracks(inFile: uri).isEmpty { return true }
    return try folder(uri) != nil
  }
}
