@preconcurrency import Dispatch
import Library
import MPDProtocol
import Media
import Posix
import Worker

/// Reads files that lie in no music folder, when a local client names one, one after the other.
final class OutsideDesk: Sendable {
  /// For what asks file systems.
  let queue = DispatchQueue(label: "segue.outside", qos: .userInitiated)
  private let library: String
  private let workers: WorkerPrograms

  init(library: String, workers: WorkerPrograms) {
    self.library = library
    self.workers = workers
  }

  /// Reads a file and goes on with what is in it.
  @MainActor
  func reading(
    _ path: FilePath,
    then next: @escaping @MainActor @Sendable (Daemon, OutsideFile) throws(MPDError) -> Outcome
  ) -> Outcome {
    .later(
      Job(queue: queue) { [library, workers] in
        let result = Result { () throws(LibraryError) in
          // The workers end with the reader.
          var reader = try OutsideReader(library: library, workers: workers)
          return try reader.read(path)
        }
        return { daemon throws(MPDError) in
          let file = try MPDError.reading { () throws(LibraryError) in try result.get() }
          guard let file else { throw MPDError(.noExist, "No such song") }
          return try next(daemon, file)
        }
      })
  }

  /// Reads a file, keeps it as long as the queue has it, and goes on with it as an item.
  @MainActor
  func keeping(
    _ path: FilePath,
    then next: @escaping @MainActor @Sendable (Daemon, MediaItem) throws(MPDError) -> Outcome
  ) -> Outcome {
    reading(path) { daemon, file in
      daemon.playlists.outcome(telling: []) { store in
        try store.keep(file, now: .now)
      } then: { daemon, item throws(MPDError) in
        try next(daemon, item)
      }
    }
  }
}
