/// What `segued` was told on its command line.
struct SeguedOptions: Equatable {
  enum Action { case serve, check, version, help }

  var action = Action.serve
  /// The configuration; `nil` for the usual one.
  var file: String?

  enum Mistake: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    case fileMissing

    var description: String {
      switch self {
      case .unknown(let word):
        "There is no argument \(word); see segued --help."
      case .fileMissing: "--config needs the name of a file."
      }
    }
  }

  /// - Parameter arguments: Without the program's name.
  init(_ arguments: [String]) throws(Mistake) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": action = .help
      case "--version": action = .version
      case "--check": action = .check
      case "--config":
        guard let name = rest.popFirst(), !name.isEmpty else { throw .fileMissing }
        file = name
      default:
        guard word.hasPrefix("--config="), word.count > 9 else { throw .unknown(word) }
        file = String(word.dropFirst(9))
      }
    }
  }
}
