import Dispatch
import Media
import TestSupport
import Testing

@testable import Library

@Suite struct WatcherTests {
  @Test func `stopping waits for nothing that the watcher is busy with`() async throws {
    let folder = try TemporaryFolder()
    let root = MusicRoot(
      id: 1, path: FilePath(folder.path("missing")), name: "missing", isAvailable: false)
    let isBusy = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    // What is not there is looked for by the clock.
    let watcher = LibraryWatcher(clock: .milliseconds(1)) { _ in
      isBusy.signal()
      mayGoOn.wait()
    }
    watcher.watch([root])
    let hasStopped = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        isBusy.wait()
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
          watcher.stop()
          done.signal()
        }
        let result = done.wait(timeout: .now() + .seconds(5))
        for _ in 0..<100 { mayGoOn.signal() }
        continuation.resume(returning: result == .success)
      }
    }
    #expect(hasStopped)
  }
}
