import Posix

/// Which terminal to use, and how.
public struct TerminalSettings: Sendable, Hashable {
  /// The device to draw on and to read from.
  public var device: String

  /// What kind of terminal it is, as in `TERM`.
  public var name: String

  /// Whether colours are wanted.
  public var usesColours: Bool

  /// The theme, and what is different in it.
  public var colours = ThemeColours()

  /// Whether the terminal says that it shows all colours, which terminfo mostly does not know.
  public var hasAllColours = false

  /// How covers are shown, where there are any; `nil` for not at all.
  public var covers: CoverMode?

  /// Whether the mouse is used, where there is one.
  public var usesMouse = true

  /// Whether signals are taken care of. Only one picker of a process can.
  public var handlesSignals: Bool

  public init(
    device: String = "/dev/tty", name: String, usesColours: Bool = true, handlesSignals: Bool = true
  ) {
    self.device = device
    self.name = name
    self.usesColours = usesColours
    self.handlesSignals = handlesSignals
  }

  /// The terminal of the process, as its environment has it: `TERM`, and `NO_COLOR` when it is set
  /// to anything (no-color.org), and `COLORTERM`.
  public static func environment() -> TerminalSettings {
    var settings = TerminalSettings(
      name: Program.environment("TERM") ?? "dumb",
      usesColours: Program.environment("NO_COLOR") == nil)
    settings.hasAllColours = ["truecolor", "24bit"].contains(Program.environment("COLORTERM"))
    settings.covers = CoverMode.told(by: Program.environment)
    return settings
  }
}
