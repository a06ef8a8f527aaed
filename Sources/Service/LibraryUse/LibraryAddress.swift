import Glibc
import Library
import MPDProtocol
import Media
import Posix

/// What a client's URI leads to.
enum LibraryAddress: Sendable {
  case item(MediaItem)
  /// A file that is no item itself, with the tracks of a cue sheet in it.
  case tracks([MediaItem])
  /// Something that may be a folder, by its URI; empty for everything.
  case folder(String)
  /// A file of which the library knows nothing.
  case outside(FilePath)

  /// Looks up what a client names: a URI of the library, or from a local client any file, or a folder in the
  /// library, by its absolute path.
  init(_ text: String, in store: LibraryStore, isLocal: Bool) throws(MPDError) {
    guard let path = try Self.path(text, isLocal: isLocal) else {
      self = try Self.address(ofURI: text, in: store)
      return
    }
    let (uri, file) = try Self.uri(ofPath: path, in: store)
    if let uri {
      let found = try Self.address(ofKnown: uri, in: store)
      guard case .folder = found, Self.isFile(file),
        !(try MPDError.reading { () throws(LibraryError) in try store.lists(uri) })
      else {
        self = found
        return
      }
    }
    guard let file, Self.isFile(file) else {
      throw MPDError(.noExist, "\(path) does not lie in the library; scan it first")
    }
    self = .outside(file)
  }

  private static func isFile(_ path: FilePath?) -> Bool {
    guard let path else { return false }
    return (try? path.withCString { try FileStatus($0) })?.kind == .file
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
    // As MPD; else a folder would have two names.
    if text.hasSuffix("/"), text != "/" { throw MPDError(.noExist, "No such directory") }
    if text.contains("://") { throw MPDError(.argument, "Unsupported URI scheme") }
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

  /// What an absolute path is called in the library, where it lies in it, and the path without links, where there
  /// is something.
  private static func uri(
    ofPath path: String, in store: LibraryStore
  ) throws(MPDError) -> (uri: String?, file: FilePath?) {
    let roots = try MPDError.reading { () throws(LibraryError) in try store.roots() }
    // Segue's own programs write bytes that are no UTF-8 as a URI does, and no file is found by that name.
    if path.contains(#"\x"#), let uri = uri(ofSpelled: path, roots),
      try MPDError.reading({ () throws(LibraryError) in try store.knows(uri) })
    {
      return (uri, nil)
    }
    guard let real = realPath(path) else {
      throw MPDError(.system, "Failed to access \(path): No such file or directory")
    }
    return (uri(ofSpelled: real.uri, roots), real)
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

  /// The path without links; `nil` where nothing is there.
  private static func realPath(_ path: String) -> FilePath? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return FilePath(
      bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) })
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
