import Media
import Posix
import Worker

/// A folder with the stored playlists as files, for other players; where that is wished, files that are put there become
/// playlists.
///
/// Which of both is newer decides. How files were when they and their playlists last said the same is kept in the library,
/// so that nothing goes back and forth, and so that only what is known to be in the library, or was written by us, is
/// replaced: all else is set aside before. A file that somebody removes comes back: a disk that is not mounted must not cost
/// a playlist.
public struct PlaylistFolder: Sendable {
  public struct Outcome: Sendable, Hashable {
    /// How many playlists have a file.
    public var count = 0
    /// Those that files have made or changed.
    public var taken: [String] = []
    /// Sentences on those that are not there as they are, by their names or those of files. What keeps being wrong is
    /// said once.
    public var problems: [String: String] = [:]
    /// Whether somebody may be writing files: a look in two seconds will show.
    public var isUnsettled = false
  }

  /// What a file was not taken for.
  private struct Refusal {
    var mark: MirroredFile.Mark
    /// When its playlist was changed; `nil` where there is none.
    var list: Timestamp?
    var reason: String?
  }

  let files: PlaylistFiles
  private let suffix: String
  /// Whether files are taken, and what is known of them is kept in the library.
  private var isKept = false
  /// By files' names.
  private var agreed: [FilePath: MirroredFile] = [:]
  /// As it is in the library.
  private var kept: [FilePath: MirroredFile] = [:]
  private var refused: [FilePath: Refusal] = [:]
  /// When playlists were changed that have a file, by their names.
  private var written: [FilePath: Timestamp] = [:]
  /// The library's when all was last looked at.
  private var version: Int64?
  /// How often the library was another file.
  private var replacements = 0
  private var told: [String: String] = [:]
  private var isUnsettled = false

  /// - Parameter suffix: What files are called: `m3u` or `m3u8`; either is UTF-8.
  public init(_ folder: FilePath, suffix: String) {
    (files, self.suffix) = (PlaylistFiles(folder), suffix)
  }

  /// Forgets what is known where the library is another one by now: one that was damaged, say, without its playlists.
  private mutating func forget(ofOtherThan store: LibraryStore) {
    let now = store.replacements
    if now == replacements { return }
    (agreed, kept, refused, written) = ([:], [:], [:], [:])
    (isKept, version, replacements) = (false, nil, now)
  }

  // MARK: Both ways

  /// As `write`, after files that are newer than their playlists, or have none, have made them.
  ///
  /// - Parameter store: Keeps what is known of the files.
  public mutating func agree(
    with store: LibraryStore, workers: WorkerPrograms, now: Timestamp, step: Int64
  ) throws -> Outcome {
    forget(ofOtherThan: store)
    if !isKept {
      kept = try store.mirrored(in: files.folder)
      (agreed, isKept) = (kept, true)
    }
    isUnsettled = false
    let version = try store.version()
    let (present, others) = try files.all()
    var problems: [String: String] = [:]
    for name in others { problems[name.uri] = "It is no plain file, and is left alone." }
    let taking = PlaylistTaking(
      files: files, store: store, workers: workers, now: now, step: step)
    let taken = try take(present, taking, &problems)
    var outcome = try write(store, now: now, all: version != self.version, present, &problems)
    self.version = version
    outcome.taken = taken
    try keep(store)
    return outcome
  }

