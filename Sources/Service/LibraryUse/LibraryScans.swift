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

  /// Called when the library was found damaged, after it was looked at and mended.
  var onDamage: () -> Void = {}

  /// Whether a damaged library is just being mended.
  private(set) var isRescuing = false

  private let scan: Scan
  private var running: Int?
  private var waiting: [(number: Int, work: Work)] = []
  private var isHeld = true
  private var lastNumber = 0
  private let cancelled = Flag()

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
    guard !isHeld, running == nil, !waiting.isEmpty else { return }
    let (number, work) = waiting.removeFirst()
    running = number
    onChange()
    let cancelled = cancelled
    let isCancelled: @Sendable () -> Bool = { cancelled.value.load(ordering: .relaxed) }
    let completion: @Sendable (Result<ScanSummary, LibraryError>) -> Void = { result in
      DispatchQueue.main.async { MainActor.assumeIsolated { self.ended(result) } }
    }
    switch work {
    case .paths(let paths):
      scan.start(paths, isCancelled: isCancelled, completion: completion)
    case .parts(let parts):
      scan.start(parts, isCancelled: isCancelled, completion: completion)
    }
  }

  private func ended(_ result: Result<ScanSummary, LibraryError>) {
    switch result {
    case .success(let summary) where summary.hasChanges: Log.info(Self.sentence(summary))
    case .success: break
    // Nothing else runs until it is mended.
    case .failure(.corrupt(let path)): return rescue(path)
    case .failure(let error): Log.warning(error.description)
    }
    goOn()
  }

  private func goOn() {
    running = nil
    onChange()
    startNext()
  }

  /// Puts the last backup in the place of a damaged library.
  private func rescue(_ library: String) {
    isRescuing = true
    scan.queue().async {
      let done = Result { () throws(LibraryError) in try LibraryRescue.rescue(library) }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          switch done {
          case .success(let sentence?): Log.error(sentence)
          case .success(nil): Log.warning("The library was found damaged, and is whole now.")
          case .failure(let error): Log.error(error.description)
          }
          self.isRescuing = false
          self.onDamage()
          self.goOn()
        }
      }
    }
  }

  private static func sentence(_ summary: ScanSummary) -> String {
    "Scanned the music: \(summary.added) added, \(summary.changed) changed, "
      + "\(summary.moved) moved, \(summary.gone) gone, \(summary.unreadable) unreadable."
  }
}
