import Media
import TestSupport
import Testing

@testable import Playback

/// The device fails: no frame is lost or repeated, and it goes on by itself.
@MainActor @Suite struct PlayerFaultTests {
  enum Fault: CaseIterable, Sendable {
    case xrun, suspend, unplugged, inputOutput, stalled

    var setting: String {
      switch self {
      case .xrun: "xrun=1"
      case .suspend: "suspend=1"
      case .unplugged: "plugged=0"
      case .inputOutput: "write=EIO"
      case .stalled: "stalled=1"
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func `no frame is lost or repeated by a fault of the device`(fault: Fault) async throws {
    let stage = try await Stage([Recording.long], rate: 8000)
    stage.play()
    try await stage.probe.waitForPosition(.milliseconds(300))
    try await stage.card.set(fault.setting)
    if fault != .xrun, fault != .suspend {
      try await stage.probe.wait("interruption") { stage.player.error != nil }
      #expect(stage.player.state == .playing)
      let position = stage.player.position
      #expect(stage.player.position == position)
      try await stage.card.set("plugged=1", "write=0", "stalled=0")
    }
    try await stage.probe.wait("sound again") { stage.player.error == nil }
    try await stage.expectEveryFrame()
  }

  @Test(arguments: [Fault.unplugged, .inputOutput, .stalled])
  func `sound is back at most 1.5 s after the device is`(fault: Fault) async throws {
    let stage = try await Stage([Recording.long], rate: 8000)
    stage.play()
    try await stage.probe.waitForPosition(.milliseconds(300))
    try await stage.card.set(fault.setting)
    try await stage.probe.wait("interruption") { stage.player.error != nil }
    let back = Clock.now()
    try await stage.card.set("plugged=1", "write=0", "stalled=0")
    try await stage.probe.wait("sound again") { stage.player.error == nil }
    let limit = Int(Effort.within(.milliseconds(1500)) / .nanoseconds(1))
    let waited = try #require(try stage.card.lastStart()) - back
    // A clock that stood had been started again while it stood.
    #expect(waited <= limit)
    #expect(waited >= 0 || fault == .stalled)
  }

  @Test func `a busy device is tried until it is free`() async throws {
    let stage = try await Stage([20_000], card: "open=EBUSY", "speed=10")
    stage.play()
    try await stage.probe.wait("error") { stage.player.error != nil }
    #expect(
      stage.player.error
        == "The sound device hw:0,0 is busy: another program is using it.")
    #expect(stage.player.state == .playing)
    try await stage.probe.wait("tries") {
      // A line each time, as each begins a log of its own.
      (try? stage.card.events().split(separator: "\n").count { $0.contains("open failed") }) ?? 0
        > 2
    }
    try await stage.card.set("open=0")
    try await stage.probe.waitUntilStopped()
    try stage.expectHeard(stage.recording.frames)
    #expect(
      stage.probe.interruptions == [
        "The sound device hw:0,0 is busy: another program is using it.", nil,
      ])
  }

  @Test(arguments: ["hw:77,0", "nonsense"])
  func `who names a device that is not there is told how to find one`(device: String) async throws {
    let recording = try await Recording([1000])
    let probe = PlayerProbe(OutputConfiguration(name: "wrong", kind: .alsa(device: device)))
    defer { probe.player.shutDown() }
    probe.player.append(recording.items)
    probe.player.play()
    try await probe.wait("error") { probe.player.error != nil }
    #expect(
      probe.player.error
        == "There is no sound device \(device); `aplay -L` lists those there are, and device in segue.conf chooses one."
    )
  }

  @Test func `without an output playing waits, and goes on where it was`() async throws {
    let stage = try await Stage([Recording.long], rate: 8000)
    stage.play()
    try await stage.probe.waitForPosition(.milliseconds(200))
    try stage.player.setOutput(0, enabled: false)
    try await stage.probe.wait("error") { stage.player.error == "No output is enabled." }
    #expect(stage.player.state == .playing)
    #expect(stage.player.volume == nil)
    try stage.player.setOutput(0, enabled: true)
    try await stage.expectEveryFrame()
  }
}
