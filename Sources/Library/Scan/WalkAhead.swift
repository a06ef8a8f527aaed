import Dispatch
import Media
import Posix
import Synchronization

/// A walk that goes on while what it has found is compared, and that is given up when its file system falls silent.
final class WalkAhead: Sendable {
  /// Folders that are handed over at a time.
  private static let batch = 16
  /// How long the next folder is waited for before it is asked whether to go on, in milliseconds.
  private static let turn = 200

  private enum Finding: Sendable {
    /// What the root is; `nil` when it is not there.
    case root(RootIdentity?)
    case folders([FoundFolder])
  }

  private let root: FilePath
  private let patience: Duration
  private let pulse = Pulse()
  private let findings = Mailbox<Finding>(capacity: 64, senders: 1)
  private let isStopped = Atomic<Bool>(false)
  private let end = Guarded<(problems: [WalkProblem], closed: [FilePath])>(([], []))
  private let group = DispatchGroup()
  private let taken = Guarded<[FoundFolder]>([])
  private let silence = Atomic<Bool>(false)

  /// - Parameter patience: How long the file system may be silent.
  init(
    _ walk: FolderWalk, of root: FilePath, _ part: FilePath, recursive: Bool, patience: Duration,
    on queue: @autoclosure () -> DispatchQueue
  ) {
    self.root = root
    self.patience = patience
    if SilentRoots.contains(root) {
      silence.store(true, ordering: .relaxed)
    } else {
      queue().async(group: group) { self.run(walk, part, recursive: recursive) }
    }
  }

  private func run(_ walk: FolderWalk, _ part: FilePath, recursive: Bool) {
    defer { findings.finish() }
    pulse.beat()
    findings.put(.root(RootIdentity(of: root)))
    var walk = walk
    walk.pulse = pulse
    var batch: [FoundFolder] = []
    walk.walk(part, recursive: recursive) { folder in
      batch.append(folder)
      if batch.count == Self.batch {
        findings.put(.folders(batch))
        batch = []
      }
      return !isStopped.load(ordering: .relaxed)
    }
    if !batch.isEmpty { findings.put(.folders(batch)) }
    end.withLock { $0 = (walk.problems, walk.closed) }
  }

  /// Whether the file system did not answer: what was found is not all.
  var isSilent: Bool { silence.load(ordering: .relaxed) }

  /// What the root is; `nil` when it is not there, and when nobody knows. To be called before `next`.
  ///
  /// - Parameter goesOn: Asked while it is waited for.
  func identity<Failure: Error>(
    _ goesOn: () throws(Failure) -> Bool
  ) throws(Failure) -> RootIdentity? {
    guard case .root(let identity) = try finding(goesOn) else { return nil }
    return identity
  }

  /// The next folder, once it is found; `nil` after the last, and when it is not to go on.
  ///
  /// - Parameter goesOn: Asked while it is waited for.
  func next<Failure: Error>(_ goesOn: () throws(Failure) -> Bool) throws(Failure) -> FoundFolder? {
    if let folder = taken.withLock({ $0.popLast() }) { return folder }
    guard case .folders(let batch) = try finding(goesOn) else { return nil }
    return taken.withLock { taken in
      taken = batch.reversed()
      return taken.popLast()
    }
  }

  private func finding<Failure: Error>(_ goesOn: () throws(Failure) -> Bool) throws(Failure)
    -> Finding?
  {
    if isSilent { return nil }
    var watch = PulseWatch(pulse, patience: patience)
    while true {
      switch findings.take(milliseconds: Self.turn) {
      case .content(let finding): return finding
      case .end: return nil
      case .nothing:
        guard try goesOn() else { return nil }
        if watch.isStill() {
          silence.store(true, ordering: .relaxed)
          SilentRoots.note(root, group)
          return nil
        }
      }
    }
  }

  /// What was wrong on the way, and which folders could not be seen into. After the last folder.
  func result() -> (problems: [WalkProblem], closed: [FilePath]) {
    group.wait()
    return end.withLock { $0 }
  }

  /// Ends it where it is, and waits for that; not where it would have to be waited for the file system.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    findings.close()
    guard !isSilent, group.wait(timeout: .now() + .seconds(1)) == .timedOut else { return }
    // It was cancelled while it waited, say.
    SilentRoots.note(root, group)
  }
}
