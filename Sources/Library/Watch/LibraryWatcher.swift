@preconcurrency import Dispatch
import Glibc
import Media
import Posix
import Synchronization

/// Watches the roots, and tells which parts of them have changed, once it is quiet there.
///
/// `@unchecked Sendable` is fine because everything but the constants is touched on `queue` alone.
public final class LibraryWatcher: @unchecked Sendable {
  public enum Notice: Sendable {
    case changed(LibraryParts)
    /// The kernel watches no more folders: roots are walked by the clock instead. A sentence for a person.
    case limited(String)
  }

  private let queue = DispatchQueue(label: "segue.watch", qos: .utility)
  private let notice: @Sendable (Notice) -> Void
  /// How often that is walked of which the kernel tells nothing.
  private let clock: Duration

  private var roots: [MusicRoot] = []
  private var identities: [Int64: RootIdentity] = [:]
  private var mounted: Set<FilePath> = []
  private var kernel: FileNotifications?
  private var folders = WatchedFolders()
  /// Roots by the number of the folder that they lie in.
  private var parents: [Int32: [MusicRoot]] = [:]
  private var pending = PendingChanges()
  private var hasToldLimit = false
  private var isLimited = false
  /// Asked by walks, which may take long.
  private let hasEnded = Atomic<Bool>(false)

  private var source: DispatchSourceRead?
  private var mounts: (points: MountPoints, source: DispatchSourceRead)?
  private var timer: DispatchSourceTimer?
  private var clockTimer: DispatchSourceTimer?

  /// - Parameter notice: Called on a queue of the watcher's own.
  public init(
    clock: Duration = .seconds(600), _ notice: @escaping @Sendable (Notice) -> Void
  ) {
    self.clock = clock
    self.notice = notice
  }

  /// Watches these roots and no others.
  ///
  /// - Parameter completion: Called when nothing that happens from now on is missed.
  public func watch(_ roots: [MusicRoot], completion: @escaping @Sendable () -> Void = {}) {
    queue.async { [self] in
      if !isStopped { begin(roots) }
      completion()
    }
  }

  /// Ends the watching, soon: a walk that has begun, over a network that does not answer, say, is not waited for.
  public func stop() {
    hasEnded.store(true, ordering: .relaxed)
    queue.async { [self] in
      endKernel()
      mounts?.source.cancel()
      mounts = nil
      timer?.cancel()
      clockTimer?.cancel()
    }
  }

  private var isStopped: Bool { hasEnded.load(ordering: .relaxed) }

  // MARK: Beginning

  private func begin(_ roots: [MusicRoot]) {
    endKernel()
    self.roots = roots
    (folders, parents, isLimited) = (WatchedFolders(), [:], false)
    guard !roots.isEmpty else { return }
    watchMounts()
    mounted = MountPoints.all(around: roots.map(\.path))
    do throws(PosixError) {
      let kernel = try FileNotifications()
      self.kernel = kernel
      let source = DispatchSource.makeReadSource(fileDescriptor: kernel.raw, queue: queue)
      source.setEventHandler { [weak self] in self?.hear() }
      // The descriptor is closed when nobody asks for it any more.
      source.setCancelHandler { _ = kernel }
      source.activate()
      self.source = source
      for root in roots where !isStopped { try watch(root) }
    } catch {
      limit(error)
    }
    startClock()
  }

  private func endKernel() {
    source?.cancel()
    source = nil
    kernel = nil
  }

  private func watch(_ root: MusicRoot) throws(PosixError) {
    identities[root.id] = RootIdentity(of: root.path)
    // Where it comes up when it is not there, or goes.
    if let watch = try add(root.path.parent, .names) { parents[watch, default: []].append(root) }
    try watch(below: LibraryParts.Folder(root: root.id, path: FilePath(bytes: [])))
  }

