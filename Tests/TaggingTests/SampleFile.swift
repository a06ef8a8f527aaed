/// Small audio files made here, byte by byte, to hold tags of any kind.
enum SampleFile {
  /// Silent MPEG layer III at 48,000 Hz, 24 ms a frame: `rates` are the indices of the frames' bit rates, 9 being
  /// 128 kbit/s.
  static func mpeg(rates: [UInt8] = Array(repeating: 9, count: 40)) -> [UInt8] {
    let kilobits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    return rates.flatMap { rate in
      let length = 3 * kilobits[Int(rate)]
      return [0xFF, 0xFB, rate << 4 | 4, 0] + [UInt8](repeating: 0, count: length - 4)
    }
  }

  /// An ID3v2 tag of frames.
  static func id3(version: UInt8 = 4, _ frames: [(String, [UInt8])]) -> [UInt8] {
    let body = frames.flatMap { name, bytes in
      Array(name.utf8) + (version == 4 ? syncsafe(bytes.count) : big(bytes.count)) + [0, 0] + bytes
    }
    return Array("ID3".utf8) + [version, 0, 0] + syncsafe(body.count) + body
  }

  /// A text frame, in UTF-8 for version 4, in UTF-16 for version 3; zeros part several values.
  static func text(_ name: String, _ values: String..., version: UInt8 = 4) -> (String, [UInt8]) {
    (name, encoded(values.joined(separator: "\0"), version))
  }

  static func userText(_ name: String, _ values: String...) -> (String, [UInt8]) {
    ("TXXX", encoded(([name] + values).joined(separator: "\0"), 4))
  }

  static func comment(_ description: String, _ text: String) -> (String, [UInt8]) {
    ("COMM", [3] + Array("eng\(description)\0\(text)".utf8))
  }

  /// A FLAC file that promises `samples` at 44,100 Hz, with comments and, if wanted, a picture.
  static func flac(samples: Int = 44100, _ comments: [String], picture: Bool = false) -> [UInt8] {
    // 20 bits of rate, 3 of channels - 1, 5 of bits - 1, 36 of samples.
    let sound: UInt64 = 44100 << 44 | 1 << 41 | 15 << 36 | UInt64(samples)
    let information = [0x10, 0, 0x10, 0] + zeros(6) + big(sound) + zeros(16)
    var file = Array("fLaC".utf8) + block(0, information)
    file += block(picture ? 4 : 0x84, vorbis(comments))
    if picture {
      let mime = Array("image/png".utf8)
      let image: [UInt8] = [0x89, 0x50, 0x4E, 0x47]
      let size = zeros(20)
      file += block(0x86, big(3) + big(mime.count) + mime + size + big(image.count) + image)
    }
    return file + [0xFF, 0xF8, 0x69, 0x18, 0]
  }

  /// An Ogg Opus file of so many samples at 48,000 Hz.
  static func opus(samples: UInt64 = 96000, _ comments: [String]) -> [UInt8] {
    let head = Array("OpusHead".utf8) + [1, 2, 0, 0] + little(48000) + [0, 0, 0]
    return page(0, 2, 0, head) + page(1, 0, 0, Array("OpusTags".utf8) + vorbis(comments))
      + page(2, 4, samples, packets: Int(samples / 960))
  }

  /// A second of silence in a WAV file that gives `size` for the bytes of its data.
  static func wav(size: UInt64) -> [UInt8] {
    let format = [1, 0, 1, 0] + little(44100) + little(88200) + [2, 0, 16, 0]
    let body = Array("WAVEfmt ".utf8) + little(16) + format + Array("data".utf8)
    return Array("RIFF".utf8) + little(Int(size)) + body + little(Int(size)) + zeros(88200)
  }

  /// A page of packets of one byte, which stand for 20 ms of silence each.
  private static func page(
    _ number: Int, _ kind: UInt8, _ samples: UInt64, packets: Int
  ) -> [UInt8] {
    let head = Array("OggS".utf8) + [0, kind] + little(samples) + little(1) + little(number)
    let packet = [UInt8](repeating: 0xF8, count: packets)
    return head + little(0) + [UInt8(packets)] + packet.map { _ in 1 } + packet
  }

  private static func page(
    _ number: Int, _ kind: UInt8, _ samples: UInt64, _ body: [UInt8]
  ) -> [UInt8] {
    let lacing = [UInt8](repeating: 255, count: body.count / 255) + [UInt8(body.count % 255)]
    let head = Array("OggS".utf8) + [0, kind] + little(samples) + little(1) + little(number)
    return head + little(0) + [UInt8(lacing.count)] + lacing + body
  }

  private static func vorbis(_ comments: [String]) -> [UInt8] {
    little(4) + Array("test".utf8) + little(comments.count)
      + comments.flatMap { little($0.utf8.count) + Array($0.utf8) }
  }

  private static func block(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] {
    [kind] + big(body.count).dropFirst() + body
  }

  private static func encoded(_ text: String, _ version: UInt8) -> [UInt8] {
    if version == 4 { return [3] + Array(text.utf8) }
    return [1, 0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  private static func syncsafe(_ size: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  private static func big(_ size: Int) -> [UInt8] { little(size).reversed() }
  private static func big(_ number: UInt64) -> [UInt8] { little(number).reversed() }
  private static func little(_ size: Int) -> [UInt8] { Array(little(UInt64(size)).prefix(4)) }
  private static func little(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(number >> ($0 * 8) & 0xFF) }
  }
}
