extension Command {
  static let version = Command(name: "version", summary: "Print the version") { _ in
    Console.standard.line("segue \(SegueProgram.version)")
  }

  static let help = Command(
    name: "help", usage: "[COMMAND]", summary: "Show what a command does",
    options: [
      .init("man", "Print the manual page, for man(1)"),
      .init("bash-completion", "Print the completion of commands and options, for bash"),
    ],
    arguments: 0...1
  ) { arguments in
    if arguments.has("man") { return ManualPage.print() }
    if arguments.has("bash-completion") { return Completion.print() }
    guard let name = arguments.positional.first else { return Help.print() }
    guard let command = SegueProgram.commands.first(where: { $0.name == name }) else {
      throw UsageError.unknownCommand(name, known: SegueProgram.commands.map(\.name))
    }
    Help.print(command)
  }
}
