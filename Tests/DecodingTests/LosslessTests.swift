import Decoding
import Media
import Testing

/// What goes into a lossless codec comes out of ours, bit for bit, from any place to any other.
@Suite struct LosslessTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let command: String
    var rate = 44100
    var channels = 2
    /// How the encoder gets it, and what its decoder gives.
    var format = SampleFormat.s16
    var native: SampleFormat?
    var frames = 150_001
    var testDescription: String { name }

    var bits: Int { format == .float32 ? 24 : format.bits }
    func sound() -> TestSound {
      TestSound(rate: rate, channels: channels, frames: frames, bits: bits)
    }
    func file() async throws -> String {
      try await TestFiles.shared.file(name, of: sound(), as: format, by: command)
    }
    var expected: SampleFormat { native ?? (format == .s24Packed ? .s24 : format) }
  }

  private static let ffmpeg = "ffmpeg -v error -y -i IN"

  static let cases = [
    Case(name: "flac16.flac", command: "flac -s -o OUT IN"),
    Case(name: "flac24.flac", command: "flac -s -o OUT IN", rate: 96000, format: .s24Packed),
    Case(
      name: "flac8.flac", command: "flac -s -o OUT IN", rate: 8000, channels: 1, format: .u8,
      native: .s16),
    Case(name: "flac-noseek.flac", command: "flac -s --no-seektable -o OUT IN", rate: 48000),
    Case(name: "ogg.oga", command: "flac -s --ogg -o OUT IN"),
    Case(name: "mka.mka", command: "\(ffmpeg) -c:a flac OUT"),
    Case(name: "wav8", command: "", format: .u8),
    Case(name: "wav16", command: ""),
    Case(name: "wav24", command: "", rate: 48000, format: .s24Packed),
    Case(name: "wav32", command: "", format: .s32),
    Case(name: "wavfloat", command: "", format: .float32),
    Case(name: "wv16.wv", command: "wavpack -q -o OUT IN"),
    Case(name: "wv24.wv", command: "wavpack -q -o OUT IN", rate: 96000, format: .s24Packed),
    Case(name: "wvfloat.wv", command: "wavpack -q -o OUT IN", format: .float32),
    Case(name: "alac16.m4a", command: "\(ffmpeg) -c:a alac OUT"),
    Case(name: "alac24.m4a", command: "\(ffmpeg) -c:a alac OUT", rate: 48000, format: .s24Packed),
    Case(name: "tta.tta", command: "\(ffmpeg) -c:a tta OUT"),
    Case(name: "tta24.tta", command: "\(ffmpeg) -c:a tta OUT", format: .s24Packed),
    Case(name: "aiff.aiff", command: "\(ffmpeg) OUT"),
    Case(name: "aiff24.aiff", command: "\(ffmpeg) -c:a pcm_s24be OUT", format: .s24Packed),
    Case(name: "au.au", command: "\(ffmpeg) OUT"),
    Case(name: "caf.caf", command: "\(ffmpeg) -c:a pcm_s16le OUT"),
    Case(name: "mono.flac", command: "flac -s -o OUT IN", rate: 22050, channels: 1),
  ]

  @Test(arguments: cases) func `the whole file is what was encoded`(_ one: Case) async throws {
    let sound = one.sound()
    let decoded = try Decoded(try await one.file())
    #expect(
      decoded.properties.format
        == AudioFormat(
          sampleRate: one.rate, channels: one.channels, sampleFormat: one.expected))
    // Matroska counts in milliseconds.
    let error = abs((decoded.properties.frames ?? 0) - Int64(one.frames))
    #expect(error <= (one.name == "mka.mka" ? Int64(one.rate) / 1000 : 0))
    // FFmpeg knows the length of sound in a CAF by its bytes only.
    #expect(decoded.properties.isExact == !["mka.mka", "caf.caf"].contains(one.name))
    #expect(decoded.first == 0)
    #expect(decoded.end == Int64(one.frames))
    #expect(decoded.gaps == 0)
    #expect(decoded.bytes == sound.bytes(one.expected))
  }

  @Test(arguments: cases) func `any part of the file is that part of the whole`(_ one: Case)
    async throws
  {
    let path = try await one.file()
    let whole = one.sound().bytes(one.expected)
    let size = one.channels * one.expected.bytes
    for (start, end) in [
      (1, 2), (4095, 4097), (44099, nil), (88_888, 99_999), (100_000, nil), (149_999, 150_000),
      (150_000, nil),
    ] {
      let decoded = try Decoded(path, start: Int64(start), end: end.map(Int64.init))
      #expect(decoded.first == Int64(start))
      #expect(decoded.end == Int64(end ?? one.frames))
      #expect(
        decoded.bytes == Array(whole[(start * size)..<((end ?? one.frames) * size)]),
        "from \(start)")
    }
  }

  @Test func `a start behind the end gives nothing, and its place`() async throws {
    let decoded = try Decoded(try await Self.cases[0].file(), start: 1 << 40)
    #expect(decoded.bytes.isEmpty)
    #expect(decoded.end == 150_001)
  }

  @Test(arguments: SampleFormat.allCases)
  func `integers become wider ones without a change`(_ format: SampleFormat) async throws {
    for one in Self.cases[0...1] where format.bits >= one.bits || format == .float32 {
      let decoded = try Decoded(try await one.file(), start: 70_000, as: format)
      #expect(decoded.bytes == one.sound().bytes(format, from: 70_000))
    }
  }

  @Test func `other decoders agree`() async throws {
    let flac = try await Self.cases[1].file()
    let raw = "flac -d -s -c --force-raw-format --endian=little --sign=signed IN"
    #expect(try Decoded(flac, as: .s24Packed).bytes == (try await output(of: raw, flac)))
    let wavPack = try await Self.cases[12].file()
    #expect(
      try Decoded(wavPack, as: .s24Packed).bytes
        == (try await output(of: "wvunpack -q -r -o - IN", wavPack)))
    let alac = try await Self.cases[15].file()
    #expect(
      try Decoded(alac, as: .s32).bytes
        == (try await output(of: "ffmpeg -v error -i IN -f s32le -", alac)))
  }
}
