import Configuration

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

extension PickerKey {
  /// Reads what is written on a key: `x`, `Space`, `Ctrl-X`, `Alt-x`, `PageDown`, without regard to case but of letters.
  public init?(name: String) {
    guard let name = PickerKeyName(name) else { return nil }
    self.init(name)
  }

  public init(_ name: PickerKeyName) {
    self =
      switch name {
      case .character(let character): .character(character)
      case .control(let letter): .control(letter)
      case .alt(let character): .alt(character)
      case .named(let named): Self.named(named)
      }
  }

  private static func named(_ name: PickerKeyName.Named) -> PickerKey {
    switch name {
    case .space: .character(" ")
    case .enter: .enter
    case .escape: .escape
    case .tab: .tab
    case .backTab: .backTab
    case .backspace: .backspace
    case .delete: .delete
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .home: .home
    case .end: .end
    }
  }
}
