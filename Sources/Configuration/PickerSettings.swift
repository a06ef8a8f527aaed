/// What the user has decided about the picker. Names of keys, commands and colours are the picker's own.
public struct PickerSettings: Sendable, Hashable {
  public enum Theme: String, Sendable, Hashable, CaseIterable { case dark, light }

  public enum Covers: String, Sendable, Hashable, CaseIterable {
    case yes, no, kitty, iterm2, sixel, blocks
  }

  /// A name and what goes with it, as they were written.
  public struct Pair: Sendable, Hashable {
    public var name: String
    public var value: String
  }

  public var theme = Theme.dark
  /// What is coloured, and how.
  public var colours: [Pair] = []
  /// What the bar shows, by the picker's names.
  public var bar = ["back", "title", "path", "total"]
  /// Whether covers are shown, and in which way where that is not to be told by the terminal.
  public var covers = Covers.yes
  public var usesMouse = true
  /// Whether letters search at once.
  public var typesAhead = false
  /// Keys, and what each does.
  public var keys: [Pair] = []
  /// Commands of the shell.
  public var onEnter: [String] = []
  public var onLeave: [String] = []
  public var onDone: [String] = []

  public init() {}

  mutating func apply(_ entry: ConfigurationFile.Entry) throws(ConfigurationProblem) {
    switch entry.key {
    case "theme": theme = try choice(entry)
    case "colour": colours.append(try pair(entry, "PART COLOUR, such as mark 208 or bar #303030"))
    case "bar": bar = entry.value.split(separator: " ").map(String.init)
    case "covers": covers = try choice(entry)
    case "mouse": usesMouse = try answer(entry)
    case "type-ahead": typesAhead = try answer(entry)
    case "bind": keys.append(try pair(entry, "KEY COMMAND, such as Ctrl-D page-down"))
    case "on-enter": onEnter.append(entry.value)
    case "on-leave": onLeave.append(entry.value)
    case "on-done": onDone.append(entry.value)
    default: throw .unknown(entry, in: SettingKey.names)
    }
  }

  private func pair(
    _ entry: ConfigurationFile.Entry, _ form: String
  ) throws(ConfigurationProblem) -> Pair {
    let words = entry.value.split(separator: " ")
    guard words.count == 2 else {
      throw ConfigurationProblem("\(entry.key) is \(form), not \"\(entry.value)\"")
    }
    return Pair(name: String(words[0]), value: String(words[1]))
  }
}
