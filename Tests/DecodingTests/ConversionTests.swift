import Decoding
import Glibc
import Media
import Testing

/// What must be computed: rates, channels, fewer bits.
@Suite struct ConversionTests {
  @Test(arguments: [
    (44100, 48000), (48000, 44100), (96000, 44100), (44100, 192_000), (8000, 44100),
  ])
  func `a changed rate keeps length, level and place`(_ from: Int, _ to: Int) async throws {
    let sound = TestSound(rate: from, frames: from * 2 + 1)
    let path = try await TestFiles.shared.file("rate\(from)-\(to)", of: sound, by: "")
    let decoded = try Decoded(path, as: .float32, rate: to)
    let expected = Int64((Double(sound.frames) * Double(to) / Double(from)).rounded())
    #expect(decoded.first == 0 && decoded.gaps == 0)
    #expect(abs(decoded.end - expected) <= 1)
    #expect(decoded.bytes.count == Int(decoded.end) * 8)
    let part = try Decoded(path, start: Int64(from), as: .float32, rate: to)
    #expect(part.first == Int64(to))
    #expect(abs(part.end - expected) <= 1)
    // Away from the edges a part is what it is in the whole.
    let (whole, tail) = (decoded.floats, part.floats)
    let errors = (5000..<min(tail.count, 20_000)).map { abs(whole[to * 2 + $0] - tail[$0]) }
    #expect((errors.max() ?? 1) < 0.0001)
  }

  @Test func `a tone keeps its shape through a changed rate`() async throws {
    let path = try await TestFiles.shared.file(
      "tone.wav", of: TestSound(frames: 1),
      by: "ffmpeg -v error -y -f lavfi -i aevalsrc=sin(2*PI*997*t)/8:s=44100:d=2 -c:a pcm_f32le OUT"
    )
    let floats = try Decoded(path, as: .float32, rate: 48000).floats
    // The best sine of that pitch, by least squares over a whole number of its periods.
    let angle = 2 * Double.pi * 997 / 48000
    var (sines, cosines, power) = (0.0, 0.0, 0.0)
    let range = 24000..<72000
    for frame in range {
      sines += Double(floats[frame]) * sin(angle * Double(frame))
      cosines += Double(floats[frame]) * cos(angle * Double(frame))
      power += Double(floats[frame] * floats[frame])
    }
    let count = Double(range.count)
    let tone = (sines * sines + cosines * cosines) * 2 / count
    // Nothing else above -110 dB.
    #expect((power - tone) / power < 1e-11)
    #expect(abs((tone / count).squareRoot() - 0.125 / 2.0.squareRoot()) < 0.0001)
  }

  @Test func `dropped bits are dithered, kept ones are not`() async throws {
    let sound = TestSound(frames: 50_000, bits: 24)
    let path = try await TestFiles.shared.file("drop24", of: sound, as: .s24Packed, by: "")
    let narrow = try Decoded(path, as: .s16).bytes.withUnsafeBytes {
      $0.bindMemory(to: Int16.self).map { Int32($0) << 16 }
    }
    #expect(narrow.count == sound.samples.count)
    let errors = zip(narrow, sound.samples).map { Double($0 &- $1) / 65536 }
    // Triangular dither: an error of no bias, within 1.5 steps, of a variance of 1/4.
    let mean = errors.reduce(0, +) / Double(errors.count)
    let variance = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
    #expect(abs(mean) < 0.05)
    #expect((0.15...0.35).contains(variance))
    #expect(errors.allSatisfy { abs($0) < 2.1 })
  }

  @Test func `a float that is too loud is clipped, not wrapped around`() async throws {
    let path = try await TestFiles.shared.file(
      "loud.wav", of: TestSound(frames: 1),
      by: "ffmpeg -v error -y -f lavfi -i sine=1000:r=44100:d=1 -af volume=40 -c:a pcm_f32le OUT")
    let floats = try Decoded(path, as: .float32).floats
    for format in [SampleFormat.s16, .s32] {
      let decoded = try Decoded(path, as: format).bytes
      let values = decoded.withUnsafeBytes { bytes in
        format == .s16
          ? bytes.bindMemory(to: Int16.self).map { Float($0) / 32768 }
          : bytes.bindMemory(to: Int32.self).map { Float($0) / 2_147_483_648 }
      }
      #expect(zip(values, floats).allSatisfy { abs($0 - min(max($1, -1), 1)) < 0.001 })
    }
  }

