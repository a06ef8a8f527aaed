import Posix

/// Which terminal to use, and how.
public struct TerminalSettings: Sendable, Hashable {
  /// The device to draw on and to read from.
  public var device: String

  /// What kind of terminal it is, as in `TERM`.
  public var name: String

  /// Whether colours are wanted.
  public var usesColours: Bool

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
  /// to anything (no-color.org).
  public static func environment() -> TerminalSettings {
    TerminalSettings(
      name: Program.environment("TERM") ?? "dumb",
      usesColours: Program.environment("NO_COLOR") == nil)
  }
}
