import Posix

/// A worker did not do its work.
public enum WorkerError: Error, Equatable, Sendable {
  case notInstalled(places: [String])
  /// It could not be started: an `errno`.
  case cannotStart(program: String, code: Int32)
  /// It ended although more was wanted of it: how, and what it last wrote to its standard error.
  case ended(WorkerProcess.End, lastWords: String)
  /// It said what makes no sense.
  case confused(WireError)
  /// The connection to it failed.
  case connection(PosixError)
}

extension WorkerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notInstalled(let places):
      "Segue's worker programs are in neither \(places.joined(separator: " nor ")); install Segue again."
    case .cannotStart(let program, let code):
      "Cannot start \(program): \(PosixError.reason(code))."
    case .ended(let end, let lastWords):
      "A worker \(end)\(lastWords.isEmpty ? "" : ", saying: \(lastWords)")."
    case .confused(let error): "A worker gave a senseless answer: \(error)."
    case .connection(let error): error.description
    }
  }
}
