/// The file formats that are opened.
enum Formats {
  /// FFmpeg's names: what holds recorded sound. Not among them: playlists and other formats that lead
  /// to further files, pictures, subtitles, devices, and what would make sound of any bytes.
  static let allowed = [
    "aac", "ac3", "aiff", "amr", "ape", "asf", "au", "avi", "caf", "dsf", "dts", "dtshd", "eac3",
    "flac", "flv", "iff", "latm", "loas", "matroska,webm", "mlp", "mov,mp4,m4a,3gp,3g2,mj2", "mp3",
    "mpc", "mpc8", "mpeg", "mpegts", "ogg", "oma", "rm", "shn", "sox", "spdif", "tak", "truehd",
    "tta", "voc", "w64", "wav", "wsd", "wv", "xwma",
  ].joined(separator: ",")

  /// FFmpeg's name of the format of a file whose first bytes leave no doubt; `nil` when they do.
  ///
  /// Spares asking each of FFmpeg's 350 formats, which takes 2 to 3 ms.
  static func recognized(_ input: FileInput) -> String? {
    let start = input.bytes(at: beginning(of: input), count: 12)
    guard start.count == 12 else { return nil }
    let upper = String(decoding: start[0..<4], as: UTF8.self)
    let lower = String(decoding: start[8..<12], as: UTF8.self)
    switch upper {
    case "fLaC": return "flac"
    case "OggS": return "ogg"
    case "wvpk": return "wv"
    case "RIFF" where lower == "WAVE": return "wav"
    default: break
    }
    if start[4..<8].elementsEqual(Array("ftyp".utf8)) { return "mov" }
    return isLayerThree(start[1], start[2]) && start[0] == 0xFF ? "mp3" : nil
  }

  /// Where the sound of a file begins, behind an ID3v2 tag.
  static func beginning(of input: FileInput) -> Int64 {
    let start = input.bytes(at: 0, count: 10)
    guard start.count == 10, start.starts(with: Array("ID3".utf8)) else { return 0 }
    // The length of the tag, in four times seven bits; without its header, and perhaps a footer.
    let length = start[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
    return length + (start[5] & 0x10 != 0 ? 20 : 10)
  }

  /// Whether the second and third byte of an MPEG audio header say Layer III, a bit rate and a sample rate.
  private static func isLayerThree(_ second: UInt8, _ third: UInt8) -> Bool {
    let rate = third >> 4
    return second & 0xE6 == 0xE2 && second & 0x18 != 0x08 && rate > 0 && rate < 15
      && third & 0x0C != 0x0C
  }

  /// The extension as far as it is one: letters and digits, 8 at most.
  static func cleanHint(_ hint: String) -> String {
    String(decoding: hint.utf8.prefix(8).filter(isLetterOrDigit), as: UTF8.self)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
