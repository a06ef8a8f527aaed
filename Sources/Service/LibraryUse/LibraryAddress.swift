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
    if text.contains("://") { throw MPDError(.noExist, "Unsupported URI scheme") }
    return text == "/" ? "" : text
  }

  private static func uri(
    ofPath path: String, in store: LibraryStore, isLocal: Bool
  ) throws(MPDError) -> String {
    guard isLocal else { throw MPDError(.permission, "Access denied") }
    let roots = try MPDError.reading { () throws(LibraryError) in try store.roots() }
    guard let real = realPath(path) else {
      throw MPDError(.system, "Failed to access \(path): No such file or directory")
    }
    for root in roots {
      let folder = root.path.uri
      guard real == folder || real.hasPrefix(folder + "/") else { continue }
      let inside = real.dropFirst(folder.count + 1)
      if roots.count == 1 { return String(inside) }
      return inside.isEmpty ? root.name : "\(root.name)/\(inside)"
    }
    throw MPDError(.noExist, "\(path) does not lie in the library; scan it first")
  }

  /// The path without links, as a URI writes it. A path may come as it is, or as a URI writes it.
  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else {
      // Bytes that are no UTF-8 are written `\xHH`, and no file is found by that name.
      return path.contains(#"\x"#) ? path : nil
    }
    defer { free(real) }
    return FilePath(
      bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) }
    ).uri
  }
}
