import Glibc
import Media
import Posix
import Worker

/// A folder with the stored playlists as files, for other players; where that is wished, files that are put there become
/// playlists.
///
/// Which of both is newer decides. What was written or read last is remembered, so that nothing goes back and forth. A file
/// that somebody removes comes back: a disk that is not mounted must not cost a playlist.
public struct PlaylistFolder: Sendable {
  public struct Outcome: Sendable, Hashable {
    /// How many playlists have a file.
    public var count = 0
    /// Those that files have made or changed.
    public var taken: [String] = []
  }

  /// A file as it was when it and its playlist said the same.
  private struct Mark: Hashable {
    let inode: UInt64
    let size: Int64
    let modified: Int64

    init(_ status: FileStatus) {
      (inode, size, modified) = (status.inode, status.size, status.modified)
    }
  }

  private let folder: FilePath
  private let suffix: String
  /// By files' names.
  private var agreed: [String: Mark] = [:]
  /// When those playlists were changed that have a file, by their names.
  private var written: [String: Timestamp] = [:]

  /// - Parameter suffix: What files are called: `m3u` or `m3u8`; either is UTF-8.
  public init(_ folder: FilePath, suffix: String) { (self.folder, self.suffix) = (folder, suffix) }

  /// Writes those playlists that have changed, and removes the files of those that are gone.
  ///
  /// - Parameter all: Whether files may have moved, so that all are looked at.
  public mutating func write(_ store: LibraryStore, all: Bool = true) throws -> Outcome {
    let lists = try store.storedPlaylists()
    for list in lists where all || written[list.name] != list.modified {
      guard let bytes = try bytes(of: list.name, store) else { continue }
      let name = fileName(list.name)
      let path = path(name)
      if (try? FileDescriptor(opening: path).readAll()) != bytes {
        try FileDescriptor.replace(path, with: bytes)
      }
      agreed[name] = try Mark(FileStatus(path))
      written[list.name] = list.modified
    }
    let names = Set(lists.map(\.name))
    for gone in written.keys where !names.contains(gone) { remove(gone) }
    return Outcome(count: lists.count)
  }

  /// As `write`, after files that are newer than their playlists, or have none, have made them.
  public mutating func agree(
    with store: LibraryStore, workers: WorkerPrograms, now: Timestamp, step: Int64, all: Bool
  ) throws -> Outcome {
    let lists = try store.storedPlaylists()
    let byFile = Dictionary(lists.map { (fileName($0.name), $0) }) { first, _ in first }
    let byName = Dictionary(lists.map { ($0.name, $0) }) { first, _ in first }
    var taken: [String] = []
    for (name, mark) in try files() where agreed[name] != mark {
      let list = byFile[name] ?? byName[Self.stem(name)]
      let isTaken = try take(name, mark, list, store, workers, now, step)
      // One of ours that is older than its playlist is written anew.
      if isTaken || list.map({ fileName($0.name) }) != name { agreed[name] = mark }
      if isTaken { taken.append(list?.name ?? Self.stem(name)) }
      if !isTaken, let list, fileName(list.name) == name { written[list.name] = nil }
    }
    var outcome = try write(store, all: all)
    outcome.taken = taken
    return outcome
  }

  /// - Returns: Whether the file has made a playlist, or changed the one that it stands for.
  private func take(
    _ name: String, _ mark: Mark, _ list: StoredPlaylist?, _ store: LibraryStore,
    _ workers: WorkerPrograms, _ now: Timestamp, _ step: Int64
  ) throws -> Bool {
    if let list, mark.modified <= list.modified.nanoseconds { return false }
    let path = path(name)
    if let list, let bytes = try bytes(of: list.name, store),
      (try? FileDescriptor(opening: path).readAll()) == bytes
    {
      return false
    }
    guard let read = try store.playlistFile(FilePath(path), workers: workers), !read.isEmpty else {
      return false
    }
    let entries = read.map { entry in
      entry.item.map { StoredPlaylistEntry($0) }
        ?? StoredPlaylistEntry(
          item: nil, uri: entry.location, title: entry.title, milliseconds: entry.milliseconds)
    }
    if let list, let old = try store.storedPlaylist(list.name),
      old.map({ $0.item?.persistentID }) == read.map({ $0.item?.persistentID }),
      !old.contains(where: { $0.item == nil })
    {
      return false
    }
    do throws(PlaylistError) {
      try store.savePlaylist(
        list?.name ?? Self.stem(name), entries, .replaceOrCreate, now: now, step: step)
      return true
    } catch {
      if case .library(let error) = error { throw error }
      // Its name, or its length, is not one for a playlist.
      return false
    }
  }

  private func bytes(of name: String, _ store: LibraryStore) throws -> [UInt8]? {
    try store.storedPlaylist(name).map {
      PlaylistFormat.m3u8.file($0, relativeTo: folder).bytes
    }
  }

  /// Only what is as it was left goes.
  private mutating func remove(_ list: String) {
    written[list] = nil
    let own = fileName(list)
    for name in agreed.keys where name == own || Self.stem(name) == list {
      let path = path(name)
      if let status = try? FileStatus(path), agreed[name] == Mark(status) { unlink(path) }
      agreed[name] = nil
    }
  }

  /// The playlists in the folder that have something in them.
  private func files() throws -> [(name: String, mark: Mark)] {
    var names: [String] = []
    let descriptor = try FileDescriptor(opening: folder.string ?? "", O_RDONLY | O_DIRECTORY)
    try FolderEntries.forEach(in: descriptor.raw) { bytes, _ in
      guard bytes.first != UInt8(ascii: "."), let name = String(validating: bytes, as: UTF8.self),
        let kind = PlaylistFile.Kind(FilePath(name)), kind != .cue
      else { return }
      names.append(name)
    }
    return names.sorted().compactMap { name in
      guard let status = try? FileStatus(path(name)), status.kind == .file, status.size > 0 else {
        return nil
      }
      return (name, Mark(status))
    }
  }

  private func path(_ name: String) -> String { "\(folder.string ?? "")/\(name)" }

  private func fileName(_ list: String) -> String {
    // A name that would be hidden, or lead elsewhere, is not one of a file.
    (list.hasPrefix(".") ? "_\(list)" : list) + ".\(suffix)"
  }

  private static func stem(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