  private mutating func take(
    _ present: [FilePath: MirroredFile.Mark], _ taking: PlaylistTaking,
    _ problems: inout [String: String]
  ) throws -> [String] {
    var taking = taking
    let stored = try taking.store.storedPlaylists()
    var lists: [FilePath: StoredPlaylist] = [:]
    for list in stored { lists[FilePath(list.name)] = list }
    let own = Dictionary(fileNames(stored).map { ($1, $0) }) { first, _ in first }
    var taken: [String] = []
    // Of several that stand for one playlist, its own file comes first, then the newest.
    let suffix = suffix
    let isOwn = { (name: FilePath) in own[name] != nil || name.fileExtension == suffix }
    let order = present.sorted { first, second in
      if isOwn(first.key) != isOwn(second.key) { return isOwn(first.key) }
      if first.value.modified != second.value.modified {
        return first.value.modified > second.value.modified
      }
      return first.key.bytes.lexicographicallyPrecedes(second.key.bytes)
    }
    for (name, mark) in order {
      let key = own[name] ?? PlaylistFiles.stem(name)
      let list = lists[key]
      guard isUnknown(name, mark, list) else { continue }
      if mark.isYoung(taking.now) {
        isUnsettled = true
        continue
      }
      let (answer, said) = try taking.answer(name, mark, list, key, isOwn: own[name] != nil)
      refused[name] = nil
      switch answer {
      case .same(let isOwn):
        agreed[name] = MirroredFile(mark: mark, list: key, said: said, isOwn: isOwn)
      case .taken:
        agreed[name] = MirroredFile(mark: mark, list: key, said: said)
        lists[key] = StoredPlaylist(name: key.string ?? "", modified: taking.now, count: 0)
        taken.append(key.string ?? "")
      case .older:
        refused[name] = Refusal(mark: mark, list: list?.modified)
        if own[name] != nil { continue }
        // It may have been told before the last start.
        if agreed[name]?.mark != mark {
          problems[name.uri] = "It is left alone: the playlist of its name is newer."
        }
        agreed[name] = MirroredFile(mark: mark)
      case .left(let reason):
        refused[name] = Refusal(mark: mark, list: list?.modified, reason: reason)
        problems[name.uri] = reason
      }
    }
    refused = refused.filter { present[$0.key] == $0.value.mark }
    for (name, refusal) in refused { problems[name.uri] = problems[name.uri] ?? refusal.reason }
    return taken
  }

  /// Whether a file is another one than that which was last looked at.
  private func isUnknown(
    _ name: FilePath, _ mark: MirroredFile.Mark, _ list: StoredPlaylist?
  ) -> Bool {
    if let refusal = refused[name], refusal.mark == mark, refusal.list == list?.modified {
      return false
    }
    guard let file = agreed[name], file.mark == mark else { return true }
    // It was left alone, and now there is a playlist of its name again.
    return file.list == nil && list != nil
  }

  /// Keeps in the library what is known of the files.
  private mutating func keep(_ store: LibraryStore) throws {
    var changes: [FilePath: MirroredFile?] = [:]
    for (name, file) in agreed where kept[name] != file { changes[name] = .some(file) }
    for name in kept.keys where agreed[name] == nil { changes[name] = .some(nil) }
    try store.keep(mirrored: changes, in: files.folder)
    kept = agreed
  }

  // MARK: Out

  /// Writes those playlists that have changed, and removes the files of those that are gone.
  public mutating func write(_ store: LibraryStore) throws -> Outcome {
    forget(ofOtherThan: store)
    var problems: [String: String] = [:]
    let now = Timestamp(nanoseconds: WallClock.now)
    return try write(store, now: now, all: true, [:], &problems)
  }

  /// - Parameters:
  ///   - all: Whether files of music may have moved, so that all are looked at.
  ///   - present: The files, where those of others are to be kept.
  ///   - problems: Those of files.
  private mutating func write(
    _ store: LibraryStore, now: Timestamp, all: Bool, _ present: [FilePath: MirroredFile.Mark],
    _ problems: inout [String: String]
  ) throws -> Outcome {
    let lists = try store.storedPlaylists()
    let names = fileNames(lists)
    for list in lists {
      let key = FilePath(list.name)
      guard let name = names[key] else { continue }
      let isThere = agreed[name]?.list == key && agreed[name]?.mark == present[name]
      if !all, list.query == nil, isThere, written[key] == list.modified {
        problems[list.name] = told[list.name]
        continue
      }
      problems[list.name] = try write(list, as: name, store, now)
    }
    // Of a library that has come in the place of another one it is not known what is gone.
    if store.replacements == replacements { removeOthers(names) }
    written = written.filter { names[$0.key] != nil }
    defer { told = problems }
    return Outcome(
      count: lists.count, problems: problems.filter { told[$0.key] != $0.value },
      isUnsettled: isUnsettled)
  }

