import MPDProtocol

/// Channels on which clients send each other messages.
@MainActor
final class MessageChannels {
  private var subscribers: [String: [Session]] = [:]

  /// Channels of a client, and messages that wait for it. MPD's.
  static let maximumChannels = 16
  static let maximumMessages = 64

  /// All that somebody listens to, in order.
  var names: [String] { subscribers.keys.sorted() }

  func subscribe(_ session: Session, to name: String) throws(MPDError) {
    guard Self.isName(name) else { throw MPDError(.argument, "invalid channel name") }
    guard !session.channels.contains(name) else {
      throw MPDError(.exist, "already subscribed to this channel")
    }
    guard session.channels.count < Self.maximumChannels else {
      throw MPDError(.exist, "subscription list is full")
    }
    session.channels.insert(name)
    subscribers[name, default: []].append(session)
  }

  func unsubscribe(_ session: Session, from name: String) throws(MPDError) {
    guard session.channels.remove(name) != nil else {
      throw MPDError(.noExist, "not subscribed to this channel")
    }
    drop(session, name)
  }

  /// A client is gone.
  ///
  /// - Returns: Whether it had listened to anything.
  func leave(_ session: Session) -> Bool {
    guard !session.channels.isEmpty else { return false }
    for name in session.channels { drop(session, name) }
    session.channels = []
    return true
  }

  /// Leaves a message for all who listen and have room for it.
  ///
  /// - Returns: Those who got it.
  func send(_ text: String, to name: String) throws(MPDError) -> [Session] {
    guard Self.isName(name) else { throw MPDError(.argument, "invalid channel name") }
    let receivers = (subscribers[name] ?? []).filter {
      $0.messages.count < Self.maximumMessages
    }
    guard !receivers.isEmpty else {
      throw MPDError(.noExist, "nobody is subscribed to this channel")
    }
    for receiver in receivers { receiver.messages.append((name, text)) }
    return receivers
  }

  private func drop(_ session: Session, _ name: String) {
    subscribers[name]?.removeAll { $0 === session }
    if subscribers[name]?.isEmpty == true { subscribers[name] = nil }
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        $0.isASCII
          && ($0.properties.isAlphabetic || $0.properties.numericType != nil
            || "_-.:".unicodeScalars.contains($0))
      }
  }
}
