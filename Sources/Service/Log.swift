import Posix

/// What the daemon says to the person who looks after it: a sentence an event, to standard error.
enum Log {
  /// Severities as the journal counts them.
  enum Priority: Int {
    case error = 3
    case warning = 4
    case info = 6
  }

  /// Whether standard error goes to the journal, which reads priorities.
  private static let isJournal =
    Program.environment("JOURNAL_STREAM") != nil || Program.environment("INVOCATION_ID") != nil

  static func error(_ sentence: String) { write(.error, sentence) }
  static func warning(_ sentence: String) { write(.warning, sentence) }
  static func info(_ sentence: String) { write(.info, sentence) }

  private static func write(_ priority: Priority, _ sentence: String) {
    let line = String(sentence.map { $0.isNewline ? " " : $0 })
    Program.complain(isJournal ? "<\(priority.rawValue)>\(line)" : "segued: \(line)")
  }
}
