import Glibc
import Posix

/// A device does not play.
enum OutputError: Error, Equatable, Sendable {
  /// It could not be opened: an `errno`.
  case cannotOpen(device: String, code: Int32)
  /// It does not do what was asked of it while being set up.
  case refused(device: String, during: String, code: Int32)
  /// It stopped playing.
  case failed(device: String, code: Int32)
  /// It takes frames and its clock stands still.
  case stalled(device: String)
  /// The file with ALSA's configuration cannot be used.
  case configuration(file: String, code: Int32)
  /// Every output is disabled.
  case noOutput
}

extension OutputError: CustomStringConvertible {
  var description: String {
    switch self {
    case .cannotOpen(let device, EBUSY):
      "The sound device \(device) is busy: another program is using it."
    case .cannotOpen(let device, ENOENT), .cannotOpen(let device, ENODEV),
      .cannotOpen(let device, EINVAL):
      // ALSA calls a card that is not there an invalid argument.
      """
      There is no sound device \(device); `aplay -L` lists those there are, and device in segue.conf \
      chooses one.
      """
    case .cannotOpen(let device, let code):
      "Cannot open the sound device \(device): \(PosixError.reason(code))."
    case .refused(let device, let during, let code):
      "The sound device \(device) cannot \(during): \(PosixError.reason(code))."
    case .failed(let device, ENODEV):
      "The sound device \(device) was unplugged."
    case .failed(let device, let code):
      "The sound device \(device) failed: \(PosixError.reason(code))."
    case .stalled(let device):
      "The sound device \(device) stands still."
    case .configuration(let file, let code):
      "Cannot read the sound configuration \(file): \(PosixError.reason(code))."
    case .noOutput: "No output is enabled."
    }
  }
}
