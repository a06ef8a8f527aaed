/// What `--help` shows, made from the commands themselves.
@MainActor
enum Help {
  static func print() {
    let console = Console.standard
    console.line("Segue \(SegueProgram.version): pick music from your folders and play it.")
    console.line("")
    console.line("Usage: segue COMMAND [OPTION…]")
    console.line("")
    let width = SegueProgram.commands.map { heading($0).count }.max() ?? 0
    for command in SegueProgram.commands {
      console.line("  \(padded(heading(command), width))  \(command.summary)")
    }
    console.line("")
    console.line("segue COMMAND --help says more. To begin: segue scan ~/Music, then segue pick.")
  }

  static func print(_ command: Command) {
    let console = Console.standard
    console.line("Usage: segue \(heading(command))")
    console.line("")
    console.line("\(command.summary).")
    if !command.details.isEmpty {
      console.line("")
      console.line(command.details)
    }
    console.line("")
    let width = command.allOptions.map { heading($0).count }.max() ?? 0
    for option in command.allOptions {
      console.line("  \(padded(heading(option), width))  \(option.summary)")
    }
  }

  private static func heading(_ command: Command) -> String {
    command.usage.isEmpty ? command.name : "\(command.name) \(command.usage)"
  }

  private static func heading(_ option: Command.Option) -> String {
    let letter = option.letter.map { "-\($0), " } ?? "    "
    return "\(letter)--\(option.name)\(option.value.map { " \($0)" } ?? "")"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
