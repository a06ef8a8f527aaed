import Dispatch
import Glibc
import Media
import Posix
import Synchronization
import Worker

/// What came of one file.
///
/// A class, for it is handed on several times, and a record has many fields.
final class ReadResult: Sendable {
  /// The file's number among the tasks.
  let task: Int
  /// The file that was read, which may have been changed since the walk; `nil` when it could not be
  /// opened.
  let state: FileState?
  let found: TagReaders.Found
  /// What the record's texts are stored as.
  let texts: ItemTexts?

  init(task: Int, state: FileState?, found: TagReaders.Found, texts: ItemTexts? = nil) {
    (self.task, self.state, self.found, self.texts) = (task, state, found, texts)
  }
}

/// Has the tags of files read by workers, on as many queues as there are lanes.
final class TagReading: Sendable {
  private let tasks: [ReadTask]
  private let roots: [Int64: FilePath]
  private let order: LibraryOrder
  private let workers: WorkerPrograms
  private let probe: FileDescriptor.Owned
  private let patience: Int
  private let rootPatience: Duration
  private let queue: @Sendable () -> DispatchQueue
  private let isCancelled: @Sendable () -> Bool

  private let batchSize: Int
  private let next = Atomic<Int>(0)
  private let lanes: Guarded<[ReadingLane]>
  private let isStopped = Atomic<Bool>(false)
  private let failure = Guarded<LibraryError?>(nil)
  private let failureOfDecoder = Guarded<String?>(nil)
  private let results: Mailbox<[ReadResult]>
  private let silent = Guarded<Set<Int64>>([])

  /// - Parameters:
  ///   - order: The library's.
  ///   - patience: How long one file may take, in milliseconds.
  ///   - rootPatience: How long a root's file system may be silent.
  ///   - queue: Where each lane works.
  init(
    _ tasks: [ReadTask], roots: [Int64: FilePath], order: LibraryOrder, workers: WorkerPrograms,
    probe: FileDescriptor.Owned,
    patience: Int, rootPatience: Duration, queue: @escaping @Sendable () -> DispatchQueue,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.tasks = tasks
    self.roots = roots
    self.order = order
    self.workers = workers
    self.probe = probe
    self.patience = patience
    self.rootPatience = rootPatience
    self.queue = queue
    self.isCancelled = isCancelled
    let count = Self.lanes(tasks.count)
    batchSize = Self.batchSize(count)
    results = Mailbox(capacity: count * 4, senders: count)
    lanes = Guarded((0..<count).map { _ in ReadingLane() })
    for lane in lanes.withLock({ $0 }) { begin(lane) }
  }

  private func begin(_ lane: ReadingLane) {
    queue().async(group: lane.group) { self.work(lane) }
  }

  /// One for each core, two at most, and none that would find nothing left.
  private static func lanes(_ count: Int) -> Int {
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let batches = (count + TagRequest.maximumFiles - 1) / TagRequest.maximumFiles
    return max(1, min(2, cores, batches))
  }

  /// How many files are open at a time, so that descriptors are left for taggers that have to be replaced.
  private static func batchSize(_ lanes: Int) -> Int {
    let limit = Program.descriptorLimit
    // The database, its lock and its log, standard ones; two workers for each lane, one of them just starting.
    return max(1, min(TagRequest.maximumFiles, (limit - 24) / lanes - 12))
  }

  /// Waits for results.
  func take(milliseconds: Int) -> Mailbox<[ReadResult]>.Arrival {
    results.take(milliseconds: milliseconds)
  }

