import Configuration
import Glibc
import Posix

extension Command {
  static let password = Command(
    name: "password", summary: "Make a hash of a password, for the configuration",
    details: """
      Asks for the password, or reads a line of standard input where that is no terminal. The hash goes into
      segue.conf, with what clients may do that say the password:

        [mpd]
        password = HASH@read,add,player,control

      There is also admin (outputs, stickers, the end of the daemon); with nothing behind the @ nothing is allowed.
      """
  ) { _ in
    let password =
      isatty(STDIN_FILENO) == 1 ? try PasswordPrompt.ask() : readLine(strippingNewline: true) ?? ""
    guard !password.isEmpty else { throw ExitError(.failed, "An empty password protects nothing.") }
    Console.standard.line(try PasswordHash(of: password).description)
    if isatty(STDOUT_FILENO) == 1 {
      Console.standard.flush()
      Program.complain("In segue.conf, below [mpd]: password = HASH@read,add,player,control")
    }
  }
}

/// Asks on the terminal for a password, twice, and does not show it.
private enum PasswordPrompt {
  static func ask() throws -> String {
    let first = try ask("Password: ")
    guard try ask("Once more: ") == first else {
      throw ExitError(.failed, "These were two different passwords.")
    }
    return first
  }

  private static func ask(_ question: String) throws -> String {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw PosixError("use the terminal") }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    silent.c_lflag |= tcflag_t(ECHONL)
    // An interrupt would leave the terminal silent; it is taken as no answer.
    let signals = signal(SIGINT, SIG_IGN)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      signal(SIGINT, signals)
    }
    try FileDescriptor.write(Array(question.utf8), to: STDERR_FILENO)
    guard let line = readLine(strippingNewline: true) else { throw ExitError(.interrupted) }
    return line
  }
}
