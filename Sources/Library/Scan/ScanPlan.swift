import Media

/// A file whose tags are to be read, and what is then done with them.
struct ReadTask: Sendable, Hashable {
  enum Kind: Sendable, Hashable { case new, changed, moved }

  let root: Int64
  let file: FoundFile
  let kind: Kind
  /// The row whose identity the file carries on; `nil` for a new one.
  let row: Int64?
}

/// Where a file lies.
struct FilePlace: Sendable, Hashable {
  let root: Int64
  /// Below the root.
  let path: FilePath
}

/// A row whose file has not changed and lies elsewhere.
struct FileMove: Sendable, Hashable {
  let row: Int64
  let root: Int64
  let file: FoundFile
}

/// The difference between what the library knows and what a walk found.
///
/// Folders are compared one by one as they are walked, so that not all of the library is in memory.
struct ScanPlan: Sendable {
  /// Files with tags to read.
  private(set) var toRead: [ReadTask] = []
  private(set) var moves: [FileMove] = []
  /// Rows without a file.
  private(set) var gone: [Int64] = []
  /// Rows whose file seems to be on a disk that is not mounted.
  private(set) var away: Set<Int64> = []
  /// Rows whose file is another one with the same content, as after a restore from a backup.
  private(set) var touched: [(row: Int64, state: FileState)] = []
  private(set) var unchanged = 0
  /// Files that could not be read before and have not changed since.
  private(set) var stillUnreadable: Set<FilePlace> = []
  /// How many of them nobody is told of.
  private(set) var stillSilent = 0
  /// Audio files seen.
  private(set) var found = 0

  private var new: [(root: Int64, file: FoundFile)] = []
  private(set) var missing: [Missing] = []
  /// Devices of files that are the same and were under another number before.
  private(set) var renumbered: Set<Renumbering> = []

  /// A row that no file was found for in its place.
  struct Missing: Sendable, Hashable {
    let root: Int64
    let file: KnownFile
    /// Whether it was missing before this scan.
    let isHidden: Bool
    /// Whether it seems to be on a disk that is not mounted: then it is not gone.
    var isAway = false
  }

  /// What one device is called now.
  struct Renumbering: Sendable, Hashable {
    let before: UInt64
    let now: UInt64
  }

  /// A file that could not be read, as it was then.
  struct Unreadable: Sendable, Hashable {
    let size: Int64
    let modified: Int64
    /// Whether nobody is told of it.
    var isSilent = false
  }

