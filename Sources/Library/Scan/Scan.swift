import Dispatch
import Media
import Posix
import Worker

/// Brings the library in line with the folders: what is new, changed, moved or gone in them.
///
/// One scan runs at a time on a library, whoever began it; the others wait for it and then look for
/// themselves.
public struct Scan: Sendable {
  /// The database.
  public var library: String
  public var workers: WorkerPrograms
  /// The socket that hears of each change that others can see; `nil` for nobody.
  public var notify: String?
  /// The locale that a new library is ordered by, as in `LANG`: `pl_PL.UTF-8`.
  public var locale: String?
  /// What the library is to be ordered by; where that is new, the scan begins with it.
  public var order = OrderWish()
  /// The encoding of texts that name none, as ICU calls it; `nil` to have it guessed from their letters.
  public var legacyCharset: String?
  /// Whether files that could not be read, or brought down their tagger, are tried again although they are the
  /// same.
  public var isRetrying = false
  /// Whether a folder outside of all roots becomes one when it is to be scanned; else it is refused.
  public var addsRoots = true
  /// Whether the scan that fills an empty library ends with a backup. All that such a library knows is in the files,
  /// so that it may be left to the next one.
  public var backsUpNew = true
  /// How long the tags of one file may take before it is given up.
  public var patience: Duration = .seconds(10)
  /// How long the file system of a music folder may be silent before the folder counts as not there.
  /// A disk that has to begin to turn takes some seconds.
  public var rootPatience: Duration = .seconds(20)

  /// Where it runs and where tags are read. With the first use of a global queue Dispatch begins to look after its threads each second,
  /// for as long as the process lives; one that lives on when the scan is over takes queues of its own.
  public var queue: @Sendable () -> DispatchQueue = { .global(qos: .utility) }

  public init(
    library: String, workers: WorkerPrograms, notify: String? = nil, locale: String? = nil
  ) {
    self.library = library
    self.workers = workers
    self.notify = notify
    self.locale = locale
  }

  /// Scans and waits for the end, on a thread that may block for long.
  ///
  /// - Parameters:
  ///   - paths: Absolute folders or files. Inside a root, that part of it; outside, a folder becomes a
  ///     root. With none, all roots.
  ///   - isCancelled: Asked often and from several threads.
  ///   - progress: Called a few times a second, on the calling thread.
  public func run(
    _ paths: [FilePath] = [], isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @escaping (ScanProgress) -> Void = { _ in }
  ) throws(LibraryError) -> ScanSummary {
    try check(paths)
    return try run(isCancelled, progress) { database throws(LibraryError) in
      try ScanTarget.targets(paths, of: self, isCancelled, database)
    }
  }

  /// Says what is wrong with folders that are to be in a library which is still to be made: where there is nothing
  /// to scan, none is.
  private func check(_ paths: [FilePath]) throws(LibraryError) {
    guard !LibraryStore.exists(library) else { return }
    for path in paths where !paths.contains(where: { $0 != path && path.isInside($0) }) {
      try ScanTarget.check(path)
    }
  }

  /// - Throws: What is wrong with a `legacyCharset`.
  public static func check(charset: String) throws(LibraryError) {
    guard LegacyCharset.isKnown(charset) else {
      throw .text(reason: "ICU has no encoding called \"\(charset)\"")
    }
  }

  private func run(
    _ isCancelled: @escaping @Sendable () -> Bool, _ progress: @escaping (ScanProgress) -> Void,
    _ targets: (borrowing Database) throws(LibraryError) -> [ScanTarget]
  ) throws(LibraryError) -> ScanSummary {
    let began = ContinuousClock.now
    if let legacyCharset { try Self.check(charset: legacyCharset) }
    Program.raiseDescriptorLimit()
    let database = try LibraryStore.open(library, .write, locale)
    var summary = ScanSummary()
    if let lock = try waitForLock(database, isCancelled, progress) {
      // A scan that the loss of power takes back is done again; nobody's work is lost.
      try database.execute("PRAGMA synchronous = NORMAL", during: "opening it")
      try database.execute(
        "PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4000", during: "opening it")
      if try Rekeying.run(database, wish: order, isCancelled: isCancelled) {
        summary.isReordered = true
        if let notify { UnixSocket.notify(notify, Array("changed\n".utf8)) }
      }
      let isNew = try Meta.number(database, .version) ?? 0 == 0
      let targets = try targets(database)
      var session = ScanSession(
        scan: self, writer: try ScanWriter(database, notify: notify), isCancelled: isCancelled,
        meter: ScanMeter(progress))
      let isReordered = summary.isReordered
      summary = try session.run(targets)
      summary.isReordered = isReordered
      // A disk without room for it is told of by what needs the room more.
      do throws(LibraryError) {
        if !summary.isCancelled, backsUpNew || !isNew { try LibraryBackup.makeIfDue(of: library) }
      } catch {
        if case .corrupt = error { throw error }
      }
      _ = consume lock
    } else {
      summary.isCancelled = true
    }
    summary.elapsed = began.duration(to: .now)
    return summary
  }

  /// Scans on a queue of its own, where `progress` and `completion` are called too.
  public func start(
    _ paths: [FilePath] = [], isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (ScanProgress) -> Void = { _ in },
    completion: @escaping @Sendable (Result<ScanSummary, LibraryError>) -> Void
  ) {
    queue().async {
      completion(
        Result { () throws(LibraryError) in
          try run(paths, isCancelled: isCancelled, progress: progress)
        })
    }
  }

  /// Scans parts of roots, as `start` does.
  public func start(
    _ parts: LibraryParts, isCancelled: @escaping @Sendable () -> Bool = { false },
    completion: @escaping @Sendable (Result<ScanSummary, LibraryError>) -> Void
  ) {
    queue().async {
      completion(
        Result { () throws(LibraryError) in
          try run(isCancelled, { _ in }) { database throws(LibraryError) in
            try ScanTarget.targets(parts, database)
          }
        })
    }
  }

  /// The lock; `nil` when the scan was cancelled while another had it.
  private func waitForLock(
    _ database: borrowing Database, _ isCancelled: () -> Bool, _ progress: (ScanProgress) -> Void
  ) throws(LibraryError) -> ScanLock? {
    while !isCancelled() {
      if let lock = try ScanLock.take(library: library) { return lock }
      var other = try ProgressRow.read(database) ?? ScanProgress(phase: .waiting)
      other.phase = .waiting
      progress(other)
      WallClock.sleep(microseconds: 100_000)
    }
    return nil
  }
}
