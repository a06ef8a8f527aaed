import Configuration
@preconcurrency import Dispatch
import MPDProtocol

/// Who may do what.
struct ClientAccess: Sendable {
  /// What clients may do that run under our user on this machine.
  let local: Permissions
  /// What all others may do that have said no password.
  let remote: Permissions
  private let passwords: [Password]

  init(_ settings: Settings) {
    local = settings.localPermissions
    remote = settings.remotePermissions
    passwords = settings.passwords
  }

  /// What a client may do that is connected.
  @MainActor
  func permissions(of session: Session) -> Permissions {
    if let password = session.password, passwords.contains(password) { return password.permissions }
    return session.isLocal ? local : remote
  }

  // Where passwords are tried, one after the other: that takes long on purpose, and no query waits for it. Who guesses
  // makes nobody wait who does not, and strangers make none of ours wait.
  private static let queue = makeQueue()
  private static let queueOfGuessers = makeQueue()
  private static let queueOfOurs = makeQueue()

  private static func makeQueue() -> DispatchQueue {
    DispatchQueue(label: "segue.passwords", qos: .utility)
  }

  @MainActor
  private static func queue(for session: Session) -> DispatchQueue {
    if session.isLocal { return queueOfOurs }
    return session.hasGuessed ? queueOfGuessers : queue
  }

  /// How long a client waits after a wrong one.
  private static let penalty: Duration = .seconds(1)

  /// Tries a password away from the main queue, and gives the client what it allows.
  @MainActor
  func trying(_ word: String, for session: Session) -> Outcome {
    let passwords = passwords
    return .later(
      Job(queue: Self.queue(for: session)) {
        let found = passwords.first { $0.matches(word) }
        return { daemon in
          // It may have been taken away meanwhile.
          guard let found, daemon.access.passwords.contains(found) else {
            session.hasGuessed = true
            return .refusal(MPDError(.password, "incorrect password"), after: Self.penalty)
          }
          session.password = found
          session.permissions = found.permissions
          return .done
        }
      })
  }
}