  /// Ends the work, waits for it, and says what went wrong in it.
  func finish() throws(LibraryError) {
    isStopped.store(true, ordering: .relaxed)
    results.close()
    for lane in lanes.withLock({ $0 }) {
      while lane.group.wait(timeout: .now() + .milliseconds(200)) == .timedOut {
        if let task = lane.giveUp(after: .seconds(1)) {
          note(silent: tasks[task].root, lane.group)
          break
        }
      }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  /// Roots whose file system fell silent: not all of their files were read.
  var silentRoots: Set<Int64> { silent.withLock { $0 } }

  /// Has others do the work of lanes that wait for a file system which does not answer. To be called often.
  func lookAfterLanes() {
    lanes.withLock { lanes in
      for (index, lane) in lanes.enumerated() {
        guard let task = lane.giveUp(after: rootPatience) else { continue }
        note(silent: tasks[task].root, lane.group)
        lanes[index] = ReadingLane(rest: lane.rest)
        begin(lanes[index])
      }
    }
  }

  private func note(silent root: Int64, _ question: DispatchGroup) {
    silent.withLock { _ = $0.insert(root) }
    if let path = roots[root] { SilentRoots.note(path, question) }
  }

  /// Whether a file whose tags were not read in time lies where something answers.
  private func answers(_ task: ReadTask) -> Bool {
    guard let root = roots[task.root] else { return true }
    let path = root.appending(task.file.path)
    let look: @Sendable (Pulse) -> Void = { _ in
      let raw = path.withCString { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
      guard raw >= 0 else { return }
      defer { close(raw) }
      var byte: UInt8 = 0
      _ = pread(raw, &byte, 1, 0)
    }
    let heard: Void? = SilentRoots.ask(
      root, patience: rootPatience, on: queue(), goesOn: { !hasEnded }, look)
    if heard != nil || hasEnded { return true }
    silent.withLock { _ = $0.insert(task.root) }
    return false
  }

  /// Why the decoder could not be asked about files that only it may know; `nil` where it could.
  var decoderFailure: String? { failureOfDecoder.withLock { $0 } }

  private func work(_ lane: ReadingLane) {
    // Who is given up is replaced by one that sends in its place.
    defer { if !lane.isGivenUp { results.finish() } }
    var readers = TagReaders(workers, probe: probe, patience: patience) { [self] in
      isStopped.load(ordering: .relaxed) || isCancelled()
    }
    var texts = ItemTextMaker(order)
    do throws(LibraryError) {
      while !lane.rest.isEmpty || takeBatch(lane) {
        try read(lane, &readers, &texts)
        if lane.isGivenUp { return }
      }
      if let reason = readers.proberFailure { failureOfDecoder.withLock { $0 = reason } }
    } catch {
      failure.withLock { $0 = $0 ?? error }
      isStopped.store(true, ordering: .relaxed)
    }
  }

  private var hasEnded: Bool { isStopped.load(ordering: .relaxed) || isCancelled() }

  /// Gives a lane the numbers of the next tasks, if there are more.
  private func takeBatch(_ lane: ReadingLane) -> Bool {
    let start = next.wrappingAdd(batchSize, ordering: .relaxed).oldValue
    guard start < tasks.count, !hasEnded else { return false }
    lane.rest = start..<min(start + batchSize, tasks.count)
    return true
  }

  /// Reads the first tasks of a lane's batch, as many as there are descriptors for, and takes them off it. Those of
  /// roots that have fallen silent are passed over.
  private func read(
    _ lane: ReadingLane, _ readers: inout TagReaders, _ texts: inout ItemTextMaker
  ) throws(LibraryError) {
    let rest = lane.rest
    let silent = silentRoots
    var done: [ReadResult] = []
    var open: [(task: Int, state: FileState, file: Tagger.File)] = []
    var end = rest.lowerBound
    opening: while end < rest.upperBound {
      if silent.contains(tasks[end].root) {
        end += 1
        continue
      }
      guard let opening = lane.asking(end, { openFile(tasks[end]) }) else { return }
      switch opening {
      case .open(let file, let state): open.append((end, state, file))
      case .failed(let failure, let state):
        let found = TagReaders.Found(outcome: .failure(failure))
        done.append(ReadResult(task: end, state: state, found: found))
      case .noDescriptors: break opening
      }
      end += 1
    }
    if end == rest.lowerBound { return try waitForDescriptors(lane) }
    let claims = open.map { tasks[$0.task].file.claim }
    let found =
      open.isEmpty
      ? [] : try readers.read(open.map(\.file), claims) { answers(tasks[open[$0].task]) }
    if found.count < open.count, !hasEnded {
      // A root fell silent meanwhile; what is left of others is read without it.
      end = open[found.count].task
      done.removeAll { $0.task >= end }
    }
    for (opened, found) in zip(open, found) {
      var made: ItemTexts?
      // Here, for there are several of us, and only one who stores.
      if case .success(let record) = found.outcome {
        made = try texts.texts(record.tags, name: tasks[opened.task].file.name)
      }
      done.append(ReadResult(task: opened.task, state: opened.state, found: found, texts: made))
    }
    if !done.isEmpty { results.put(done) }
    lane.rest = (hasEnded ? rest.upperBound : end)..<rest.upperBound
  }

  private enum Opening {
    case open(Tagger.File, FileState)
    case failed(ReadFailure, FileState?)
    case noDescriptors
  }

  /// Opens a file, looks whether it is one, and has its head fetched from the disk.
  private func openFile(_ task: ReadTask) -> Opening {
    guard let root = roots[task.root] else {
      return .failed(ReadFailure(.vanished, reason: "Its music folder is gone."), nil)
    }
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (task.file.isLink ? 0 : O_NOFOLLOW)
    let raw = root.appending(task.file.path).withCString { Glibc.open($0, flags) }
    guard raw >= 0 else { return Self.failure(errno, task) }
    let descriptor = FileDescriptor.Owned(raw)
    guard let status = try? FileStatus(descriptor: raw) else { return Self.failure(EIO, task) }
    if status.kind != .file {
      let failure =
        ReadFailure(of: status.kind) ?? ReadFailure(.notAudio, reason: "It is no file any more.")
      return .failed(failure, nil)
    }
    posix_fadvise(raw, 0, 16 << 10, POSIX_FADV_WILLNEED)
    let file = Tagger.File(
      descriptor: descriptor, fileExtension: task.file.name.fileExtension)
    return .open(file, FileState(status))
  }

  private static func failure(_ code: Int32, _ task: ReadTask) -> Opening {
    switch code {
    case EMFILE, ENFILE, ENOMEM: .noDescriptors
    case EACCES, EPERM:
      .failed(
        ReadFailure(.permission, reason: "There is no permission to read it."), nil)
    case ENOENT, ENOTDIR:
      .failed(ReadFailure(.vanished, reason: "It vanished while it was to be read."), nil)
    case ENAMETOOLONG:
      .failed(ReadFailure(.tooLong, reason: "Its path is too long."), nil)
    case ELOOP: .failed(ReadFailure(.loop, reason: "It became a link."), nil)
    default:
      .failed(
        ReadFailure(.unsupported, reason: "It cannot be opened: \(PosixError.reason(code))."),
        nil)
    }
  }

  /// Others hold all descriptors: they are waited for, not for ever.
  private func waitForDescriptors(_ lane: ReadingLane) throws(LibraryError) {
    let first = lane.rest.lowerBound
    for _ in 0..<500 {
      if hasEnded {
        lane.rest = lane.rest.upperBound..<lane.rest.upperBound
        return
      }
      usleep(20_000)
      if case .noDescriptors? = lane.asking(first, { openFile(tasks[first]) }) { continue }
      return
    }
    throw .tooManyOpenFiles
  }
}
