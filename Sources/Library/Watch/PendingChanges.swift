import Media

/// What has changed and waits until it is quiet.
struct PendingChanges {
  typealias Instant = ContinuousClock.Instant

  /// How long it has been quiet when changes are taken.
  static let quiet: Duration = .milliseconds(250)
  /// How long they wait for that at most.
  static let patience: Duration = .seconds(2)
  /// How long nobody has written to a file that is then taken for finished.
  static let stillness: Duration = .seconds(2)

  private var ready = LibraryParts()
  private var first: Instant?
  private var last: Instant?
  /// Files that are being written, with the time of the last sign of it.
  private var writing: [FilePlace: Instant] = [:]

  /// All that is below a folder may have changed.
  mutating func note(tree: LibraryParts.Folder, at now: Instant) {
    ready.deep.insert(tree)
    mark(now)
  }

  /// Somebody writes to a file.
  mutating func noteWriting(_ file: FilePlace, at now: Instant) { writing[file] = now }

  /// A file came, went or was closed.
  mutating func noteDone(_ file: FilePlace, at now: Instant) {
    writing[file] = nil
    ready.shallow.insert(LibraryParts.Folder(root: file.root, path: file.path.parent))
    mark(now)
  }

  /// Something about a file changed, which may still be written.
  mutating func noteTouched(_ file: FilePlace, at now: Instant) {
    if writing[file] == nil { noteDone(file, at: now) } else { writing[file] = now }
  }

  private mutating func mark(_ now: Instant) {
    first = first ?? now
    last = now
  }

  /// When something will be due; `nil` when nothing waits.
  var deadline: Instant? {
    var deadlines = writing.values.map { $0 + Self.stillness }
    if let first, let last { deadlines.append(min(last + Self.quiet, first + Self.patience)) }
    return deadlines.min()
  }

  /// What is due.
  mutating func take(at now: Instant) -> LibraryParts? {
    for (file, time) in writing where time + Self.stillness <= now {
      writing[file] = nil
      ready.shallow.insert(LibraryParts.Folder(root: file.root, path: file.path.parent))
      first = first ?? time
      last = max(last ?? time, time)
    }
    guard let first, let last, last + Self.quiet <= now || first + Self.patience <= now else {
      return nil
    }
    var parts = ready
    parts.unfinished = Set(writing.keys)
    parts.simplify()
    (ready, self.first, self.last) = (LibraryParts(), nil, nil)
    return parts
  }
}
