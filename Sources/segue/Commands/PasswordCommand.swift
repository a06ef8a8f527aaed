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
    // An interrupt would leave the terminal silent; it ends the wait for a line, as no answer, and comes at no other time.
    var (interrupts, signals) = (sigaction(), sigaction())
    interrupts.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGINT, &interrupts, &signals)
    var (blocked, mask) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGINT)
    pthread_sigmask(SIG_BLOCK, &blocked, &mask)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      sigaction(SIGINT, &signals, nil)
      pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
    try FileDescriptor.write(Array(question.utf8), to: STDERR_FILENO)
    guard let line = line(mask) else {
      try FileDescriptor.write([UInt8(ascii: "\n")], to: STDERR_FILENO)
      throw ExitError(.interrupted)
    }
    return line
  }

  /// A line of the terminal, which gives one at a time; `nil` at its end or an interrupt.
  ///
  /// - Parameter mask: The signals that do not come while it is waited for.
  private static func line(_ mask: sigset_t) -> String? {
    var (terminal, mask) = (fd_set(), mask)
    // Standard input is the first of all descriptors.
    terminal.__fds_bits.0 = 1
    guard pselect(STDIN_FILENO + 1, &terminal, nil, nil, nil, &mask) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
