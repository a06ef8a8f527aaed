import Glibc
import Media
import Posix
import TestSupport
import Testing

@testable import Library

/// A folder of playlists beside a library, with a clock that goes on with each step.
final class FolderRig {
  let rig: Rig
  let store: LibraryStore
  let place: FilePath
  var folder: PlaylistFolder
  /// In seconds.
  private var time: Int64 = 1_000_000_000

  init() throws {
    rig = try Rig()
    store = try LibraryStore(path: rig.library, access: .write)
    place = FilePath(try rig.folder.makeFolder("lists"))
    folder = PlaylistFolder(place, suffix: "m3u")
  }

  /// Forgets what is not in the library.
  func restart() { folder = PlaylistFolder(place, suffix: "m3u") }

  func now() -> Timestamp {
    time += 100
    return Timestamp(nanoseconds: time * 1_000_000_000)
  }

  @discardableResult
  func agree(at moment: Timestamp? = nil) throws -> PlaylistFolder.Outcome {
    let moment = moment ?? now()
    return try folder.agree(
      with: store, workers: rig.tagger, now: moment, step: moment.nanoseconds)
  }

  /// Somebody else writes a file.
  func put(_ name: String, _ text: String, at moment: Timestamp? = nil) throws {
    try put(name, Array(text.utf8), at: moment)
  }

  func put(_ name: String, _ bytes: [UInt8], at moment: Timestamp? = nil) throws {
    let seconds = Int((moment ?? now()).nanoseconds / 1_000_000_000)
    let file = try rig.folder.write("lists/\(name)", bytes)
    let times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 0), count: 2)
    #expect(utimensat(AT_FDCWD, file, times, 0) == 0)
  }

  func bytes(_ name: String) -> [UInt8]? {
    try? FileDescriptor(opening: place.appending(name).uri).readAll()
  }

  func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  var names: [String] {
    get throws {
      let folder = try FileDescriptor(opening: place.uri, O_RDONLY | O_DIRECTORY)
      var names: [String] = []
      try FolderEntries.forEach(in: folder.raw) { name, _ in
        names.append(String(decoding: name, as: UTF8.self))
      }
      return names.sorted()
    }
  }

  func save(_ name: String, _ uris: String...) throws {
    try store.savePlaylist(
      name, uris.map { StoredPlaylistEntry(item: nil, uri: $0) }, .replaceOrCreate, now: now(),
      step: time)
  }

  func save(_ name: String, _ items: [MediaItem]) throws {
    try store.savePlaylist(
      name, items.map { StoredPlaylistEntry($0) }, .replaceOrCreate, now: now(), step: time)
  }

  var lists: [String] { get throws { try store.storedPlaylists().map(\.name) } }

  /// What the entries of a list are called.
  func entries(_ list: String) throws -> [String] {
    try store.storedPlaylist(list)?.map { $0.item?.uri ?? $0.location } ?? []
  }

  func undo(redo: Bool = false) throws {
    _ = try store.undo(redo: redo, SavedQueue(), current: nil, now: now())
  }
}
