@preconcurrency import Dispatch
import Glibc
import Library
import Media
import Posix
import Worker

/// Keeps the configured folder of playlists and those of the library alike, as either changes.
///
/// All of it happens on a queue of its own: the folder may be on a disk that does not answer.
final class MirroredPlaylists: Sendable {
  let folder: String

  /// What is to be done.
  private struct Wish {
    var isQueued = false
    var hasEnded = false
    /// Not before, so that what changes again and again, as during a scan, does not keep it busy.
    var next = DispatchTime.now()
  }

  /// What is known of the folder, and who tells of it.
  private struct Known {
    var folder: PlaylistFolder
    var store: LibraryStore?
    var kernel: FileNotifications?
    var source: (any DispatchSourceRead)?
    /// Whether it could not be kept when it was last tried.
    var hasFailed = false

    mutating func stopWatching() {
      source?.cancel()
      (source, kernel) = (nil, nil)
    }
  }

  private let library: String
  private let workers: WorkerPrograms
  private let onTaken: @MainActor @Sendable () -> Void
  private let queue = DispatchQueue(label: "segue.mirror", qos: .utility)
  private let wish = Guarded(Wish())
  // Touched on the queue alone, by one after the other.
  private let known: Guarded<Known>

  /// - Parameters:
  ///   - library: The database.
  ///   - onTaken: Called when files have changed playlists.
  init(
    folder: String, library: String, workers: WorkerPrograms,
    onTaken: @escaping @MainActor @Sendable () -> Void
  ) {
    (self.folder, self.library, self.workers) = (folder, library, workers)
    self.onTaken = onTaken
    known = Guarded(Known(folder: PlaylistFolder(FilePath(folder), suffix: "m3u")))
    update()
  }

  /// Looks at the folder and the playlists soon: at most once a second, and at most half of the time.
  ///
  /// - Parameter delay: In nanoseconds.
  func update(after delay: UInt64 = 0) {
    let time = wish.withLock { wish -> DispatchTime? in
      if wish.isQueued || wish.hasEnded { return nil }
      wish.isQueued = true
      return max(wish.next, .now() + .nanoseconds(Int(delay)))
    }
    guard let time else { return }
    queue.asyncAfter(deadline: time) { [weak self] in self?.pass() }
  }

  /// Ends it, with what is to be done yet.
  ///
  /// - Parameter patience: How long that is waited for: a disk that does not answer keeps nobody from ending, and gets
  ///   what it misses at the next start.
  func stop(patience: DispatchTimeInterval = .seconds(0)) {
    let isQueued = wish.withLock { wish in
      defer { wish.isQueued = false }
      wish.hasEnded = true
      return wish.isQueued
    }
    let group = DispatchGroup()
    queue.async(group: group) {
      if isQueued { self.agree() }
      self.known.withLock { $0.stopWatching() }
    }
    _ = group.wait(timeout: .now() + patience)
  }

  private func pass() {
    let isWished = wish.withLock { wish in
      wish.isQueued = false
      return !wish.hasEnded
    }
    if isWished { agree() }
  }

  private func agree() {
    let begin = DispatchTime.now().uptimeNanoseconds
    let (folder, library, workers) = (folder, library, workers)
    let outcome = known.withLock { known -> PlaylistFolder.Outcome? in
      if known.kernel == nil { watch(&known) }
      return Self.pass(&known, folder, library, workers)
    }
    let length = DispatchTime.now().uptimeNanoseconds - begin
    wish.withLock { $0.next = .now() + .nanoseconds(Int(max(length, 1_000_000_000))) }
    guard let outcome else { return }
    if outcome.isUnsettled { update(after: 2_000_000_000) }
    if outcome.taken.isEmpty { return }
    DispatchQueue.main.async { [onTaken] in MainActor.assumeIsolated { onTaken() } }
  }

  /// - Returns: `nil` where the folder, or the library, cannot be used now.
  private static func pass(
    _ known: inout Known, _ folder: String, _ library: String, _ workers: WorkerPrograms
  ) -> PlaylistFolder.Outcome? {
    do {
      let store = try known.store ?? LibraryStore(path: library, access: .write)
      known.store = store
      let now = Timestamp.now
      let outcome = try known.folder.agree(
        with: store, workers: workers, now: now, step: now.nanoseconds)
      known.hasFailed = false
      for (name, problem) in outcome.problems.sorted(by: { $0.key < $1.key }) {
        Log.warning("The playlist \(name) in \(folder): \(problem)")
      }
      return outcome
    } catch {
      if !known.hasFailed { Log.warning("The folder of playlists cannot be kept: \(error)") }
      known.hasFailed = true
      return nil
    }
  }

  private func watch(_ known: inout Known) {
    guard let kernel = try? FileNotifications(),
      (try? kernel.add(folder, [.written, .movedTo, .deleted, .movedFrom])) != nil
    else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: kernel.raw, queue: queue)
    source.setEventHandler { [weak self] in self?.changed() }
    // It is closed when nothing waits for it any more.
    source.setCancelHandler { _ = kernel }
    source.activate()
    (known.kernel, known.source) = (kernel, source)
  }

  /// Several files come together.
  private func changed() {
    known.withLock { known in
      let events = known.kernel?.read() ?? []
      if events.contains(where: { !$0.kinds.isDisjoint(with: [.ignored, .unmounted]) }) {
        known.stopWatching()
      }
    }
    update(after: 200_000_000)
  }
}