  @Test func `what is no number is silence, and the infinite is full scale`() throws {
    var wav = TestSound(channels: 1, frames: 8).wav(.float32)
    let strange: [Float] = [.nan, .infinity, -.infinity, .signalingNaN, 1e30, -1e30, 0.5, -1]
    for (index, value) in strange.enumerated() {
      withUnsafeBytes(of: value.bitPattern.littleEndian) {
        wav.replaceSubrange((44 + index * 4)..<(48 + index * 4), with: $0)
      }
    }
    let path = try TestFiles.folder().write("strange.wav", wav)
    let values = try Decoded(path, as: .s32).bytes.withUnsafeBytes {
      Array($0.bindMemory(to: Int32.self))
    }
    #expect(values == [0, .max, .min, 0, .max, .min, 1 << 30, .min])
    for format in SampleFormat.allCases {
      for rate in [44100, 48000] { _ = try Decoded(path, as: format, rate: rate) }
    }
  }

  @Test func `one channel sounds on both sides, unchanged`() async throws {
    let sound = TestSound(channels: 1, frames: 10_000)
    let path = try await TestFiles.shared.file("mono", of: sound, by: "")
    let stereo = try Decoded(path, channels: 2).bytes.values
    let mono = sound.bytes(.s16).values
    #expect(stereo == mono.flatMap { [$0, $0] })
    let six = try Decoded(path, channels: 6).bytes.values
    #expect(six == mono.flatMap { [$0, $0, 0, 0, 0, 0] })
  }

  /// Each channel holds a constant: FL 1000, FR 2000, FC 3000, LFE 4000, then as named.
  @Test(arguments: [
    ("5.1", [1, 2, 3, 4, 5, 6], [1, 2, 5, 6, 3, 4]),
    ("5.1(side)", [1, 2, 3, 4, 5, 6], [1, 2, 5, 6, 3, 4]),
    ("7.1", [1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 5, 6, 3, 4, 7, 8]),
    ("quad", [1, 2, 3, 4], [1, 2, 3, 4]),
    ("5.0", [1, 2, 3, 4, 5], [1, 2, 4, 5, 3]),
    ("stereo", [1, 2], [1, 2]),
  ])
  func `channels come in the device's order`(_ layout: String, _ given: [Int], _ wanted: [Int])
    async throws
  {
    let expressions = given.map { "\($0)000/32768" }.joined(separator: "|")
    for codec in ["pcm_s16le", "wavpack"] where codec == "pcm_s16le" || given.count < 8 {
      let path = try await TestFiles.shared.file(
        "\(layout).\(codec == "wavpack" ? "wv" : "wav")", of: TestSound(frames: 1),
        by:
          "ffmpeg -v error -y -f lavfi -i aevalsrc=\(expressions):c=\(layout):s=48000:d=0.1 -c:a \(codec) OUT"
      )
      let values = try Decoded(path, as: .s16).bytes.values
      #expect(values.count == 4800 * given.count)
      #expect(values.prefix(given.count).map { Int(($0 + 500) / 1000) } == wanted)
    }
  }

  @Test func `surround is mixed down for a stereo device, without clipping`() async throws {
    let path = try await TestFiles.shared.file(
      "down.wav", of: TestSound(frames: 1),
      by: "ffmpeg -v error -y -f lavfi -i aevalsrc=0.9|0.9|0.9|0.9|0.9|0.9:c=5.1:s=48000:d=0.1 OUT")
    let floats = try Decoded(path, as: .float32, channels: 2).floats
    #expect(floats.count == 9600)
    #expect(floats.allSatisfy { (0.5...0.91).contains($0) })
  }
}

extension [UInt8] {
  var values: [Int16] { withUnsafeBytes { [Int16]($0.bindMemory(to: Int16.self)) } }
}
