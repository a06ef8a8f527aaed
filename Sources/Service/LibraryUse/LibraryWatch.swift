import Dispatch
import Library
import Media

/// Has parts of the music folders scanned as they change.
@MainActor
final class LibraryWatch {
  private let scans: LibraryScans
  private var watcher: LibraryWatcher?
  private var paths: [Int64: FilePath] = [:]

  init(_ scans: LibraryScans) {
    self.scans = scans
    watcher = LibraryWatcher { [weak self] notice in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.take(notice) } }
    }
  }

  /// Watches these roots; those that are new are scanned once they are watched.
  ///
  /// - Parameter completion: Called when they are, the first time.
  func follow(_ roots: [MusicRoot], then completion: (@MainActor @Sendable () -> Void)? = nil) {
    let new = Dictionary(roots.map { ($0.id, $0.path) }, uniquingKeysWith: { first, _ in first })
    guard new != paths || completion != nil else { return }
    let added = completion == nil ? new.keys.filter { paths[$0] != new[$0] } : []
    paths = new
    watcher?.watch(roots) { [weak self] in
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          completion?()
          self?.scans.request(LibraryParts(roots: added))
        }
      }
    }
  }

  func stop() {
    watcher?.stop()
    watcher = nil
  }

  private func take(_ notice: LibraryWatcher.Notice) {
    guard watcher != nil else { return }
    switch notice {
    case .changed(let parts): scans.request(parts)
    case .limited(let sentence): Log.warning(sentence)
    }
  }
}
