@preconcurrency import Dispatch
import Glibc
import Library
import Media
import Posix
import Worker

/// Keeps the configured folder of playlists and those of the library alike, as either changes.
@MainActor
final class MirroredPlaylists {
  let folder: String
  /// Called when files have changed playlists.
  var onTaken: () -> Void = {}

  /// What is known of the folder, and whether it could not be kept when it was last tried.
  private struct Known {
    var folder: PlaylistFolder
    var hasFailed = false
  }

  private let keeper: PlaylistKeeper
  private let workers: WorkerPrograms
  private let known: Guarded<Known>
  private var kernel: FileNotifications?
  private var source: (any DispatchSourceRead)?
  private var isWaiting = false

  init(folder: String, keeper: PlaylistKeeper, workers: WorkerPrograms) {
    (self.folder, self.keeper, self.workers) = (folder, keeper, workers)
    known = Guarded(Known(folder: PlaylistFolder(FilePath(folder), suffix: "m3u")))
    watch()
    update(all: true)
  }

  func stop() {
    source?.cancel()
    (source, kernel) = (nil, nil)
  }

  /// - Parameter all: Whether the files of music may have moved.
  func update(all: Bool) {
    if kernel == nil { watch() }
    let (known, workers, folder) = (known, workers, folder)
    keeper.later { [weak self] store in
      let outcome = known.withLock { known -> PlaylistFolder.Outcome? in
        do {
          let now = Timestamp.now
          let outcome = try known.folder.agree(
            with: store, workers: workers, now: now, step: now.nanoseconds, all: all)
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
      guard let outcome, !outcome.taken.isEmpty else { return }
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.onTaken() } }
    }
  }

  private func watch() {
    guard let kernel = try? FileNotifications(),
      (try? kernel.add(folder, [.written, .movedTo, .deleted, .movedFrom])) != nil
    else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: kernel.raw, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.changed() } }
    // It is closed when nothing waits for it any more.
    source.setCancelHandler { _ = kernel }
    source.activate()
    (self.kernel, self.source) = (kernel, source)
  }

  /// Several files come together.
  private func changed() {
    let events = kernel?.read() ?? []
    if events.contains(where: { !$0.kinds.isDisjoint(with: [.ignored, .unmounted]) }) { stop() }
    guard !isWaiting else { return }
    isWaiting = true
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(200)) { [weak self] in
      MainActor.assumeIsolated {
        self?.isWaiting = false
        self?.update(all: true)
      }
    }
  }
}
