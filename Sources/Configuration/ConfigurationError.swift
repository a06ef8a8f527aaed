/// Something about the user's places or configuration is wrong.
public enum ConfigurationError: Error, Equatable, Sendable {
  case noHome
  case unsafeRuntimeFolder(String)
  case cannotMake(folder: String, reason: String)
  case cannotRead(file: String, reason: String)
  /// A line of the configuration; lines count from 1.
  case line(file: String, number: Int, problem: String)
}

extension ConfigurationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noHome: "Segue does not know where your home is; set HOME."
    case .unsafeRuntimeFolder(let folder):
      "The folder \(folder) must be yours, no link, and closed to others; remove it or set XDG_RUNTIME_DIR."
    case .cannotMake(let folder, let reason): "Cannot make the folder \(folder): \(reason)."
    case .cannotRead(let file, let reason): "Cannot read \(file): \(reason)."
    case .line(let file, let number, let problem): "\(file), line \(number): \(problem)."
    }
  }
}
