import Decoding
import Media
import Testing

/// Codecs with a delay and a padding of their own: as long as what was encoded, and at the same place.
@Suite struct LossyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let command: String
    var rate = 44100
    var channels = 2
    var frames = 150_001
    /// What is not trimmed exactly, and by how many frames at most.
    var surplus: Int64 = 0
    /// Whether its decoder fills in noise of its own, so that only the sound's shape comes again.
    var hasNoise = false
    /// By how many frames a place may be missed: by what a millisecond is rounded.
    var error: Int64 = 0
    /// The reference decoder's command; raw 16 bit.
    var reference = "ffmpeg -v error -i IN -f s16le -"
    var testDescription: String { name }

    func sound() -> TestSound { TestSound(rate: rate, channels: channels, frames: frames) }
    func file() async throws -> String {
      try await TestFiles.shared.file(name, of: sound(), by: command)
    }
  }

  private static let ffmpeg = "ffmpeg -v error -y -i IN"

  static let cases = [
    Case(name: "vbr.mp3", command: "lame --quiet -V 2 IN OUT"),
    Case(name: "cbr.mp3", command: "lame --quiet -b 192 IN OUT"),
    Case(name: "cbr320.mp3", command: "lame --quiet -b 320 IN OUT", rate: 48000),
    Case(name: "low.mp3", command: "lame --quiet -b 64 -m m IN OUT", rate: 22050, channels: 1),
    Case(name: "abr.mp3", command: "lame --quiet --abr 160 IN OUT"),
    Case(name: "noinfo.mp3", command: "lame --quiet -t -b 128 IN OUT", surplus: 3000),
    Case(
      name: "vorbis.ogg", command: "oggenc -Q -q 5 -o OUT IN", reference: "oggdec -Q -R -o - IN"),
    Case(
      name: "opus.opus", command: "opusenc --quiet --bitrate 160 IN OUT", rate: 48000,
      reference: "opusdec --quiet --no-dither IN -"),
    Case(name: "aac.m4a", command: "\(ffmpeg) -c:a aac -b:a 192k OUT", hasNoise: true),
    Case(
      name: "aac48.m4a", command: "\(ffmpeg) -c:a aac -b:a 192k OUT", rate: 48000, hasNoise: true),
    Case(
      name: "adts.aac", command: "\(ffmpeg) -c:a aac -b:a 192k OUT", surplus: 3000, hasNoise: true),
    Case(
      name: "opus.mka", command: "\(ffmpeg) -c:a libopus -b:a 160k OUT", rate: 48000, surplus: 100),
    Case(name: "ac3.ac3", command: "\(ffmpeg) OUT", rate: 48000, surplus: 2000, hasNoise: true),
    Case(name: "wma.wma", command: "\(ffmpeg) OUT", surplus: 5000, hasNoise: true, error: 100),
  ]

  @Test(arguments: cases) func `it is as long as what was encoded, and in its place`(_ one: Case)
    async throws
  {
    let decoded = try Decoded(try await one.file())
    #expect(decoded.properties.format.sampleFormat == .float32)
    #expect(decoded.first == 0)
    #expect(decoded.gaps == 0)
    let surplus = decoded.end - Int64(one.frames)
    #expect(abs(surplus) <= one.surplus, "\(surplus)")
    let frames = try #require(decoded.properties.frames)
    #expect(abs(frames - decoded.end) <= one.surplus, "\(frames)")
    if one.surplus == 0 {
      let offset = Self.offset(
        of: one.sound().bytes(.float32).floats, in: decoded.floats, channels: one.channels)
      #expect(offset == 0)
    }
  }

  @Test(arguments: cases) func `a part sounds as it does in the whole`(_ one: Case) async throws {
    let path = try await one.file()
    let whole = try Decoded(path).floats
    for start in [1, 30_000, 60_001, 100_000, 133_333] {
      let part = try Decoded(path, start: Int64(start))
      #expect(part.first == Int64(start))
      let floats = part.floats
      let skipped = start * one.channels
      #expect(abs(floats.count - (whole.count - skipped)) <= Int(one.error) * one.channels)
      guard one.error == 0 else { continue }
      if one.hasNoise, start < 100_000 {
        let tail = Array(whole[skipped...])
        #expect(
          Self.offset(of: tail, in: floats, channels: one.channels, middle: 20_000, reach: 50) == 0)
      }
      let errors = zip(whole[skipped...], floats).map { $0 - $1 }
      let error = Self.loudness(errors)
      #expect(error <= (one.hasNoise ? 0.02 : 0.00001), "from \(start): \(error)")
    }
  }

  private static func loudness(_ samples: [Float]) -> Float {
    (samples.reduce(0) { $0 + $1 * $1 } / Float(max(1, samples.count))).squareRoot()
  }

  @Test(arguments: cases) func `another decoder hears the same`(_ one: Case) async throws {
    let path = try await one.file()
    let ours = try Decoded(path, as: .float32).floats
    var theirs = try await output(of: one.reference, path).withUnsafeBytes {
      $0.bindMemory(to: Int16.self).map { Float($0) / 32768 }
    }
    if one.name.hasSuffix(".m4a") { theirs = Array(theirs.prefix(ours.count)) }
    #expect(abs(theirs.count - ours.count) <= Int(one.surplus) * one.channels)
    let worst = zip(ours, theirs).lazy.map { abs($0 - $1) }.max() ?? 1
    #expect(worst < 0.001, "\(worst)")
  }

  /// By how many frames `sound` is late, up to `reach`: where the two are most alike.
  private static func offset(
    of original: [Float], in sound: [Float], channels: Int, middle: Int = 60_000, reach: Int = 1500
  ) -> Int {
    let window = 800
    var best = (score: -Float.infinity, offset: 0)
    for offset in -reach...reach {
      var score: Float = 0
      for frame in stride(from: middle, to: middle + window, by: 1) {
        score += original[frame * channels] * sound[(frame + offset) * channels]
      }
      if score > best.score { best = (score, offset) }
    }
    return best.offset
  }
}
