/// How a terminal shows pictures.
public enum CoverMode: String, Sendable, Hashable {
  /// Protocols for pixels.
  case kitty, iterm2, sixel
  /// Half blocks in two colours each, which all terminals with colours can.
  case blocks

  /// What the environment says of the terminal.
  static func told(by environment: (String) -> String?) -> CoverMode {
    let name = environment("TERM") ?? ""
    // What a multiplexer shows goes to more than one terminal.
    if environment("TMUX") != nil || environment("STY") != nil || name.hasPrefix("screen")
      || name.hasPrefix("tmux")
    {
      return .blocks
    }
    let program = environment("TERM_PROGRAM") ?? ""
    if ["xterm-kitty", "xterm-ghostty"].contains(name) || program == "ghostty"
      || environment("KITTY_WINDOW_ID") != nil
    {
      return .kitty
    }
    // Over ssh only the second one comes along.
    if ["iTerm.app", "WezTerm"].contains(program) || environment("LC_TERMINAL") == "iTerm2" {
      return .iterm2
    }
    let sixels = ["foot", "mlterm", "yaft", "contour"]
    if program == "mintty" || sixels.contains(where: name.hasPrefix) { return .sixel }
    return .blocks
  }
}
