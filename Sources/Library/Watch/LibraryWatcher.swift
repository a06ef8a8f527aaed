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
  /// How long the file system of a root may be silent before the root is walked by the clock alone.
  private let patience: Duration
  private let system: WatchSystem

  private var roots: [MusicRoot] = []
  private var identities: [Int64: RootIdentity] = [:]
  /// Roots in which the kernel hears of all that happens, by number.
  private var told: Set<Int64> = []
  /// Roots whose file system did not answer, by number.
  private var silent: Set<Int64> = []
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
  private var endClock: (@Sendable () -> Void)?

  /// - Parameter notice: Called on a queue of the watcher's own.
  public convenience init(
    clock: Duration = .seconds(600), _ notice: @escaping @Sendable (Notice) -> Void
  ) {
    self.init(clock: clock, system: WatchSystem(), notice)
  }

  init(
    clock: Duration = .seconds(600), patience: Duration = .seconds(10), system: WatchSystem,
    _ notice: @escaping @Sendable (Notice) -> Void
  ) {
    self.clock = clock
    self.patience = patience
    self.system = system
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
      endClock?()
    }
  }

  private var isStopped: Bool { hasEnded.load(ordering: .relaxed) }

  // MARK: Beginning

  private func begin(_ roots: [MusicRoot]) {
    endKernel()
    self.roots = roots
    (folders, parents, isLimited) = (WatchedFolders(), [:], false)
    (told, silent) = ([], [])
    guard !roots.isEmpty else { return }
    watchMounts()
    mounted = MountPoints.all(around: roots.map(\.path))
    do throws(PosixError) {
      let kernel = try system.notifications()
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
    let isTold = system.isTold
    guard let found = ask(root, { $0.watchRoot(isTold) }) else { return note(silent: root) }
    silent.remove(root.id)
    identities[root.id] = found.identity
    if found.isTold { told.insert(root.id) } else { told.remove(root.id) }
    if let watch = found.parent { parents[watch, default: []].append(root) }
    try take(found, in: root)
  }

  /// Watches a folder and all folders below it, before they are looked into.
  private func watch(below folder: LibraryParts.Folder) throws(PosixError) {
    guard let root = roots.first(where: { $0.id == folder.root }) else { return }
    guard let found = ask(root, { $0.watch(below: folder.path) }) else {
      note(silent: root)
      return startClock()
    }
    try take(found, in: root)
  }

  /// Watches a root again once it answers.
  private func note(silent root: MusicRoot) {
    silent.insert(root.id)
    SilentRoots.whenAnswered(root.path, on: queue) { [weak self] in
      guard let self, !self.isStopped else { return }
      self.watchSilent()
    }
  }

  /// Finds something out of a path without waiting for ever; `nil` when nothing answers there.
  private func ask<Answer: Sendable>(
    _ path: FilePath, _ body: @escaping @Sendable () -> Answer
  ) -> Answer? {
    let queue = DispatchQueue(label: "segue.watch.look", qos: .utility)
    let look: @Sendable (Pulse) -> Answer = { _ in body() }
    return SilentRoots.ask(path, patience: patience, on: queue, goesOn: { !isStopped }, look)
  }

  private func take(_ found: FolderWatching, in root: MusicRoot) throws(PosixError) {
    for folder in found.folders {
      folders.insert(folder.watch, LibraryParts.Folder(root: root.id, path: folder.path))
    }
    if let failure = found.failure { throw failure }
  }

  /// Waits for what is found out of a root, on a thread of its own, for its file system may never answer.
  private func ask(
    _ root: MusicRoot, _ body: @escaping @Sendable (inout FolderWatching) -> Void
  ) -> FolderWatching? {
    let (kernel, roots) = (kernel, roots.map(\.path))
    let queue = DispatchQueue(label: "segue.watch.walk", qos: .utility)
    let hasEnded: @Sendable () -> Bool = { self.isStopped }
    let work: @Sendable (Pulse) -> FolderWatching = { pulse in
      var watching = FolderWatching(root.path, roots, kernel, pulse, isStopped: hasEnded)
      body(&watching)
      return watching
    }
    return SilentRoots.ask(
      root.path, patience: patience, on: queue, goesOn: { !hasEnded() }, work)
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
    let link = root.path.appending(path)
    return ask(link) {
      let status = try? link.withCString { text throws(PosixError) in try FileStatus(text) }
      return status?.kind == .folder
    } ?? false
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
    guard let identity = ask(root.path, { RootIdentity(of: root.path) }) else {
      note(silent: root)
      return startClock()
    }
    guard identities[root.id] != identity else { return }
    for watch in folders.remove(below: whole(root)) { kernel?.remove(watch) }
    try watch(root)
    startClock()
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
    endClock?()
    endClock = nil
    let needy = roots.filter { isLimited || silent.contains($0.id) || !told.contains($0.id) }
    guard !needy.isEmpty else { return }
    endClock = system.clock(clock, queue) { [weak self] in
      guard let self, !self.isStopped else { return }
      self.notice(.changed(LibraryParts(roots: needy.map(\.id))))
      self.watchSilent()
    }
  }

  /// Watches roots that did not answer and may do so now.
  private func watchSilent() {
    let back = roots.filter { silent.contains($0.id) && !SilentRoots.contains($0.path) }
    guard !back.isEmpty, !isLimited else { return }
    do throws(PosixError) {
      for root in back { try watch(root) }
      startClock()
    } catch {
      limit(error)
    }
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
