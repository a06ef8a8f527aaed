/// What a client has to say, and what it may do then.
public struct Password: Sendable, Hashable {
  private enum Secret: Sendable, Hashable {
    case plain(String)
    case hash(PasswordHash)
  }

  private let secret: Secret
  public let permissions: Permissions

  /// Reads `SECRET@read,add`, where the secret is plain or a hash of crypt(3). It may have an `@`.
  init(_ text: String) throws(ConfigurationProblem) {
    guard let at = text.lastIndex(of: "@"), at > text.startIndex else {
      throw ConfigurationProblem("password is SECRET@read,add,player,control,admin")
    }
    permissions = try Permissions(text[text.index(after: at)...], of: "password")
    let word = String(text[..<at])
    guard let hash = PasswordHash(word) else {
      secret = .plain(word)
      return
    }
    guard hash.isUsable else {
      throw ConfigurationProblem(
        "password has a hash that this system cannot check; segue password makes another")
    }
    secret = .hash(hash)
  }

  /// Whether whoever reads the configuration knows it.
  var isPlain: Bool { if case .plain = secret { true } else { false } }

  /// May take some hundredths of a second.
  public func matches(_ word: String) -> Bool {
    switch secret {
    case .plain(let text): isEqual(word, text)
    case .hash(let hash): hash.matches(word)
    }
  }

  /// What can be shown of it.
  var masked: String {
    "\(isPlain ? "(plain)" : "(hash)")@\(permissions.list.joined(separator: ","))"
  }
}