  /// Compares one folder.
  ///
  /// - Parameters:
  ///   - known: What the library has in it.
  ///   - unreadable: What could not be read in it, by name.
  ///   - same: How many files were found to be as they are known, and are in neither.
  mutating func compare(
    root: Int64, found files: [FoundFile], known: [KnownFile],
    unreadable: [FilePath: Unreadable] = [:], same: Int = 0
  ) {
    found += same
    unchanged += same
    if files.isEmpty, known.isEmpty { return }
    var rest = Dictionary(known.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    found += files.lazy.filter { $0.claim != .none || rest[$0.name] != nil }.count
    for file in files {
      if let known = rest.removeValue(forKey: file.name) {
        compare(root, file, with: known)
      } else if let before = unreadable[file.name], before.size == file.state.size,
        before.modified == file.state.modified
      {
        stillUnreadable.insert(FilePlace(root: root, path: file.path))
        if before.isSilent { stillSilent += 1 }
      } else {
        new.append((root, file))
      }
    }
    // In the order in which they are known, so that a plan is the same each time.
    missing += known.lazy.filter { rest[$0.name] == $0 }.map {
      Missing(root: root, file: $0, isHidden: false)
    }
  }

  private mutating func compare(_ root: Int64, _ file: FoundFile, with known: KnownFile) {
    guard file.state.hasSameContent(as: known.state), !known.isStale else {
      toRead.append(ReadTask(root: root, file: file, kind: .changed, row: known.row))
      return
    }
    let (before, now) = (known.state.identity.device, file.state.identity.device)
    if before != now { renumbered.insert(Renumbering(before: before, now: now)) }
    unchanged += 1
    if file.state.identity != known.state.identity { touched.append((known.row, file.state)) }
  }

  /// Keeps what is missing and seems to be on a disk that is not mounted, unless it is found elsewhere.
  ///
  /// - Parameter start: Of what is asked about, in `missing`.
  /// - Returns: The folders of what is kept.
  mutating func keep(from start: Int, where isAway: (KnownFile) -> Bool) -> Set<FilePath> {
    var folders: Set<FilePath> = []
    for index in missing.indices[start...] where isAway(missing[index].file) {
      missing[index].isAway = true
      folders.insert(missing[index].file.folder)
    }
    return folders
  }

  /// Whether anything is to be done about items.
  var hasChanges: Bool { !toRead.isEmpty || !moves.isEmpty || !gone.isEmpty }

  /// Whether rows of vanished files could be of use.
  var hasNew: Bool { !new.isEmpty }

  /// What tells new files from others, where their file system keeps that.
  var newIdentities: Set<FileIdentity> {
    Set(new.lazy.map(\.file.state.identity).filter { $0.born != 0 })
  }

  /// Takes rows for missing whose files left after their places were looked at.
  mutating func miss(_ left: [Missing]) {
    let known = Set(missing.lazy.map(\.file.row))
    let rows = Set(left.lazy.map(\.file.row))
    toRead.removeAll { $0.row.map(rows.contains) ?? false }
    missing += left.lazy.filter { !known.contains($0.file.row) }
  }

  /// Gives new files their rows back that others were taken for; those are new then.
  ///
  /// - Parameter former: The row that was a file's until then, with the file that has it now.
  mutating func giveBack(
    _ former: (FileIdentity) throws(LibraryError) -> (root: Int64, file: KnownFile)?
  ) throws(LibraryError) {
    var rest: [(root: Int64, file: FoundFile)] = []
    var others: [(root: Int64, file: FoundFile)] = []
    for (root, file) in new {
      guard let (otherRoot, other) = try former(file.state.identity) else {
        rest.append((root, file))
        continue
      }
      // Its tags may be those of the other one.
      moves.append(FileMove(row: other.row, root: root, file: file))
      let again = ReadTask(root: root, file: file, kind: .changed, row: other.row)
      if let index = missing.firstIndex(where: { $0.file.row == other.row }) {
        missing.remove(at: index)
      } else if let index = toRead.firstIndex(where: { $0.row == other.row }) {
        others.append((toRead[index].root, toRead[index].file))
        toRead.remove(at: index)
      } else {
        others.append((otherRoot, FoundFile(other)))
      }
      toRead.append(again)
    }
    new = rest + others
  }

  /// Finds out which new files are old ones in another place.
  ///
  /// - Parameter hidden: Rows whose files were missing before this scan.
  mutating func finish(hidden: [Missing]) {
    defer { (new, missing) = ([], []) }
    if missing.isEmpty, hidden.isEmpty {
      toRead += new.map { ReadTask(root: $0.root, file: $0.file, kind: .new, row: nil) }
      return
    }
    var pool = MissingPool(missing + hidden)
    // What is the same file is no other's, whatever they have in common.
    let same = new.map { pool.takeSame($0.file) }
    for ((root, file), same) in zip(new, same) {
      guard let match = same ?? pool.take(root: root, file) else {
        toRead.append(ReadTask(root: root, file: file, kind: .new, row: nil))
        continue
      }
      if file.state.hasSameContent(as: match.file.state), !match.file.isStale {
        moves.append(FileMove(row: match.file.row, root: root, file: file))
      } else {
        toRead.append(ReadTask(root: root, file: file, kind: .moved, row: match.file.row))
      }
    }
    let rest = pool.rest.filter { !$0.isHidden }
    gone = rest.filter { !$0.isAway }.map(\.file.row)
    away = Set(rest.lazy.filter(\.isAway).map(\.file.row))
  }
}

/// Rows without a file, found by what a file has in common with them.
private struct MissingPool {
  private struct Content: Hashable {
    let size: Int64
    let modified: Int64
    let name: FilePath

    init(_ name: FilePath, _ state: FileState) {
      (size, modified, self.name) = (state.size, state.modified, name)
    }
  }

  private let all: [ScanPlan.Missing]
  private var isTaken: [Bool]
  private var byIdentity: [FileIdentity: [Int]] = [:]
  private var byPlace: [FilePlace: [Int]] = [:]
  private var byContent: [Content: [Int]] = [:]

  init(_ all: [ScanPlan.Missing]) {
    self.all = all
    isTaken = all.map { _ in false }
    for (index, missing) in all.enumerated() {
      let file = missing.file
      if file.state.identity.born != 0 {
        byIdentity[file.state.identity, default: []].append(index)
      }
      byPlace[
        FilePlace(root: missing.root, path: file.folder.appending(file.name)), default: []
      ].append(index)
      byContent[Content(file.name, file.state), default: []].append(index)
    }
  }

  var rest: [ScanPlan.Missing] { all.indices.lazy.filter { !isTaken[$0] }.map { all[$0] } }

  /// The row of the same file.
  mutating func takeSame(_ file: FoundFile) -> ScanPlan.Missing? {
    take(byIdentity[file.state.identity] ?? [])
  }

  /// The row that a file carries on which is not known as such: that of the same place, else of a file of the same
  /// name with the same content.
  mutating func take(root: Int64, _ file: FoundFile) -> ScanPlan.Missing? {
    take(
      (byPlace[FilePlace(root: root, path: file.path)] ?? [])
        + (byContent[Content(file.name, file.state)] ?? []))
  }

  private mutating func take(_ candidates: [Int]) -> ScanPlan.Missing? {
    guard let index = candidates.first(where: { !isTaken[$0] }) else { return nil }
    isTaken[index] = true
    return all[index]
  }
}
