/// The manual page in the language of man(7), made from the commands themselves.
@MainActor
enum ManualPage {
  static func print() {
    let console = Console.standard
    console.line(".TH SEGUE 1 \"\" \"Segue \(SegueProgram.version)\" \"User Commands\"")
    section("NAME", "segue \\- pick music from your folders and play it")
    section("SYNOPSIS", ".B segue\n.I COMMAND\n.RI [ OPTION ...]")
    section(
      "DESCRIPTION",
      """
      Segue reads the tags of the music in your folders into a library, lets you pick from it in the
      terminal, and plays what you picked through a daemon,
      .BR segued ,
      which it starts when one is needed. Any client of the Music Player Daemon can control it.
      """)
    console.line(".SH COMMANDS")
    for command in SegueProgram.commands { describe(command) }
    console.line(".SH OPTIONS OF EVERY COMMAND")
    for option in Command.commonOptions { describe(option) }
    section("KEYS OF THE PICKER", picker)
    section("THE DAEMON", daemon)
    section("CONFIGURATION", configuration)
    section("ENVIRONMENT", environment)
    section("FILES", files)
    section("EXIT STATUS", exitStatus)
    section("SEE ALSO", ".BR mpc (1),\n.BR systemd.unit (5)")
  }

  private static func section(_ title: String, _ text: String) {
    Console.standard.line(".SH \(title)\n\(text)")
  }

  private static func describe(_ command: Command) {
    let console = Console.standard
    console.line(".TP\n.B \(command.name) \(escape(command.usage))")
    console.line(escape("\(command.summary)."))
    if !command.details.isEmpty { console.line(filled(escape(command.details))) }
    for option in command.options {
      console.line(".RS")
      describe(option)
      console.line(".RE")
    }
  }

  private static func describe(_ option: Command.Option) {
    let letter = option.letter.map { "-\($0), " } ?? ""
    let value = option.value.map { " \($0)" } ?? ""
    let heading = escape("\(letter)--\(option.name)\(value)")
    Console.standard.line(".TP\n.B \(heading)\n\(escape(option.summary)).")
  }

  /// Lines that begin with a space stay as they are, all others are filled.
  private static func filled(_ text: String) -> String {
    var lines: [Substring] = []
    var isFilling = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(" ") == isFilling {
        lines.append(isFilling ? ".nf" : ".fi")
        isFilling.toggle()
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n") + (isFilling ? "" : "\n.fi")
  }

  /// A dash is a minus, a backslash itself, and a dot or quote at the start of a line no request.
  private static func escape(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = line.reduce(into: "") { result, character in
        switch character {
        case "\\": result += "\\e"
        case "-": result += "\\-"
        default: result.append(character)
        }
      }
      return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : line
    }.joined(separator: "\n")
  }
}
