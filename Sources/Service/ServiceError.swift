import Posix

/// Why the daemon cannot run.
public enum ServiceError: Error, Equatable, Sendable {
  /// Another one holds the lock beside the socket. `process` is `nil` when it does not say who it is.
  case alreadyRunning(process: Int?, socket: String)
  case cannotListen(address: String, reason: String)
  /// The kernel refused something that is always needed.
  case system(PosixError)
  /// The service manager handed over descriptors that are no use.
  case badActivation(reason: String)
  /// The service manager listens where strangers can come, and nothing says what they may do.
  case openToAll
}

extension ServiceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .alreadyRunning(let process, let socket):
      "A daemon runs already\(process.map { " (process \($0))" } ?? "") and answers at \(socket)."
    case .cannotListen(let address, let reason): "Cannot listen at \(address): \(reason)."
    case .system(let error): error.description
    case .badActivation(let reason):
      "The service manager handed over sockets that cannot be used: \(reason)."
    case .openToAll:
      "The service manager listens where everybody on the network could listen and play; set a password or default-permissions."
    }
  }
}
