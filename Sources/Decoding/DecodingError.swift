import CFFmpeg
import Posix

/// A file cannot be played, or not further.
public enum DecodingError: Error, Equatable, Sendable {
  /// There is nothing in it.
  case empty
  /// No format that we know.
  case notAudio
  /// A known format, but with no sound in it: pictures, or tags alone.
  case noSound
  /// FFmpeg's name of a codec that this build cannot decode.
  case unsupported(codec: String)
  /// Nothing in it could be decoded, or nothing for a long stretch.
  case broken
  /// The kernel refused to read: an `errno`.
  case unreadable(code: Int32)
  /// FFmpeg refused what should have worked: its negative code.
  case refused(code: Int32, during: String)
}

extension DecodingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "The file is empty."
    case .notAudio: "The file is in no audio format that Segue knows."
    case .noSound: "There is no sound in the file."
    case .unsupported(let codec): "Segue cannot decode \(codec)."
    case .broken: "The file is broken."
    case .unreadable(let code): "The file cannot be read: \(PosixError.reason(code))."
    case .refused(let code, let during): "The decoder failed to \(during) (FFmpeg \(code))."
    }
  }
}

/// Makes a negative result of FFmpeg an error.
@discardableResult
func check(_ code: Int32, _ during: @autoclosure () -> String) throws(DecodingError) -> Int32 {
  guard code >= 0 else { throw .refused(code: code, during: during()) }
  return code
}

/// Makes a missing result of FFmpeg, which happens only when memory is short, an error.
func check<Value>(
  _ value: Value?, _ during: @autoclosure () -> String
) throws(DecodingError) -> Value {
  guard let value else { throw .refused(code: segue_error_memory, during: during()) }
  return value
}
