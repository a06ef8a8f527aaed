import Dispatch
import Glibc
import Media
import Posix
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
      // Threads of their own: the global queues' may all be waiting for something in other tests.
      DispatchQueue(label: "waiting").async {
        isBusy.wait()
        let done = DispatchSemaphore(value: 0)
        DispatchQueue(label: "stopping").async {
          watcher.stop()
          done.signal()
        }
        let result = done.wait(timeout: .now() + .seconds(60))
        for _ in 0..<100 { mayGoOn.signal() }
        continuation.resume(returning: result == .success)
      }
    }
    #expect(hasStopped)
  }

  @Test func `when the kernel watches no more, all folders are walked every ten minutes`()
    async throws
  {
    let folder = try TemporaryFolder()
    let clock = ClockByHand()
    var system = clock.system
    system.notifications = { () throws(PosixError) in throw PosixError("watch", code: EMFILE) }
    let heard = try await Self.heard(system, clock, ["one", "two"], folder, turns: 3)
    #expect(clock.interval.withLock { $0 } == .seconds(600))
    #expect(heard.sentences.count == 1)
    #expect(heard.sentences[0].hasSuffix("max_user_instances=\(max(1024, try Self.limit() * 4))"))
    #expect(heard.parts == Array(repeating: LibraryParts(roots: [1, 2]), count: 3))
  }

  @Test func `what changes over a network is looked for every ten minutes, and no more`()
    async throws
  {
    let folder = try TemporaryFolder()
    let clock = ClockByHand()
    var system = clock.system
    system.isTold = { $0.lastComponent != FilePath("remote") }
    let heard = try await Self.heard(system, clock, ["near", "remote"], folder, turns: 2)
    #expect(clock.interval.withLock { $0 } == .seconds(600))
    #expect(heard.sentences.isEmpty)
    #expect(heard.parts == Array(repeating: LibraryParts(roots: [2]), count: 2))
  }

  @Test func `where the kernel tells of everything, no clock runs`() async throws {
    let folder = try TemporaryFolder()
    let clock = ClockByHand()
    var system = clock.system
    system.isTold = { _ in true }
    let heard = try await Self.heard(system, clock, ["near"], folder, turns: 1)
    #expect(clock.interval.withLock { $0 } == nil && heard.parts.isEmpty)
  }

  /// What a watcher of these folders tells while its clock turns.
  private static func heard(
    _ system: WatchSystem, _ clock: ClockByHand, _ names: [String], _ folder: TemporaryFolder,
    turns: Int
  ) async throws -> (sentences: [String], parts: [LibraryParts]) {
    let heard = Guarded<(sentences: [String], parts: [LibraryParts])>(([], []))
    let watcher = LibraryWatcher(system: system) { notice in
      heard.withLock {
        switch notice {
        case .limited(let sentence): $0.sentences.append(sentence)
        case .changed(let parts): $0.parts.append(parts)
        }
      }
    }
    let roots = try names.enumerated().map { index, name in
      MusicRoot(
        id: Int64(index + 1), path: FilePath(try folder.makeFolder(name)), name: name,
        isAvailable: true)
    }
    await withCheckedContinuation { continuation in
      watcher.watch(roots) { continuation.resume() }
    }
    for _ in 0..<turns { clock.turn() }
    // Turns are taken one after the other, and so is this.
    await withCheckedContinuation { continuation in
      watcher.watch([]) { continuation.resume() }
    }
    return heard.withLock { $0 }
  }

  private static func limit() throws -> Int {
    let text = try FileDescriptor(opening: "/proc/sys/fs/inotify/max_user_instances").readAll()
    return Int(String(decoding: text.dropLast(), as: UTF8.self)) ?? 0
  }
}

/// A clock that turns when it is told to.
private final class ClockByHand: Sendable {
  private let bodies = Guarded<[Int: (queue: DispatchQueue, body: @Sendable () -> Void)]>([:])
  /// What was last asked for; `nil` when nobody asked.
  let interval = Guarded<Duration?>(nil)

  var system: WatchSystem {
    var system = WatchSystem()
    system.clock = { [self] interval, queue, body in
      self.interval.withLock { $0 = interval }
      let number = bodies.withLock { bodies in
        bodies[bodies.count] = (queue, body)
        return bodies.count - 1
      }
      return { [self] in bodies.withLock { $0[number] = nil } }
    }
    return system
  }

  func turn() {
    for (queue, body) in bodies.withLock({ Array($0.values) }) { queue.async(execute: body) }
  }
}
