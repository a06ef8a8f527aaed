/// Which key does what.
public struct PickerKeys: Sendable, Hashable {
  private var commands = PickerCommand.keys
  /// Whether they are not those of a picker that nobody has configured.
  private var isChanged = false

  public init() {}

  public subscript(key: PickerKey) -> PickerCommand? { commands[key] }

  /// Has a key do something else, or nothing.
  public mutating func bind(_ key: PickerKey, to command: PickerCommand?) {
    commands[key] = command
    isChanged = true
  }

  /// What is written on the keys for a command, the shortest first.
  public func names(_ command: PickerCommand) -> [String] {
    commands.filter { $0.value == command }.map { $0.key.name }.sorted {
      ($0.count, $0) < ($1.count, $1)
    }
  }

  /// What a key does that nobody has configured, by what is written on it.
  public static func usual(_ name: String) -> PickerCommand? {
    (signs[name] ?? PickerKey(name: name)).flatMap { PickerCommand.keys[$0] }
  }

  private static let signs: [String: PickerKey] = ["←": .left, "→": .right, "Esc": .escape]

  /// The key to show for a command: the usual one, where it does that; `nil` where none does.
  public func name(_ command: PickerCommand, usually name: String) -> String? {
    if !isChanged { return name }
    let names = names(command)
    return names.contains(name) ? name : names.first
  }
}

extension PickerCommand {
  /// As it is written in a configuration: `page-down`.
  public var name: String {
    "\(self)".map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
  }

  public init?(name: String) {
    guard let command = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = command
  }
}

extension PickerKey {
  /// Reads what is written on a key: `x`, `Space`, `Ctrl-X`, `Alt-x`, `PageDown`, without regard to case but of letters.
  public init?(name: String) {
    if name.count == 1, let character = name.first {
      self = .character(character)
      return
    }
    let word = name.lowercased()
    if let key = Self.named.first(where: { $0.name.lowercased() == word }) {
      self = key
    } else if let key = Self.arrows[word] {
      self = key
    } else if word.hasPrefix("ctrl-"), word.count == 6, let letter = word.last, letter.isASCII,
      letter.isLetter
    {
      self = .control(letter)
    } else if word.hasPrefix("alt-"), name.count == 5, let character = name.last {
      self = .alt(character)
    } else {
      return nil
    }
  }

  private static let named: [PickerKey] = [
    .character(" "), .enter, .escape, .tab, .backTab, .backspace, .delete, .pageUp, .pageDown,
    .home,
    .end,
  ]
  private static let arrows: [String: PickerKey] = [
    "up": .up, "down": .down, "left": .left, "right": .right,
  ]
}
