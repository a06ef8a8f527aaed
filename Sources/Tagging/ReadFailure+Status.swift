import CTagLib
import Glibc
import Posix
import Worker

extension ReadFailure {
  /// Why a record holds nothing; `nil` when it does.
  init?(_ record: segue_tag_record) {
    self.init(record.status, error: record.error, mode: record.mode)
  }

  /// - Parameters:
  ///   - error: The `errno` where the status has one.
  ///   - mode: The type of what is no file.
  init?(_ status: segue_tag_status, error: Int32, mode: UInt32) {
    switch status {
    case SEGUE_TAG_READ: return nil
    case SEGUE_TAG_EMPTY: self.init(.empty, reason: "The file is empty.")
    case SEGUE_TAG_UNSUPPORTED:
      self.init(.unsupported, reason: "Segue does not read this kind of audio.")
    case SEGUE_TAG_VIDEO: self.init(.video, reason: "This is a video, not music.")
    case SEGUE_TAG_NOT_AUDIO: self.init(.notAudio, reason: "The file is no audio.")
    case SEGUE_TAG_NO_SOUND:
      self.init(.notAudio, reason: "The file begins like audio, but there is no sound in it.")
    case SEGUE_TAG_TRUNCATED:
      self.init(.truncated, reason: "The file ends before its sound begins.")
    case SEGUE_TAG_NOT_A_FILE: self.init(noFile: mode)
    case SEGUE_TAG_UNREADABLE: self.init(errno: error)
    case SEGUE_TAG_MEMORY:
      self.init(.memory, reason: "The file needs more memory than a worker may have.")
    case SEGUE_TAG_ABSENT:
      self.init(.vanished, reason: "The file does not have this, or no longer.")
    case SEGUE_TAG_TOO_LONG: self = .tooLong
    default: self.init(.crashed, reason: "TagLib failed on the file.")
    }
  }

  private init(noFile mode: UInt32) {
    switch mode {
    case S_IFIFO: self.init(.pipe, reason: "This is a pipe, not a file.")
    case S_IFSOCK: self.init(.socket, reason: "This is a socket, not a file.")
    case S_IFDIR: self.init(.notAudio, reason: "This is a folder, not a file.")
    default: self.init(.device, reason: "This is a device, not a file.")
    }
  }

  private init(errno code: Int32) {
    let reason = "The file cannot be read: \(PosixError.reason(code))."
    switch code {
    case EACCES, EPERM: self.init(.permission, reason: reason)
    case ENOMEM: self.init(.memory, reason: reason)
    default: self.init(.vanished, reason: reason)
    }
  }
}
