import Dispatch
import Library
import Media
import Synchronization

/// Scans that run inside the daemon, one after the other.
@MainActor
final class LibraryScans {
  /// The number of the scan that runs or is about to, as `updating_db`; `nil` while none does.
  var current: Int? { running ?? waiting.first?.number }

  /// Called when a scan begins or ends.
  var onChange: () -> Void = {}

  /// Called when the library was found damaged, after another one has taken its place.
  var onDamage: () -> Void = {}

  /// Whether a damaged library is just being mended.
  private(set) var isRescuing = false

  private var scan: Scan
  private var running: Int?
  private var waiting: [(number: Int, work: Work)] = []
  private var isHeld = true
  private var lastNumber = 0
  private let cancelled = Flag()
  /// What was last told of scans that failed, so that it is told once.
  private var complaint: String?
  /// What was last told of scans that were not all they should be.
  private var complaints: Set<String> = []
  /// How long to wait before a scan that failed is tried again, in seconds.
  private var pause = shortestPause

  /// Whether the next attempt is waited for.
  private var isTryingAgain = false

  private static let shortestPause = 1
  private static let longestPause = 60

  /// Scans that may wait. MPD's.
  private static let limit = 32

  private enum Work {
    case paths([FilePath])
    case parts(LibraryParts)
  }

  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }

  init(_ scan: Scan) { self.scan = scan }

  /// Has folders scanned, all roots when none is named.
  ///
  /// - Returns: The scan's number; `nil` when too many wait already.
  func request(_ paths: [FilePath] = []) -> Int? {
    guard waiting.count < Self.limit else { return nil }
    lastNumber += 1
    waiting.append((lastNumber, .paths(paths)))
    startNext()
    return lastNumber
  }

  /// Has the library ordered otherwise, if it is not ordered so.
  func request(_ order: OrderWish) {
    scan.order = order
    _ = request()
  }

  /// Has parts of roots scanned that were seen to change, together with those that already wait for it.
  func request(_ parts: LibraryParts) {
    guard !parts.isEmpty else { return }
    for index in waiting.indices {
      guard case .parts(var others) = waiting[index].work else { continue }
      others.formUnion(parts)
      waiting[index].work = .parts(others)
      return
    }
    lastNumber += 1
    waiting.append((lastNumber, .parts(parts)))
    startNext()
  }

  /// Lets scans begin, which before only wait.
  ///
  /// - Returns: Whether they did wait.
  @discardableResult
  func release() -> Bool {
    guard isHeld else { return false }
    isHeld = false
    startNext()
    return true
  }

  /// Stops what runs; nothing more starts.
  func cancel() {
    cancelled.value.store(true, ordering: .relaxed)
    waiting = []
  }

  private func startNext() {
    guard !isHeld, !isRescuing, running == nil, !waiting.isEmpty else { return }
    let (number, work) = waiting.removeFirst()
    running = number
    onChange()
    let cancelled = cancelled
    let isCancelled: @Sendable () -> Bool = { cancelled.value.load(ordering: .relaxed) }
    var isWhole = false
    if case .paths(let paths) = work { isWhole = paths.isEmpty }
    let completion: @Sendable (Result<ScanSummary, LibraryError>) -> Void = { [isWhole] result in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self.ended(result, isWhole: isWhole) }
      }
    }
    switch work {
    case .paths(let paths):
      scan.start(paths, isCancelled: isCancelled, completion: completion)
    case .parts(let parts):
      scan.start(parts, isCancelled: isCancelled, completion: completion)
    }
  }

  /// - Parameter isWhole: Whether all music was looked at.
  private func ended(_ result: Result<ScanSummary, LibraryError>, isWhole: Bool) {
    switch result {
    case .success(let summary):
      if summary.isReordered { Log.info("The library is in another order now.") }
      if summary.hasChanges { Log.info(Self.sentence(summary)) }
      tell(summary.complaints, isWhole: isWhole)
      for root in summary.silentRoots { scanAgain(root) }
      // A part without a change had nothing to write, so that what was wrong may still be.
      if summary.hasChanges || isWhole {
        complaint = nil
        pause = Self.shortestPause
      }
    case .failure(.corrupt): mend()
    case .failure(let error):
      if complaint != error.description { Log.warning(error.description) }
      complaint = error.description
      if error.mayPass, !isTryingAgain { tryAgain() }
    }
    goOn()
  }

  /// Tells each sentence once, until a scan of everything ends without it.
  private func tell(_ sentences: [String], isWhole: Bool) {
    for sentence in sentences where !complaints.contains(sentence) { Log.warning(sentence) }
    if isWhole { complaints = [] }
    complaints.formUnion(sentences)
  }

  /// Once it answers.
  private func scanAgain(_ root: MusicRoot) {
    root.whenItAnswers(on: .main) { [weak self] in
      MainActor.assumeIsolated { self?.request(LibraryParts(roots: [root.id])) }
    }
  }

  private func goOn() {
    running = nil
    onChange()
    startNext()
  }

  /// Scans everything after a while, the longer the oftener that has failed.
  private func tryAgain() {
    isTryingAgain = true
    DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(pause)) {
      MainActor.assumeIsolated {
        self.isTryingAgain = false
        guard !self.cancelled.value.load(ordering: .relaxed) else { return }
        _ = self.request()
      }
    }
    pause = min(pause * 2, Self.longestPause)
  }

  /// Puts the last backup in the place of the library if that is damaged. No scan begins meanwhile.
  func mend() {
    guard !isRescuing else { return }
    isRescuing = true
    let (library, locale) = (scan.library, scan.locale)
    scan.queue().async {
      let done = Result { () throws(LibraryError) in
        try LibraryRescue.rescue(library, locale: locale)
      }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          switch done {
          case .success(let sentence?): Log.error(sentence)
          case .success(nil): Log.warning("The library was found damaged, and is whole now.")
          case .failure(let error): Log.error(error.description)
          }
          self.isRescuing = false
          self.onDamage()
          self.startNext()
        }
      }
    }
  }

  private static func sentence(_ summary: ScanSummary) -> String {
    "Scanned the music: \(summary.added) added, \(summary.changed) changed, "
      + "\(summary.moved) moved, \(summary.gone) gone, \(summary.unreadable) unreadable."
  }
}

extension LibraryError {
  /// Whether it can be otherwise soon, without anybody changing the music.
  fileprivate var mayPass: Bool {
    switch self {
    case .diskFull, .readOnly, .locked, .cannotOpen, .tooManyOpenFiles: true
    default: false
    }
  }
}
