/// The arguments of a command, taken apart.
struct Arguments: Sendable {
  /// What is no option, in order.
  private(set) var positional: [String] = []
  private var flags: Set<String> = []
  private var values: [String: String] = [:]

  init() {}

  /// - Throws: `UsageError` for what the command does not take.
  init(_ arguments: some Sequence<String>, of command: Command) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        positional += rest
        break
      } else if argument.hasPrefix("--") {
        try takeLong(argument, &rest, command)
      } else if argument.hasPrefix("-"), argument.count > 1, !Self.isNumber(argument, command),
        !command.takesQuery || Self.isOptions(argument, of: command)
      {
        try takeShort(argument, &rest, command)
      } else {
        positional.append(argument)
      }
    }
    if has("help") { return }
    guard command.arguments.contains(positional.count) else {
      throw positional.count < command.arguments.lowerBound
        ? .missingArgument(of: command.name, usage: command.usage)
        : .unexpectedArgument(positional[command.arguments.upperBound], of: command.name)
    }
  }

  func has(_ option: String) -> Bool { flags.contains(option) }

  /// The value given to an option.
  func value(_ option: String) -> String? { values[option] }

  private mutating func takeLong(
    _ argument: String, _ rest: inout ArraySlice<String>, _ command: Command
  ) throws(UsageError) {
    let parts = argument.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = command.allOptions.first(where: { $0.name == parts[0] }) else {
      throw .unknownOption(String("--\(parts[0])"), of: command.name)
    }
    try take(option, parts.count > 1 ? String(parts[1]) : nil, &rest, command)
  }

  /// Letters may stand together; the last one may take a value, apart or attached (`-n 5`, `-n5`).
  private mutating func takeShort(
    _ argument: String, _ rest: inout ArraySlice<String>, _ command: Command
  ) throws(UsageError) {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = command.allOptions.first(where: { $0.letter == letter }) else {
        throw .unknownOption("-\(letter)", of: command.name)
      }
      let isAttached = option.value != nil && !letters.isEmpty
      try take(option, isAttached ? String(letters) : nil, &rest, command)
      if isAttached { return }
    }
  }

  private mutating func take(
    _ option: Command.Option, _ value: String?, _ rest: inout ArraySlice<String>,
    _ command: Command
  ) throws(UsageError) {
    flags.insert(option.name)
    guard option.value != nil else {
      if value != nil { throw .unexpectedValue("--\(option.name)", of: command.name) }
      return
    }
    guard let value = value ?? rest.popFirst() else {
      throw .missingValue("--\(option.name)", of: command.name)
    }
    values[option.name] = value
  }

  /// Whether all letters are options, with a number at most behind the last: `-live` in a query is what must not be
  /// found.
  private static func isOptions(_ argument: String, of command: Command) -> Bool {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = command.allOptions.first(where: { $0.letter == letter }) else {
        return false
      }
      if option.value != nil { return letters.allSatisfy { $0.isNumber } }
    }
    return true
  }

  /// `-10` and `-1:30` are arguments of `seek` and `volume`, no options, unless the command has an option of that
  /// digit.
  private static func isNumber(_ argument: String, _ command: Command) -> Bool {
    guard let digit = argument.dropFirst().first, digit.isNumber else { return false }
    return !command.allOptions.contains { $0.letter == digit }
  }
}

/// The command line is not one that `segue` understands.
enum UsageError: Error, Equatable {
  case noCommand
  case unknownCommand(String, known: [String])
  case unknownOption(String, of: String)
  case missingValue(String, of: String)
  case unexpectedValue(String, of: String)
  case missingArgument(of: String, usage: String)
  case unexpectedArgument(String, of: String)
  case badArgument(String, allowed: String)
}

extension UsageError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noCommand: "What shall be done? segue --help lists the commands."
    case .unknownCommand(let name, let known):
      "There is no command \"\(name)\"\(Self.guess(name, known)); segue --help lists them."
    case .unknownOption(let option, let command):
      "\(command) has no option \(option); segue \(command) --help lists them."
    case .missingValue(let option, let command):
      "\(option) needs a value; see segue \(command) --help."
    case .unexpectedValue(let option, let command):
      "\(option) takes no value; see segue \(command) --help."
    case .missingArgument(let command, let usage):
      "Something is missing: segue \(command) \(usage)."
    case .unexpectedArgument(let argument, let command):
      "\(command) does not take \"\(argument)\"; see segue \(command) --help."
    case .badArgument(let argument, let allowed): "\"\(argument)\" is not \(allowed)."
    }
  }

  /// The command that was probably meant: one that begins alike, or has most of the letters.
  private static func guess(_ name: String, _ known: [String]) -> String {
    let near = known.filter { distance($0, name) <= 2 }
      .min { distance($0, name) < distance($1, name) }
    let likely = known.first { $0.hasPrefix(name) } ?? near
    return likely.map { " (did you mean \($0)?)" } ?? ""
  }

  /// Changes of one letter that turn one word into the other (Levenshtein).
  private static func distance(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      var previous = row[0]
      row[0] = i + 1
      for j in right.indices {
        let changed = previous + (letter == right[j] ? 0 : 1)
        previous = row[j + 1]
        row[j + 1] = min(changed, previous + 1, row[j] + 1)
      }
    }
    return row[right.count]
  }
}
