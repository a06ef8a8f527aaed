import Dispatch
import Media
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

  public init(
    library: String, workers: WorkerPrograms, notify: String? = nil, locale: String? = nil
  ) {
    self.library = library
    self.workers = workers
    self.notify = notify
    self.locale = locale
  }

  /// Scans and waits for the end. Not to be called on a thread that `progress` has to reach.
  ///
  /// - Parameters:
  ///   - paths: Folders or files. Inside a root, that part of it; outside, it becomes a root. With
  ///     none, all roots.
  ///   - isCancelled: Asked often and from several threads.
  ///   - progress: Called a few times a second, on the calling thread.
  public func run(
    _ paths: [FilePath] = [], isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: (ScanProgress) -> Void = { _ in }
  ) throws(LibraryError) -> ScanSummary {
    throw .noRoots
  }

  /// Scans on a queue of its own, where `progress` and `completion` are called too.
  public func start(
    _ paths: [FilePath] = [], isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (ScanProgress) -> Void = { _ in },
    completion: @escaping @Sendable (Result<ScanSummary, LibraryError>) -> Void
  ) {
    DispatchQueue(label: "segue.scan", qos: .utility).async {
      completion(
        Result { () throws(LibraryError) in
          try run(paths, isCancelled: isCancelled, progress: progress)
        })
    }
  }
}
