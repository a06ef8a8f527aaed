import Media
import TestSupport
import Testing

/// A continuous sound cut into FLAC files, in which no two frames are alike.
struct Recording: Sendable {
  let folder: TemporaryFolder
  let items: [MediaItem]
  /// 16-bit stereo.
  let frames: [UInt8]
  let rate: Int

  /// Two minutes at 8 kHz: so long that a test which is slow has not missed its end.
  static let long = 960_000

  /// - Parameter lengths: How many frames each file has.
  init(_ lengths: [Int], rate: Int = 44100, seed: UInt64 = 1) async throws {
    folder = try TemporaryFolder()
    self.rate = rate
    frames = Self.noise(lengths.reduce(0, +), seed: seed)
    var items: [MediaItem] = []
    var start = 0
    for (index, length) in lengths.enumerated() {
      let part = frames[start * 4..<(start + length) * 4]
      start += length
      let wav = try folder.write("\(index).wav", WAVFile.bytes(part, rate: rate))
      let flac = folder.path("\(index).flac")
      let run = try await ProgramRun.of(["flac", "--silent", "-f", "-1", "-o", flac, wav])
      try #require(run.status == 0, "\(run.errors)")
      items.append(Self.item(flac, rate: rate))
    }
    self.items = items
  }

  static func item(_ path: String, rate: Int? = nil) -> MediaItem {
    var audio = AudioProperties()
    audio.sampleRate = rate
    return MediaItem(
      persistentID: .random(), uri: path, path: FilePath(path), audio: audio)
  }

  /// Quiet noise on a counter, so that every frame says where it belongs.
  private static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    return Array(unsafeUninitializedCapacity: count * 4) { bytes, filled in
      let raw = UnsafeMutableRawBufferPointer(bytes)
      for index in 0..<count {
        let right = UInt32(truncatingIfNeeded: random.next() & 0x1FFF)
        let frame = UInt32(truncatingIfNeeded: index) & 0xFFFF | right << 16
        raw.storeBytes(of: frame.littleEndian, toByteOffset: index * 4, as: UInt32.self)
      }
      filled = count * 4
    }
  }
}

enum Comparison {
  /// Frames of 16 bits as numbers.
  static func samples(_ bytes: [UInt8]) -> [Int16] {
    stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }

  /// Where what was heard differs from what should have been: short, as these are long. `nil` where
  /// it does not.
  static func difference(_ heard: [UInt8], _ wanted: [UInt8]) -> String? {
    if heard == wanted { return nil }
    let count = min(heard.count, wanted.count)
    let first = (0..<count).first { heard[$0] != wanted[$0] } ?? count
    let here = first / 4 * 4
    // The left channel counts frames.
    let found =
      here + 1 < heard.count ? "\(Int(heard[here]) | Int(heard[here + 1]) << 8)" : "the end"
    return "\(heard.count / 4) frames for \(wanted.count / 4), from \(here / 4) on: \(found)"
  }
}
