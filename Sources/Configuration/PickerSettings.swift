/// What the user has decided about the picker.
public struct PickerSettings: Sendable, Hashable {
  public enum Theme: String, Sendable, Hashable, CaseIterable { case dark, light }

  public enum Covers: String, Sendable, Hashable, CaseIterable {
    case yes, no, kitty, iterm2, sixel, blocks
  }

  /// What can stand in the bar.
  public enum BarPart: String, Sendable, Hashable, CaseIterable {
    /// Where a step back leads.
    case back
    case title
    /// The pages that lead here.
    case path
    /// What is marked.
    case total
  }

  /// A colour that was chosen.
  public struct Colour: Sendable, Hashable {
    public var part: PickerColour.Part
    public var colour: PickerColour
    /// As it was written.
    var text: String
  }

  /// What a key does.
  public struct Binding: Sendable, Hashable {
    public var key: PickerKeyName
    /// `nil` for nothing.
    public var command: PickerCommand?
    /// As it was written.
    var text: String
  }

  public var theme = Theme.dark
  public var colours: [Colour] = []
  /// What the bar shows.
  public var bar = BarPart.allCases
  /// Whether covers are shown, and in which way where that is not to be told by the terminal.
  public var covers = Covers.yes
  public var usesMouse = true
  /// Whether letters search at once.
  public var typesAhead = false
  public var keys: [Binding] = []
  /// Commands of the shell.
  public var onEnter: [String] = []
  public var onLeave: [String] = []
  public var onDone: [String] = []

  public init() {}

  mutating func apply(_ entry: ConfigurationFile.Entry) throws(ConfigurationProblem) {
    switch entry.key {
    case "theme": theme = try choice(entry)
    case "colour": colours.append(try Colour(entry))
    case "bar": bar = try parts(entry)
    case "covers": covers = try choice(entry)
    case "mouse": usesMouse = try answer(entry)
    case "type-ahead": typesAhead = try answer(entry)
    case "bind": keys.append(try Binding(entry))
    case "on-enter": onEnter.append(entry.value)
    case "on-leave": onLeave.append(entry.value)
    case "on-done": onDone.append(entry.value)
    default: throw .unknown(entry, in: SettingKey.names)
    }
  }

  private func parts(
    _ entry: ConfigurationFile.Entry
  ) throws(ConfigurationProblem) -> [BarPart] {
    var parts: [BarPart] = []
    for word in entry.value.split(separator: " ") {
      guard let part = BarPart(rawValue: String(word)) else {
        throw ConfigurationProblem("bar is some of \(list(BarPart.self)), not \"\(word)\"")
      }
      parts.append(part)
    }
    return parts
  }
}

extension PickerSettings.Colour {
  fileprivate init(_ entry: ConfigurationFile.Entry) throws(ConfigurationProblem) {
    let words = try words(entry, "PART COLOUR, such as mark 208 or bar #303030")
    guard let part = PickerColour.Part(rawValue: words.0) else {
      throw ConfigurationProblem(
        "what is coloured is one of \(list(PickerColour.Part.self)), not \"\(words.0)\"")
    }
    guard let colour = PickerColour(words.1) else {
      let names = PickerColour.names.joined(separator: ", ")
      throw ConfigurationProblem(
        "a colour is a number up to 255, #rrggbb, or one of \(names), not \"\(words.1)\"")
    }
    self.init(part: part, colour: colour, text: entry.value)
  }
}

extension PickerSettings.Binding {
  fileprivate init(_ entry: ConfigurationFile.Entry) throws(ConfigurationProblem) {
    let words = try words(entry, "KEY COMMAND, such as Ctrl-D page-down")
    guard let key = PickerKeyName(words.0) else {
      throw ConfigurationProblem(
        "a key is a character, Ctrl-D or Alt-x, or one of \(list(PickerKeyName.Named.self)), not \"\(words.0)\""
      )
    }
    let command = PickerCommand(name: words.1)
    guard command != nil || words.1 == "nothing" else {
      let names = PickerCommand.allCases.map(\.name).joined(separator: ", ")
      throw ConfigurationProblem("a command is one of nothing, \(names), not \"\(words.1)\"")
    }
    self.init(key: key, command: command, text: entry.value)
  }
}

private func list<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) -> String {
  Choice.allCases.map(\.rawValue).joined(separator: ", ")
}

/// A name and what goes with it.
private func words(
  _ entry: ConfigurationFile.Entry, _ form: String
) throws(ConfigurationProblem) -> (String, String) {
  let words = entry.value.split(separator: " ")
  guard words.count == 2 else {
    throw ConfigurationProblem("\(entry.key) is \(form), not \"\(entry.value)\"")
  }
  return (String(words[0]), String(words[1]))
}
