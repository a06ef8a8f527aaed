import Glibc
import Media
import Testing

@testable import Playback

/// What the output does with a device, one step after the other on the test's own thread.
@Suite struct OutputLoopTests {
  let format: AudioFormat
  let control: OutputControl
  let request: StreamRequest

  init() throws {
    format = try #require(AudioFormat(sampleRate: 44100, channels: 2, sampleFormat: .s16))
    control = try OutputControl(output: nil, volume: 100, paused: false)
    request = StreamRequest(generation: 1, source: format)
    control.change { [request] in $0.request = request }
  }

  /// A feed that waits for room or for the first frame of a track has nothing else to wake it.
  @Test(arguments: [ScriptedDevice.Script.runsDry, .isHalted(after: 600)])
  func `a frame that was heard as the device came to stand wakes the feed`(
    script: ScriptedDevice.Script
  ) throws {
    var loop = OutputLoop(control: control)
    let stream = try fill(&loop, frames: 3000)
    stream.alarm.store(500, ordering: .relaxed)
    var device = ScriptedDevice(format: format, script) { [control] _ in
      control.change { $0.quits = true }
    }
    try loop.play(on: &device, control.look(), openedFor: format)
    #expect(stream.ring.heard >= 500)
    #expect(isFeedWoken)
  }

  @Test func `a frame that was not heard yet wakes nobody`() throws {
    var loop = OutputLoop(control: control)
    let stream = try fill(&loop, frames: 3000)
    stream.alarm.store(601, ordering: .relaxed)
    var device = ScriptedDevice(format: format, .isHalted(after: 600)) { [control] _ in
      control.change { $0.quits = true }
    }
    try loop.play(on: &device, control.look(), openedFor: format)
    #expect(stream.ring.heard == 600)
    #expect(!isFeedWoken)
  }

  /// Begins the stream and puts frames into it. What woke the feed up to then is forgotten.
  private func fill(_ loop: inout OutputLoop, frames: Int) throws -> OutputFeed {
    let stream = loop.begin(request, format)
    let bytes = [UInt8](repeating: 1, count: frames * format.bytesPerFrame)
    #expect(bytes.withUnsafeBytes { stream.ring.put($0) } == frames)
    control.feedWake.clear()
    return stream
  }

  private var isFeedWoken: Bool {
    var descriptor = pollfd(fd: control.feedWake.raw, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) == 1
  }
}
