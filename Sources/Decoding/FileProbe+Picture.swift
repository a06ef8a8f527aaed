import CFFmpeg
import Posix
import Worker

extension FileProbe {
  /// The front cover in a file, else its first picture.
  static func picture(
    in file: FileDescriptor.Owned, fileExtension: String, limit: Int
  ) -> Result<(bytes: [UInt8], mimeType: String), ReadFailure> {
    do throws(DecodingError) {
      let container = try Container(file, hint: fileExtension)
      guard let bytes = container.picture(limit: limit) else {
        return .failure(ReadFailure(.vanished, reason: "There is no such picture in it."))
      }
      return .success((bytes, mimeType(bytes)))
    } catch {
      return .failure(failure(error))
    }
  }

  /// By the first bytes; empty for none of the common kinds.
  static func mimeType(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if bytes.starts(with: "GIF8".utf8) { return "image/gif" }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      return "image/webp"
    }
    return ""
  }
}
