import CAllocations
import Dispatch
import Media
import TestSupport
import Testing

@testable import Playback

/// What the output thread does while it plays.
@Suite struct OutputThreadTests {
  @Test(.enabled(if: segue_thread_allocations() >= 0), arguments: [100, 50])
  func `playing on the clock allocates nothing`(volume: Int) async throws {
    let format = try #require(
      AudioFormat(sampleRate: 44100, channels: 2, sampleFormat: .s16))
    #expect(try await played(format, volume) { NullOutput(format: format) } == Played(0, 30_000))
  }

  @Test(.enabled(if: segue_thread_allocations() >= 0))
  func `becoming silent allocates nothing, and ends at its frame`() async throws {
    let format = try #require(
      AudioFormat(sampleRate: 44100, channels: 2, sampleFormat: .s16))
    let result = try await played(format, 100, fade: .init(end: 20_000, frames: 5000)) {
      NullOutput(format: format)
    }
    #expect(result == Played(0, 20_000))
  }

  @Test(.enabled(if: segue_thread_allocations() >= 0))
  func `playing on an ALSA device allocates nothing of our own`() async throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write("asound.conf", "pcm.silent { type null }\n")
    let format = try #require(
      AudioFormat(sampleRate: 44100, channels: 2, sampleFormat: .s16))
    let result = try await played(format, 100) {
      try PCM(opening: "silent", configuration: configuration, wanted: format)
    }
    #expect(result == Played(0, 30_000))
  }

  private struct Played: Equatable {
    /// How often memory was allocated or freed.
    let allocations: Int
    let frames: Int

    init(_ allocations: Int, _ frames: Int) {
      self.allocations = allocations
      self.frames = frames
    }
  }

  /// Plays 30,000 frames of a stream, on a thread that may block.
  private func played<Device: OutputDevice & ~Copyable>(
    _ format: AudioFormat, _ volume: Int, fade: OutputLoop.Fade? = nil,
    on device: @escaping @Sendable () throws -> Device
  ) async throws -> Played {
    let control = try OutputControl(output: nil, volume: volume, paused: false)
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            var device = try device()
            return Self.play(format, control, fade, on: &device)
          })
      }
    }
  }

  private static func play<Device: OutputDevice & ~Copyable>(
    _ format: AudioFormat, _ control: OutputControl, _ fade: OutputLoop.Fade?,
    on device: inout Device
  ) -> Played {
    var loop = OutputLoop(control: control)
    let stream = loop.begin(StreamRequest(generation: 1, source: format), format)
    let frames = [UInt8](repeating: 1, count: 30_000 * format.bytesPerFrame)
    _ = frames.withUnsafeBytes { stream.ring.put($0) }
    stream.isEnded.store(true, ordering: .releasing)
    loop.fade = fade
    _ = control.look()
    _ = device.prepare()
    let before = segue_thread_allocations()
    let outcome = loop.sound(stream, on: &device, awaited: .max)
    let after = segue_thread_allocations()
    guard case .finished = outcome else { return Played(-1, stream.ring.heard) }
    return Played(after - before, stream.ring.heard)
  }
}
