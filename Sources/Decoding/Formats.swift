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
