import Dispatch
import Posix
import Synchronization
import TestSupport
import Testing

@testable import Playback

@Suite struct AudioRingTests {
  @Test func `a full ring refuses what does not fit`() {
    let ring = AudioRing(capacity: 4, frameSize: 1)
    #expect(put([1, 2, 3, 4, 5, 6], in: ring) == 4)
    #expect(put([7], in: ring) == 0)
  }

  @Test func `a frame makes room when it was heard, not when it was taken`() {
    let ring = AudioRing(capacity: 4, frameSize: 2)
    #expect(put([1, 1, 2, 2, 3, 3, 4, 4], in: ring) == 4)
    ring.take(3)
    #expect(ring.room == 0)
    #expect(ring.hear(unheard: 1) == 2)
    #expect(ring.room == 2)
    #expect(taken(ring) == [4, 4])
  }

  @Test func `what was taken and not heard is taken again`() {
    let ring = AudioRing(capacity: 4, frameSize: 1)
    _ = put([1, 2, 3], in: ring)
    ring.take(3)
    _ = ring.hear(unheard: 2)
    ring.rewind()
    #expect(taken(ring) == [2, 3])
  }

  @Test func `a device that says less was heard than before is not believed`() {
    let ring = AudioRing(capacity: 4, frameSize: 1)
    _ = put([1, 2, 3], in: ring)
    ring.take(3)
    #expect(ring.hear(unheard: 1) == 2)
    #expect(ring.hear(unheard: 3) == 2)
    #expect(ring.hear(unheard: 9) == 2)
  }

  @Test func `what was cut off is not taken, and other frames come in its place`() {
    let ring = AudioRing(capacity: 8, frameSize: 1)
    _ = put([1, 2, 3, 4], in: ring)
    ring.take(1)
    ring.cut(at: 2)
    _ = put([7, 8], in: ring)
    #expect(taken(ring) == [2, 7, 8])
  }

  @Test func `frames wrap around the end of the memory`() {
    let ring = AudioRing(capacity: 4, frameSize: 1)
    var wanted: [UInt8] = []
    var found: [UInt8] = []
    for start in stride(from: UInt8(0), to: 240, by: 3) {
      let frames = Array(start..<start + 3)
      wanted += frames
      #expect(put(frames, in: ring) == 3)
      found += taken(ring)
      _ = ring.hear(unheard: 0)
    }
    #expect(found == wanted)
  }

  @Test func `two threads pass frames on in order`() async throws {
    let feed = Box()
    let total = 200_000
    let writer = try NamedThread.start("ring-writer") {
      var next: UInt16 = 0
      var written = 0
      while written < total {
        let frames = (0..<UInt16(min(97, total - written))).map { next &+ $0 }
        let count = frames.withUnsafeBytes { feed.ring.put($0) }
        next &+= UInt16(count)
        written += count
      }
    }
    let isInOrder: Bool = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: feed.readsInOrder(total)) }
    }
    writer.join()
    #expect(isInOrder)
  }

  private final class Box: Sendable {
    let ring = AudioRing(capacity: 1024, frameSize: 2)

    func readsInOrder(_ total: Int) -> Bool {
      var next: UInt16 = 0
      var read = 0
      while read < total {
        let (frames, count) = ring.next()
        for index in 0..<count {
          if frames.load(fromByteOffset: index * 2, as: UInt16.self) != next { return false }
          next &+= 1
        }
        ring.take(count)
        _ = ring.hear(unheard: 0)
        read += count
      }
      return true
    }
  }

  private func put(_ bytes: [UInt8], in ring: borrowing AudioRing) -> Int {
    bytes.withUnsafeBytes { ring.put($0) }
  }

  /// Takes everything there is.
  private func taken(_ ring: borrowing AudioRing) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let (frames, count) = ring.next()
      if count == 0 { return bytes }
      bytes += UnsafeRawBufferPointer(start: frames, count: count * ring.frameSize)
      ring.take(count)
    }
  }
}
