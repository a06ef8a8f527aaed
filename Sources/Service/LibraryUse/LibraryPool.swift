import Library
import MPDProtocol
import Posix

/// Connections to the library for work on other queues: each is used by one at a time and kept for
/// the next.
final class LibraryPool: Sendable {
  /// Called when the library is found damaged.
  let whenDamaged = Guarded<(@Sendable () -> Void)?>(nil)

  private let path: String
  private let idle = Guarded<[LibraryStore]>([])

  /// Connections that are kept while nobody uses them.
  private static let kept = 2

  init(path: String) { self.path = path }

  func use<Result>(
    _ body: (LibraryStore) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    let store = try take()
    defer { putBack(store) }
    do throws(LibraryError) {
      return try body(store)
    } catch {
      note(error)
      throw error
    }
  }

  /// As `use`, for what may fail in other ways, too.
  func asking<Result>(_ body: (LibraryStore) throws -> Result) throws -> Result {
    let store = try take()
    defer { putBack(store) }
    do {
      return try body(store)
    } catch {
      if let error = error as? LibraryError { note(error) }
      throw error
    }
  }

  private func take() throws(LibraryError) -> LibraryStore {
    if let store = idle.withLock({ $0.popLast() }) { return store }
    do throws(LibraryError) {
      return try LibraryStore(path: path, access: .read)
    } catch {
      note(error)
      throw error
    }
  }

  private func putBack(_ store: LibraryStore) {
    idle.withLock { if $0.count < Self.kept { $0.append(store) } }
  }

  private func note(_ error: LibraryError) {
    if case .corrupt = error { whenDamaged.withLock { $0 }?() }
  }
}

extension Outcome {
  /// Asks the library where queries run and goes on with the answer.
  @MainActor
  static func asking<Answer: Sendable>(
    _ daemon: Daemon, _ ask: @escaping @Sendable (LibraryStore) throws(LibraryError) -> Answer,
    then next: @escaping @MainActor @Sendable (Daemon, Answer) throws(MPDError) -> Outcome
  ) -> Outcome {
    let pool = daemon.pool
    return .later(
      Job {
        let result = Result { () throws(LibraryError) in try pool.use(ask) }
        return { daemon throws(MPDError) in
          switch result {
          case .success(let answer): try next(daemon, answer)
          case .failure(let error): throw MPDError(error)
          }
        }
      })
  }
}
