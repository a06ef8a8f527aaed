import Posix

/// Why a server gave no usable answer.
public enum MPDClientError: Error, Equatable, Sendable {
  /// Nobody listens there.
  case unreachable(MPDAddress, PosixError)
  /// The name of the host leads nowhere.
  case unknownHost(String, reason: String)
  /// What answered is no MPD server.
  case notMPD(MPDAddress)
  /// No answer in time.
  case timedOut(MPDAddress)
  /// The connection ended before the answer did.
  case closed(MPDAddress)
  /// An answer that the protocol does not allow.
  case malformed(String)
  /// The server refused the command.
  case refused(MPDError)
}

extension MPDClientError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreachable(let address, let error):
      "Nothing answers at \(address): \(error.reason)."
    case .unknownHost(let host, let reason): "The host \(host) cannot be found: \(reason)."
    case .notMPD(let address): "What answers at \(address) does not speak the MPD protocol."
    case .timedOut(let address): "The daemon at \(address) did not answer in time."
    case .closed(let address): "The daemon at \(address) closed the connection."
    case .malformed(let line): "The daemon gave an answer that makes no sense: \(line)"
    case .refused(let error):
      "\(error.message.hasSuffix(".") ? error.message : error.message + ".")"
    }
  }
}
