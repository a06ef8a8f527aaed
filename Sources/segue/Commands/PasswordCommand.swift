import Configuration
import Glibc
import Posix
import Synchronization

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
    while true {
      switch try answer(to: question) {
      case .line(let line): return line
      case .signal(let number) where number != SIGINT:
        // The terminal is as it was before. Where the program goes on, it had been stopped.
        raise(number)
      case .signal, nil:
        try FileDescriptor.write([UInt8(ascii: "\n")], to: STDERR_FILENO)
        throw ExitError(.interrupted)
      }
    }
  }

  private enum Answer {
    case line(String)
    case signal(Int32)
  }

  /// What would leave the terminal silent.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
  /// The one that came.
  private static let caught = Atomic<Int32>(0)

  /// - Returns: `nil` at the end of what is typed.
  private static func answer(to question: String) throws -> Answer? {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw PosixError("use the terminal") }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    silent.c_lflag |= tcflag_t(ECHONL)
    // They end the wait for a line, and come at no other time.
    caught.store(0, ordering: .relaxed)
    var (blocked, mask) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    for number in signals { sigaddset(&blocked, number) }
    pthread_sigmask(SIG_BLOCK, &blocked, &mask)
    var catching = sigaction()
    catching.__sigaction_handler.sa_handler = {
      PasswordPrompt.caught.store($0, ordering: .relaxed)
    }
    let usual = signals.map { number in
      var usual = sigaction()
      sigaction(number, &catching, &usual)
      return usual
    }
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      for (number, var usual) in zip(signals, usual) { sigaction(number, &usual, nil) }
      pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
    try FileDescriptor.write(Array(question.utf8), to: STDERR_FILENO)
    if let line = line(mask) { return .line(line) }
    let number = caught.load(ordering: .relaxed)
    return number == 0 ? nil : .signal(number)
  }

  /// A line of the terminal, which gives one at a time; `nil` at its end or when a signal comes.
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
