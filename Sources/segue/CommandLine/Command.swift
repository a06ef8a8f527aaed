/// One of the things that `segue` can do, described once: the parser, the help and the completion
/// are made from it.
struct Command: Sendable {
  var name: String
  /// What follows the name, as the help shows it: `[DIR…]`.
  var usage = ""
  /// One sentence without its full stop.
  var summary: String
  /// More lines for the command's own help.
  var details = ""
  var options: [Option] = []
  /// How many arguments it takes.
  var arguments: ClosedRange<Int> = 0...0
  /// Whether its arguments are a query, in which `-word` is no option.
  var takesQuery = false
  var run: @MainActor @Sendable (Arguments) throws -> Void

  struct Option: Sendable {
    /// Without its dashes.
    var name: String
    var letter: Character?
    /// What stands for its value in the help; `nil` when it takes none.
    var value: String?
    var summary: String

    init(
      _ name: String, letter: Character? = nil, value: String? = nil, _ summary: String
    ) {
      self.name = name
      self.letter = letter
      self.value = value
      self.summary = summary
    }
  }

  /// What every command understands.
  static let commonOptions = [
    Option("config", value: "FILE", "Read this configuration file"),
    Option("help", letter: "h", "Show this help"),
  ]

  var allOptions: [Option] { options + Self.commonOptions }
}
