import Dispatch
import Library
import Media
import Synchronization

/// Scans that run inside the daemon, one after the other.
@MainActor
final class LibraryScans {
  /// The number of the scan that runs, as `updating_db`; `nil` while none does.
  private(set) var current: Int?

  /// Called when a scan begins or ends.
  var onChange: () -> Void = {}

  private let scan: Scan
  private var waiting: [(number: Int, paths: [FilePath])] = []
  private var lastNumber = 0
  private let cancelled = Flag()

  /// Scans that may wait. MPD's.
  private static let limit = 32

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
    waiting.append((lastNumber, paths))
    startNext()
    return lastNumber
  }

  /// Stops what runs; nothing more starts.
  func cancel() {
    cancelled.value.store(true, ordering: .relaxed)
    waiting = []
  }

  private func startNext() {
    guard current == nil, !waiting.isEmpty else { return }
    let (number, paths) = waiting.removeFirst()
    current = number
    onChange()
    let cancelled = cancelled
    scan.start(
      paths, isCancelled: { cancelled.value.load(ordering: .relaxed) },
      completion: { result in
        DispatchQueue.main.async { MainActor.assumeIsolated { self.ended(result) } }
      })
  }

  private func ended(_ result: Result<ScanSummary, LibraryError>) {
    switch result {
    case .success(let summary) where summary.hasChanges: Log.info(Self.sentence(summary))
    case .success: break
    case .failure(let error): Log.warning(error.description)
    }
    current = nil
    onChange()
    startNext()
  }

  private static func sentence(_ summary: ScanSummary) -> String {
    "Scanned the music: \(summary.added) added, \(summary.changed) changed, "
      + "\(summary.moved) moved, \(summary.gone) gone, \(summary.unreadable) unreadable."
  }
}
