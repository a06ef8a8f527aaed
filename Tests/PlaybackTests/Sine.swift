import Glibc
import TestSupport

/// A tone in both channels, of 16 bits.
struct Sine {
  let amplitude = 8000.0
  /// A WAV file.
  let file: [UInt8]

  init(_ frequency: Double, rate: Int, seconds: Int) {
    let frames = (0..<rate * seconds).flatMap { [amplitude] index in
      let phase = 2 * Double.pi * frequency * Double(index) / Double(rate)
      let value = Int16((amplitude * sin(phase)).rounded())
      let bytes = [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      return bytes + bytes
    }
    file = WAVFile.bytes(frames[...], rate: rate)
  }
}

extension VirtualCard {
  /// How loud tones are in a recording, in windows of 50 ms: for each its time in seconds, the level of all there is,
  /// and that of each tone, in decibels below full scale.
  func levels(_ number: Int, of tones: Double...) async throws -> [[Double]] {
    let run = try await ProgramRun.of([
      "python3", Project.rig + "/analyze.py", "levels", take(number), "--freqs",
      tones.map { "\($0)" }.joined(separator: ","), "--win", "50", "--json",
    ])
    guard let start = run.output.firstRange(of: "\"rows\"")?.upperBound else { return [] }
    return run.output[start...].split(separator: "]").map { part in
      part.split { ",[: \n".contains($0) }.compactMap { Double($0) }
    }.filter { $0.count == tones.count + 2 }
  }
}
