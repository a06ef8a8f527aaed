import Testing

@testable import Playback

/// How long tracks overlap.
@Suite struct CrossfadeSettingsTests {
  typealias Side = CrossfadeSettings.Side
  typealias Overlap = CrossfadeSettings.Overlap

  @Test func `a MixRamp tag says when it is so loud, between its points as well`() throws {
    let ramp = try #require(MixRamp("-30 0.2;-20 1.2;-10 2;"))
    #expect(ramp.time(at: -30) == 0.2)
    #expect(ramp.time(at: -40) == 0.2)
    #expect(ramp.time(at: -10) == 2)
    #expect(ramp.time(at: -25).map { abs($0 - 0.7) < 1e-9 } == true)
    #expect(ramp.time(at: -9.9) == nil)
  }

  @Test(arguments: ["", "loud", "1", "1 2 3", "nan 1", "-3 inf", "-3 -1", ";"])
  func `what is no MixRamp tag is none`(text: String) { #expect(MixRamp(text) == nil) }

  @Test func `tracks overlap as long as is set, unless they are short or of unknown length`() {
    var settings = CrossfadeSettings()
    func overlap(_ one: Int?, _ other: Int?) -> Overlap? {
      settings.overlap(
        Side(length: one.map { .seconds($0) }), Side(length: other.map { .seconds($0) }))
    }
    #expect(overlap(100, 100) == nil)
    settings.duration = .seconds(8)
    #expect(overlap(100, 20) == Overlap(time: .seconds(8), isFaded: true))
    #expect(overlap(19, 100) == nil)
    #expect(overlap(100, 19) == nil)
    #expect(overlap(nil, 100) == nil)
    #expect(overlap(100, nil) == nil)
    settings.duration = .seconds(25)
    #expect(overlap(100, 25) == nil)
    #expect(overlap(100, 26) == Overlap(time: .seconds(25), isFaded: true))
    settings.duration = .seconds(1000)
    #expect(overlap(100, 100) == Overlap(time: .seconds(60), isFaded: true))
  }

  @Test func `with MixRamp they overlap where both are quiet, if both have tags`() {
    var settings = CrossfadeSettings()
    settings.duration = .seconds(8)
    settings.mixRampThreshold = -20
    let end = Side(ramp: MixRamp("-30 0.5;-20 3;"), length: .seconds(60))
    let start = Side(ramp: MixRamp("-30 1;-20 2;"), length: .seconds(60))
    let usual = Overlap(time: .seconds(8), isFaded: true)
    #expect(settings.overlap(end, start) == usual)
    settings.mixRampDelay = 1
    #expect(settings.overlap(end, start) == Overlap(time: .seconds(4), isFaded: false))
    #expect(settings.overlap(end, Side(length: .seconds(60))) == usual)
    settings.mixRampDelay = 5
    #expect(settings.overlap(end, start) == nil)
    settings.mixRampDelay = 1
    // What ReplayGain makes quieter may be louder by itself.
    var quieter = start
    quieter.gain = -10
    #expect(settings.overlap(end, quieter) == nil)
    quieter.gain = 10
    #expect(settings.overlap(end, quieter) == Overlap(time: .seconds(3), isFaded: false))
    settings.duration = .zero
    #expect(settings.overlap(end, start) == nil)
  }
}
