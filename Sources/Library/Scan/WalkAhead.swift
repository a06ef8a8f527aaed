import Dispatch
import Media
import Posix
import Synchronization

/// A walk that goes on while what it has found is compared.
final class WalkAhead: Sendable {
  /// Folders that are handed over at a time.
  private static let batch = 16

  private let folders = Mailbox<[FoundFolder]>(capacity: 64, senders: 1)
  private let isStopped = Atomic<Bool>(false)
  private let end = Guarded<(problems: [WalkProblem], closed: [FilePath])>(([], []))
  private let group = DispatchGroup()
  private let taken = Guarded<[FoundFolder]>([])

  init(
    _ walk: FolderWalk, _ part: FilePath, recursive: Bool, on queue: DispatchQueue
  ) {
    queue.async(group: group) { self.run(walk, part, recursive: recursive) }
  }

  private func run(_ walk: FolderWalk, _ part: FilePath, recursive: Bool) {
    defer { folders.finish() }
    var walk = walk
    var batch: [FoundFolder] = []
    walk.walk(part, recursive: recursive) { folder in
      batch.append(folder)
      if batch.count == Self.batch {
        folders.put(batch)
        batch = []
      }
      return !isStopped.load(ordering: .relaxed)
    }
    if !batch.isEmpty { folders.put(batch) }
    end.withLock { $0 = (walk.problems, walk.closed) }
  }

  /// The next folder, once it is found; `nil` after the last.
  func next() -> FoundFolder? {
    if let folder = taken.withLock({ $0.popLast() }) { return folder }
    while true {
      switch folders.take(milliseconds: 1000) {
      case .content(let batch):
        return taken.withLock { taken in
          taken = batch.reversed()
          return taken.popLast()
        }
      case .nothing: continue
      case .end: return nil
      }
    }
  }

  /// What was wrong on the way, and which folders could not be seen into. After the last folder.
  func result() -> (problems: [WalkProblem], closed: [FilePath]) {
    group.wait()
    return end.withLock { $0 }
  }

  /// Ends it where it is, and waits for that.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    folders.close()
    group.wait()
  }
}