  /// Writes one; a file that says what it should is left alone.
  ///
  /// - Returns: What is wrong, which costs no other list.
  private mutating func write(
    _ list: StoredPlaylist, as name: FilePath, _ store: LibraryStore, _ now: Timestamp
  ) throws -> String? {
    let found: [LibraryPlaylistEntry]?
    do throws(LibraryError) {
      found = try store.storedPlaylist(list.name)
    } catch {
      // A saved query that cannot be read costs no other list.
      if case .text(let reason) = error { return reason }
      throw error
    }
    guard let entries = found else { return nil }
    let key = FilePath(list.name)
    let (bytes, leftOut) = PlaylistFormat.m3u8.file(entries, relativeTo: files.folder)
    var problem: String?
    do throws(PosixError) {
      let status = try files.status(name)
      let mark = status.map { MirroredFile.Mark($0) }
      let known = agreed[name].flatMap { $0.list == key && $0.mark == mark ? $0 : nil }
      let said = known?.isOwn == false ? files.digest(entries) : PlaylistFiles.digest(bytes)
      if known?.said != said {
        if isKept, known == nil, let status, let mark {
          if mark.isYoung(now) {
            isUnsettled = true
            return told[list.name]
          }
          if let refusal = refused[name], refusal.reason != nil, refusal.mark == mark,
            mark.modified > list.modified.nanoseconds
          {
            return refusal.reason
          }
          if status.size > 0, !files.holds(name, bytes) {
            let other = try files.setAside(name)
            problem = "Its file said something else, and is \(other.uri) now."
          }
        }
        let there = problem == nil ? status : nil
        guard let mark = try files.write(bytes, name, over: there, like: status) else {
          isUnsettled = true
          return told[list.name]
        }
        agreed[name] = MirroredFile(
          mark: mark, list: key, said: PlaylistFiles.digest(bytes), isOwn: true)
      }
    } catch {
      return error.description
    }
    written[key] = list.modified
    if leftOut == 0 { return problem }
    let what = leftOut == 1 ? "1 entry is" : "\(leftOut) entries are"
    return "\(what) left out: m3u cannot hold line ends, or blanks at the end, in paths."
  }

  /// Removes the files that we wrote for playlists that are gone, or called otherwise; what is not as it was left stays, and
  /// so does what people put there.
  private mutating func removeOthers(_ names: [FilePath: FilePath]) {
    for (name, file) in agreed {
      if let list = file.list, let own = names[list], own == name || !file.isOwn { continue }
      guard let status = try? files.status(name) else {
        if files.isGone(name) { agreed[name] = nil }
        continue
      }
      let isSame = MirroredFile.Mark(status) == file.mark
      if file.isOwn {
        if isSame { files.remove(name) }
        agreed[name] = nil
      } else if file.list != nil {
        agreed[name]?.list = nil
      }
    }
  }

  // MARK: Names

  /// What the files of lists are called, by the lists' names. Of several that are alike but for case and how letters are
  /// composed, which some disks do not tell apart, all but one get numbers.
  private func fileNames(_ lists: [StoredPlaylist]) -> [FilePath: FilePath] {
    var names: [FilePath: FilePath] = [:]
    for group in Dictionary(grouping: lists, by: { $0.name.lowercased() }).values {
      let plain = group.map { FilePath(Self.fileName($0.name, suffix: suffix)) }
      let first = group.indices.first { agreed[plain[$0]]?.list == FilePath(group[$0].name) } ?? 0
      for (index, list) in group.enumerated() {
        let number = index != first
        names[FilePath(list.name)] =
          number
          ? FilePath(Self.fileName(list.name, suffix: suffix, isNumbered: true)) : plain[index]
      }
    }
    return names
  }
}
