import Dispatch
import Library
import MPDProtocol
import Media
import Posix
import Synchronization

/// Where playlists and what else people add to the library are changed: one after the other, away from the main
/// queue, durable when it is answered.
final class PlaylistKeeper: Sendable {
  private let path: String
  private let queue = DispatchQueue(label: "segue.keeping", qos: .userInitiated)
  // A connection of its own, opened when it is first needed.
  private let store = Guarded<LibraryStore?>(nil)
  private let hasFailed = Atomic<Bool>(false)
  /// What could not be done yet, in its order.
  private let waiting = Guarded<[@Sendable (LibraryStore) throws -> Void]>([])
  private let hasTimer = Atomic<Bool>(false)

  private let before: @Sendable () -> Void

  /// - Parameter before: Called before each change, so that what was asked for earlier is kept earlier.
  init(path: String, before: @escaping @Sendable () -> Void = {}) {
    self.path = path
    self.before = before
  }

  /// Does something with the library that changes it, and then goes on with what came of it.
  ///
  /// - Parameter changed: What clients are told of.
  @MainActor
  func outcome<Answer: Sendable>(
    telling changed: Subsystems,
    _ body: @escaping @Sendable (LibraryStore) throws -> Answer,
    then next: @escaping @MainActor @Sendable (Daemon, Answer) throws(MPDError) -> Outcome
  ) -> Outcome {
    .later(
      Job(queue: queue) {
        self.before()
        let result = Result { try body(self.connection()) }
        return { daemon throws(MPDError) in
          switch result {
          case .success(let answer):
            daemon.tell(changed)
            return try next(daemon, answer)
          case .failure(let error):
            if case LibraryError.corrupt = error { daemon.scans.mend() }
            throw MPDError(keeping: error)
          }
        }
      })
  }

  /// As `outcome`, with nothing to answer.
  @MainActor
  func doing(
    telling changed: Subsystems, _ body: @escaping @Sendable (LibraryStore) throws -> Void
  ) -> Outcome {
    outcome(telling: changed, body) { _, _ in .done }
  }

  /// Does something that no client waits for. Where the disk is full, or the library cannot be written to otherwise for
  /// a time, it is kept in memory and done when that works again, one after the other; that is in the log, once.
  ///
  /// - Parameter body: Tells the time of what it keeps as it was when this is called.
  func later(_ body: @escaping @Sendable (LibraryStore) throws -> Void) {
    queue.async {
      self.waiting.withLock { waiting in
        if waiting.count >= Self.limit { waiting.removeFirst(waiting.count - Self.limit + 1) }
        waiting.append(body)
      }
      self.doWhatWaits()
    }
  }

  /// How many changes are kept in memory; then the oldest are lost.
  private static let limit = 10_000
  /// How long is waited before what failed is tried again.
  private static let pause: DispatchTimeInterval = .seconds(5)

  private func doWhatWaits() {
    while let next = waiting.withLock({ $0.first }) {
      do {
        try next(connection())
        hasFailed.store(false, ordering: .relaxed)
      } catch {
        let isFirst = !hasFailed.exchange(true, ordering: .relaxed)
        if isFirst { Log.warning("What was heard cannot be kept: \(error)") }
        if (error as? LibraryError)?.mayPass == true { return tryAgain() }
      }
      waiting.withLock { _ = $0.removeFirst() }
    }
  }

  private func tryAgain() {
    if hasTimer.exchange(true, ordering: .relaxed) { return }
    queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
      self?.hasTimer.store(false, ordering: .relaxed)
      self?.doWhatWaits()
    }
  }

  /// Returns when everything is written, or after this time.
  func flush(within limit: DispatchTimeInterval) {
    let done = DispatchSemaphore(value: 0)
    queue.async {
      self.doWhatWaits()
      done.signal()
    }
    _ = done.wait(timeout: .now() + limit)
  }

  private func connection() throws(LibraryError) -> LibraryStore {
    if let open = store.withLock({ $0 }) { return open }
    let opened = try LibraryStore(path: path, access: .write)
    store.withLock { $0 = opened }
    return opened
  }
}

extension LibraryError {
  /// Whether what was refused may go well at another time.
  fileprivate var mayPass: Bool {
    switch self {
    case .locked, .diskFull, .readOnly, .cannotOpen, .corrupt: true
    case .database(let code, _, _): code & 0xFF == 10
    default: false
    }
  }
}

extension MPDError {
  init(keeping error: any Error) {
    switch error {
    case let error as MPDError: self = error
    case let error as PlaylistError: self.init(error)
    case let error as LibraryError: self.init(error)
    default: self.init(.system, "\(error)")
    }
  }

  init(_ error: PlaylistError) {
    switch error {
    case .noSuchPlaylist: self.init(.noExist, "No such playlist")
    case .exists: self.init(.exist, "Playlist already exists")
    case .badName:
      self.init(
        .argument,
        "Bad playlist name"
      )
    case .badPosition: self.init(.argument, "Bad song index")
    case .tooLong: self.init(.playlistMax, "playlist is too large")
    case .isQuery: self.init(.permission, error.description)
    case .noSuchQuery: self.init(.noExist, "No such query")
    case .mistake(let mistake): self.init(.argument, mistake.description)
    case .library(let error): self.init(error)
    }
  }
}
