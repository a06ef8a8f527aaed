import Media
import TestSupport
import Testing

@testable import Playback

/// What is said of the way from the file to the device.
@MainActor @Suite struct AudioPathTests {
  struct Case: Sendable {
    var from: SampleFormat = .s16
    var to: SampleFormat = .s16
    var rate = 44100
    var channels = 2
    var gain = 1.0
    var volume = 100
    var speed = 1000
    var name: String? = "hw:0,0"
    let changes: [String]
  }

  @Test(arguments: [
    Case(changes: []),
    Case(to: .s32, changes: []),
    Case(from: .s24, to: .float32, changes: []),
    Case(from: .float32, to: .float32, changes: []),
    Case(from: .s32, to: .s24, changes: ["32 bits are dithered to 24."]),
    Case(from: .s32, to: .float32, changes: ["32 bits are dithered to 24."]),
    Case(
      from: .float32,
      changes: ["Floating point, which the codec decodes to, is rounded to 16 bits."]),
    Case(rate: 48000, changes: ["It is resampled from 44100 to 48000 Hz."]),
    Case(channels: 1, changes: ["2 channels become 1."]),
    Case(
      gain: 0.5, volume: 40,
      changes: [
        "ReplayGain changes it by -6.02 dB.", "The volume is 40 %.",
        "What is multiplied is dithered to 16 bits.",
      ]),
    Case(to: .float32, volume: 40, changes: ["The volume is 40 %."]),
    Case(speed: 1250, changes: ["The speed is 1.25."]),
    Case(name: nil, changes: ["The null output plays into nothing."]),
    Case(
      name: "default",
      changes: ["What is behind the ALSA device default may change it; hw: devices do not."]),
  ])
  func `what changes the samples is named`(one: Case) throws {
    let path = AudioPath(
      codec: "flac",
      source: try #require(
        AudioFormat(sampleRate: 44100, channels: 2, sampleFormat: one.from)),
      replayGain: one.gain, volume: one.volume, speed: one.speed,
      device: AudioPath.Device(
        name: one.name,
        format: try #require(
          AudioFormat(sampleRate: one.rate, channels: one.channels, sampleFormat: one.to)),
        periodFrames: 1, bufferFrames: 4))
    #expect(path.changes == one.changes)
    #expect(path.isBitPerfect == one.changes.isEmpty)
  }

  @Test func `what is heard on a card is told as it was set up`() async throws {
    let stage = try await Stage(
      [Recording.long], rate: 8000, card: "formats=S32_LE", closeAfterPause: .zero)
    #expect(stage.player.audioPath == nil)
    stage.play()
    try await stage.probe.wait("sound") { stage.player.audioPath != nil }
    let path = try #require(stage.player.audioPath)
    let device = try #require(path.device)
    #expect(path.codec == "flac")
    #expect(path.source.description == "8000:16:2")
    #expect(device.name == "hw:0,0")
    #expect(device.format.description == "8000:32:2")
    #expect(device.bufferFrames == 4000)
    #expect(device.periodFrames == 1000)
    #expect(path.isBitPerfect)
    stage.player.pause(true)
    try await stage.probe.wait("the device to be given up") {
      stage.player.audioPath?.device == nil
    }
    #expect(stage.player.audioPath?.isBitPerfect == false)
  }
}
