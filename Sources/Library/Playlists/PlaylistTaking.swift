import Media
import Worker

/// Has files in a folder of playlists make playlists, or change those that they stand for.
struct PlaylistTaking {
  enum Answer {
    /// The file says what the playlist says; whether to the byte.
    case same(isOwn: Bool)
    /// It has made or changed the playlist.
    case taken
    /// The playlist is newer.
    case older
    /// Why it cannot be a playlist.
    case left(String)
  }

  let files: PlaylistFiles
  let store: LibraryStore
  let workers: WorkerPrograms
  let now: Timestamp
  let step: Int64
  /// Knows where all music is, once it had to look for it.
  private var resolver: EntryResolver?

  init(
    files: PlaylistFiles, store: LibraryStore, workers: WorkerPrograms, now: Timestamp, step: Int64
  ) {
    (self.files, self.store, self.workers) = (files, store, workers)
    (self.now, self.step) = (now, step)
  }

  /// Takes a file if it is newer.
  ///
  /// - Parameters:
  ///   - list: Its playlist; `nil` where it is to be made.
  ///   - key: The name of that.
  ///   - isOwn: Whether the file is called as that which we write for it.
  /// - Returns: And a digest of what the playlist says now.
  mutating func answer(
    _ name: FilePath, _ mark: MirroredFile.Mark, _ list: StoredPlaylist?, _ key: FilePath,
    isOwn: Bool
  ) throws -> (Answer, said: Int64) {
    let old = try list.flatMap { list in try store.storedPlaylist(list.name) }
    if isOwn, let old {
      let (bytes, _) = PlaylistFormat.m3u8.file(old, relativeTo: files.folder)
      if files.holds(name, bytes) { return (.same(isOwn: true), PlaylistFiles.digest(bytes)) }
    }
    if list?.query != nil { return (.older, 0) }
    let isOlder = list.map { mark.modified <= $0.modified.nanoseconds } ?? false
    func left(_ reason: String) -> (Answer, Int64) { (isOlder ? .older : .left(reason), 0) }
    guard let read = try store.readPlaylist(files.path(name), workers, &resolver) else {
      return left("It cannot be read, and is left alone.")
    }
    if read.isCut { return left("It is too long to be read as a whole, and is left alone.") }
    if read.entries.isEmpty { return list == nil ? left("It has no entries.") : (.older, 0) }
    let entries = TakenEntries(read, before: old ?? [], in: files.folder).entries
    if let old, TakenEntries.isSame(entries, old) {
      return (.same(isOwn: false), files.digest(old))
    }
    if isOlder { return (.older, 0) }
    return try save(entries, key.string ?? "")
  }

  private func save(
    _ entries: [StoredPlaylistEntry], _ list: String
  ) throws -> (Answer, said: Int64) {
    do throws(PlaylistError) {
      try store.savePlaylist(list, entries, .replaceOrCreate, now: now, step: step)
    } catch {
      if case .library(let error) = error { throw error }
      return (.left(error.description), 0)
    }
    return (.taken, files.digest(try store.storedPlaylist(list) ?? []))
  }
}