  /// Watches a folder and all folders below it, before they are looked into.
  private func watch(below folder: LibraryParts.Folder) throws(PosixError) {
    guard let root = roots.first(where: { $0.id == folder.root }) else { return }
    var walk = FolderWalk(root: root.path, roots: roots.map(\.path))
    let failure = Guarded<PosixError?>(nil)
    walk.onlyFolders { path in
      do throws(PosixError) {
        if let watch = try self.add(root.path.appending(path), .changes) {
          self.folders.insert(watch, LibraryParts.Folder(root: root.id, path: path))
        }
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
    }
    // The walk itself fails at nothing.
    walk.walk(folder.path) { _ in
      !self.isStopped && failure.withLock { $0 == nil }
    }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// - Returns: `nil` for what is no folder, or may not be looked into.
  private func add(
    _ path: FilePath, _ kinds: FileNotifications.Kinds
  ) throws(PosixError) -> Int32? {
    guard let kernel else { return nil }
    do throws(PosixError) {
      return try path.withCString { text throws(PosixError) in try kernel.add(text, kinds) }
    } catch {
      if error.code == ENOSPC || error.code == ENOMEM { throw error }
      return nil
    }
  }

  /// There is no room for another folder: from now on the clock tells.
  private func limit(_ error: PosixError) {
    endKernel()
    isLimited = true
    startClock()
    guard !hasToldLimit else { return }
    hasToldLimit = true
    notice(.limited(WatchLimit.sentence(error)))
  }

  // MARK: Hearing

  private func hear() {
    guard let kernel else { return }
    let now = ContinuousClock.now
    for event in kernel.read() {
      if event.kinds.contains(.overflow) {
        begin(roots)
        for root in roots { pending.note(tree: whole(root), at: now) }
        break
      }
      do throws(PosixError) {
        try take(event, now)
      } catch {
        limit(error)
        // Whatever else the kernel had to tell is not heard any more.
        for root in roots { pending.note(tree: whole(root), at: now) }
        break
      }
    }
    for watch in folders.takeLost() { kernel.remove(watch) }
    tellDue()
  }

  private func take(
    _ event: FileNotifications.Event, _ now: ContinuousClock.Instant
  ) throws(PosixError) {
    let name = FilePath(bytes: event.name)
    for root in parents[event.watch] ?? [] where root.path.lastComponent == name {
      try check(root, now)
    }
    let places = folders.places(event.watch)
    if event.kinds.contains(.ignored) { folders.remove(event.watch) }
    for place in places {
      if event.name.isEmpty {
        // A root of its own: no folder above it tells.
        if place.path.bytes.isEmpty, let root = roots.first(where: { $0.id == place.root }) {
          try check(root, now)
        }
      } else if event.kinds.contains(.folder) || isLinkToFolder(name, in: place, event.kinds) {
        try take(folder: name, in: place, event, now)
      } else {
        try take(file: name, in: place, event.kinds, now)
      }
    }
  }

  private func take(
    folder name: FilePath, in place: LibraryParts.Folder, _ event: FileNotifications.Event,
    _ now: ContinuousClock.Instant
  ) throws(PosixError) {
    guard event.name.first != UInt8(ascii: ".") else { return }
    let folder = LibraryParts.Folder(root: place.root, path: place.path.appending(name))
    if !event.kinds.isDisjoint(with: [.movedFrom, .deleted]) {
      let watches = folders.remove(below: folder)
      folders.keep(watches, cookie: event.cookie)
    } else if !event.kinds.isDisjoint(with: [.created, .movedTo, .attributes]) {
      try watch(below: folder)
      folders.arrived(cookie: event.cookie)
    } else {
      return
    }
    pending.note(tree: folder, at: now)
  }

  /// Whether a link to a folder came, or went.
  private func isLinkToFolder(
    _ name: FilePath, in place: LibraryParts.Folder, _ kinds: FileNotifications.Kinds
  ) -> Bool {
    let path = place.path.appending(name)
    if !kinds.isDisjoint(with: [.deleted, .movedFrom]) {
      return folders.contains(LibraryParts.Folder(root: place.root, path: path))
    }
    guard !kinds.isDisjoint(with: [.created, .movedTo]),
      let root = roots.first(where: { $0.id == place.root })
    else { return false }
    let status = try? root.path.appending(path).withCString { text throws(PosixError) in
      try FileStatus(text)
    }
    return status?.kind == .folder
  }

  private func take(
    file name: FilePath, in place: LibraryParts.Folder, _ kinds: FileNotifications.Kinds,
    _ now: ContinuousClock.Instant
  ) throws(PosixError) {
    if IgnoreRules.decides(name) {
      // What was kept out may come in, and the other way round.
      if kinds.isDisjoint(with: [.created, .modified, .attributes]) || name.string == ".nomedia" {
        try watch(below: place)
        pending.note(tree: place, at: now)
      }
      return
    }
    guard name.bytes.withUnsafeBufferPointer({ AudioFiles.isOfInterest($0) }) else { return }
    let file = FilePlace(root: place.root, path: place.path.appending(name))
    if !kinds.isDisjoint(with: [.written, .movedFrom, .movedTo, .deleted]) {
      pending.noteDone(file, at: now)
    } else if !kinds.isDisjoint(with: [.created, .modified]) {
      pending.noteWriting(file, at: now)
    } else if kinds.contains(.attributes) {
      pending.noteTouched(file, at: now)
    }
  }

  /// Looks whether a root has come, gone, or become another folder.
  private func check(_ root: MusicRoot, _ now: ContinuousClock.Instant) throws(PosixError) {
    guard identities[root.id] != RootIdentity(of: root.path) else { return }
    for watch in folders.remove(below: whole(root)) { kernel?.remove(watch) }
    try watch(root)
    pending.note(tree: whole(root), at: now)
  }

  private func whole(_ root: MusicRoot) -> LibraryParts.Folder {
    LibraryParts.Folder(root: root.id, path: FilePath(bytes: []))
  }

  // MARK: Mounts and the clock

  private func watchMounts() {
    guard mounts == nil, let points = try? MountPoints() else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: points.raw, queue: queue)
    source.setEventHandler { [weak self] in self?.mountsChanged() }
    source.setCancelHandler { _ = points }
    source.activate()
    mounts = (points, source)
  }

  private func mountsChanged() {
    mounts?.points.drain()
    let found = MountPoints.all(around: roots.map(\.path))
    guard found != mounted else { return }
    begin(roots)
    let now = ContinuousClock.now
    for root in roots { pending.note(tree: whole(root), at: now) }
    tellDue()
  }

  /// Walks by the clock what the kernel does not tell of: what others change over a network, and everything
  /// when there are more folders than it watches.
  private func startClock() {
    clockTimer?.cancel()
    clockTimer = nil
    let needy = roots.filter { isLimited || !isTold($0) }
    guard !needy.isEmpty else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let interval = DispatchTimeInterval.milliseconds(Int(clock / .milliseconds(1)))
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .seconds(1))
    timer.setEventHandler { [weak self] in
      guard let self, !self.isStopped else { return }
      self.notice(.changed(LibraryParts(roots: needy.map(\.id))))
    }
    timer.activate()
    clockTimer = timer
  }

