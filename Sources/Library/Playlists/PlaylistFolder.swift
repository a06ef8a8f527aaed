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
    /// Sentences on those that are not there as they are, by their names. What keeps being wrong is said once.
    public var problems: [String: String] = [:]
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
  private var told: [String: String] = [:]

  /// - Parameter suffix: What files are called: `m3u` or `m3u8`; either is UTF-8.
  public init(_ folder: FilePath, suffix: String) { (self.folder, self.suffix) = (folder, suffix) }

  /// Writes those playlists that have changed, and removes the files of those that are gone.
  ///
  /// - Parameter all: Whether files may have moved, so that all are looked at.
  public mutating func write(_ store: LibraryStore, all: Bool = true) throws -> Outcome {
    let lists = try store.storedPlaylists()
    var problems = told
    for list in lists where all || written[list.name] != list.modified {
      problems[list.name] = try write(list, store)
    }
    let names = Set(lists.map(\.name))
    for gone in written.keys where !names.contains(gone) { remove(gone) }
    problems = problems.filter { names.contains($0.key) }
    defer { told = problems }
    return Outcome(count: lists.count, problems: problems.filter { told[$0.key] != $0.value })
  }

  /// Writes one; a file that is as it should be is left alone.
  ///
  /// - Returns: What is wrong, which costs no other list.
  private mutating func write(_ list: StoredPlaylist, _ store: LibraryStore) throws -> String? {
    guard let (bytes, leftOut) = try file(of: list.name, store) else { return nil }
    let name = fileName(list.name)
    do throws(PosixError) {
      if !isFile(name, bytes) { try FileDescriptor.replace(path(name), with: bytes) }
      agreed[name] = try Mark(FileStatus(path(name)))
    } catch {
      return error.description
    }
    written[list.name] = list.modified
    if leftOut == 0 { return nil }
    let what = leftOut == 1 ? "1 entry is" : "\(leftOut) entries are"
    return "\(what) left out: m3u cannot hold line ends, or blanks at the end, in paths."
  }

  private func isFile(_ name: String, _ bytes: [UInt8]) -> Bool {
    (try? FileDescriptor(opening: path(name)).readAll(limit: bytes.count)) == bytes
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
    if let list, let (bytes, _) = try file(of: list.name, store), isFile(name, bytes) {
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

  private func file(
    of name: String, _ store: LibraryStore
  ) throws -> (bytes: [UInt8], leftOut: Int)? {
    try store.storedPlaylist(name).map { PlaylistFormat.m3u8.file($0, relativeTo: folder) }
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

  private func fileName(_ list: String) -> String { Self.fileName(list, suffix: suffix) }

  /// What a list's file is called: as the list. One whose name would be hidden, lead elsewhere or be too long gets
  /// another one, with a number that no other list's has.
  static func fileName(_ list: String, suffix: String) -> String {
    var name = String(
      String.UnicodeScalarView(list.unicodeScalars.map { $0 == "/" || $0 == "\0" ? "_" : $0 }))
    if name.isEmpty || name.hasPrefix(".") { name = "_\(name)" }
    // While a file is written, `.PID.new` follows its name, which has 255 bytes at most.
    let isLong = name.utf8.count > 220
    while name.utf8.count > 220 { name.removeLast() }
    if isLong || name != list { name += "~\(String(number(list), radix: 16))" }
    return "\(name).\(suffix)"
  }

  /// Source: FNV-1a, of 32 bits.
  private static func number(_ text: String) -> UInt32 {
    text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }

  private static func stem(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
