import CCrypt
import Glibc
import Posix

/// A password as crypt(3) keeps it: it can be checked, but not read.
public struct PasswordHash: Sendable, Hashable, CustomStringConvertible {
  public let description: String

  /// `nil` for a text that does not look like one: `$`, the name of a method, `$`, and more.
  init?(_ text: String) {
    let parts = text.split(separator: "$", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, !parts[1].isEmpty, !parts[2].isEmpty,
      parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) })
    else { return nil }
    description = text
  }

  /// Hashes a password by the method that the system thinks best, with a new salt.
  public init(of password: String) throws(PosixError) {
    // No method, no cost and no salt of our own: crypt.h says that these are then chosen.
    guard let setting = crypt_gensalt_ra(nil, 0, nil, 0) else { throw PosixError("make a salt") }
    defer { free(setting) }
    guard let hash = Self.hash(password, String(cString: setting)) else {
      throw PosixError("hash the password")
    }
    description = hash
  }

  /// Whether the system can check it.
  var isUsable: Bool { [0, 3, 4].contains(crypt_checksalt(description)) }

  /// Takes some hundredths of a second, on purpose.
  public func matches(_ password: String) -> Bool {
    guard let hash = Self.hash(password, description) else { return false }
    return isEqual(hash, description)
  }

  private static func hash(_ password: String, _ setting: String) -> String? {
    var work: UnsafeMutableRawPointer?
    var size: Int32 = 0
    defer { free(work) }
    // A failure may also be told by a text that begins with an asterisk.
    guard let hash = crypt_ra(password, setting, &work, &size), hash.pointee != 0x2A else {
      return nil
    }
    return String(cString: hash)
  }
}

/// Whether two texts are the same; how long it takes does not tell where they differ.
func isEqual(_ one: String, _ other: String) -> Bool {
  let (one, other) = (Array(one.utf8), Array(other.utf8))
  var difference: UInt8 = one.count == other.count ? 0 : 1
  for (index, byte) in one.enumerated() where !other.isEmpty {
    difference |= byte ^ other[index % other.count]
  }
  return difference == 0 && one.count == other.count
}
