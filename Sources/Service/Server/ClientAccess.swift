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

  /// Where passwords are tried, one after the other: that takes long on purpose, and no query waits for it.
  private static let queue = DispatchQueue(label: "segue.passwords", qos: .utility)

  /// How long a client waits after a wrong one.
  private static let penalty: Duration = .seconds(1)

  /// Tries a password away from the main queue, and gives the client what it allows.
  func trying(_ word: String, for session: Session) -> Outcome {
    let passwords = passwords
    return .later(
      Job(queue: Self.queue) {
        let found = passwords.first { $0.matches(word) }
        return { _ in
          guard let found else {
            return .refusal(MPDError(.password, "incorrect password"), after: Self.penalty)
          }
          session.permissions = found.permissions
          return .done
        }
      })
  }
}
