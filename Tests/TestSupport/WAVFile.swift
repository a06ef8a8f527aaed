/// RIFF files of plain samples.
public enum WAVFile {
  /// A file with these frames.
  ///
  /// - Parameter sampleBytes: How many bytes a sample has.
  public static func bytes(
    _ frames: some Collection<UInt8>, rate: Int, channels: Int = 2, sampleBytes: Int = 2,
    isFloat: Bool = false
  ) -> [UInt8] {
    let frameBytes = channels * sampleBytes
    return Array("RIFF".utf8) + little(36 + frames.count, 4) + Array("WAVEfmt ".utf8)
      + little(16, 4) + little(isFloat ? 3 : 1, 2) + little(channels, 2) + little(rate, 4)
      + little(rate * frameBytes, 4) + little(frameBytes, 2) + little(sampleBytes * 8, 2)
      + Array("data".utf8) + little(frames.count, 4) + Array(frames)
  }

  /// The frames in a file whose header may not be up to date.
  public static func frames(of file: [UInt8]) -> [UInt8] {
    var place = 12
    while place + 8 <= file.count {
      let size = (0..<4).reduce(0) { $0 | Int(file[place + 4 + $1]) << (8 * $1) }
      if file[place..<place + 4].elementsEqual("data".utf8) {
        return Array(file[(place + 8)...].prefix(size))
      }
      place += 8 + size
    }
    return []
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