  /// Whether the kernel hears of all that happens in a root.
  private func isTold(_ root: MusicRoot) -> Bool {
    let fileSystem = try? root.path.withCString { text throws(PosixError) in
      try FileSystem(of: text)
    }
    return fileSystem.map { !$0.isRemote } ?? false
  }

  // MARK: Telling

  private func tellDue() {
    guard !isStopped else { return }
    if let parts = pending.take(at: .now) { notice(.changed(parts)) }
    timer?.cancel()
    timer = nil
    guard let deadline = pending.deadline else { return }
    let wait = max(.zero, ContinuousClock.now.duration(to: deadline))
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(
      deadline: .now() + .milliseconds(Int(wait / .milliseconds(1)) + 1),
      leeway: .milliseconds(20))
    timer.setEventHandler { [weak self] in self?.tellDue() }
    timer.activate()
    self.timer = timer
  }
}

/// What is said when the kernel watches no more folders.
enum WatchLimit {
  static func sentence(_ error: PosixError) -> String {
    let key = error.code == EMFILE ? "max_user_instances" : "max_user_watches"
    let walked = "so they are walked every 10 minutes"
    guard error.code == ENOSPC || error.code == EMFILE,
      // It cannot be opened when it is this process that has too many files open.
      let text = try? FileDescriptor(opening: "/proc/sys/fs/inotify/\(key)").readAll(limit: 20),
      let limit = Int(String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self))
    else { return "The music folders cannot be watched (\(error.reason)), \(walked)." }
    let cause =
      error.code == EMFILE
      ? "As many programs watch folders as the system lets, and the music folders are not watched"
      : "There are more music folders than the system watches"
    return
      "\(cause), \(walked); to have changes seen at once: sudo sysctl fs.inotify.\(key)=\(max(1024, limit * 4))"
  }
}
