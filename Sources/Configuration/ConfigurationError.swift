/// Something about the user's places or configuration is wrong.
public enum ConfigurationError: Error, Equatable, Sendable {
  case noHome
  case unsafeRuntimeFolder(String)
  case cannotMake(folder: String, reason: String)
  case cannotRead(file: String, reason: String)
  /// Lines of the configuration, in their order; at least one.
  case lines(file: String, [WrongLine])

  /// A line that is not right. Lines count from 1.
  public struct WrongLine: Sendable, Hashable {
    public let number: Int
    public let problem: String
  }
}

extension ConfigurationError {
  /// A sentence for each thing that is wrong.
  public var sentences: [String] {
    guard case .lines(let file, let lines) = self else { return [description] }
    return lines.map { "\(file), line \($0.number): \($0.problem)." }
  }
}

extension ConfigurationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noHome: "Segue does not know where your home is; set HOME."
    case .unsafeRuntimeFolder(let folder):
      "The folder \(folder) must be yours, no link, and closed to others; remove it or set XDG_RUNTIME_DIR."
    case .cannotMake(let folder, let reason): "Cannot make the folder \(folder): \(reason)."
    case .cannotRead(let file, let reason): "Cannot read \(file): \(reason)."
    case .lines: sentences.joined(separator: "\n")
    }
  }
}
