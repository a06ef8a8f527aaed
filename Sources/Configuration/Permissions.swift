/// What clients may do, as MPD divides it.
public struct Permissions: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let read = Permissions(rawValue: 1 << 0)
  public static let add = Permissions(rawValue: 1 << 1)
  public static let player = Permissions(rawValue: 1 << 2)
  public static let control = Permissions(rawValue: 1 << 3)
  public static let admin = Permissions(rawValue: 1 << 4)

  public static let all: Permissions = [.read, .add, .player, .control, .admin]
  /// What a client on the network may do where nothing else is said.
  public static let remote: Permissions = [.read, .add, .player, .control]

  private static let names = ["read", "add", "player", "control", "admin"]

  /// The names of those in the set.
  public var list: [String] {
    Self.names.enumerated().filter { rawValue & 1 << UInt8($0.offset) != 0 }.map(\.element)
  }

  /// Reads names with commas between them; none are no permission.
  init(_ text: some StringProtocol, of key: String) throws(ConfigurationProblem) {
    self = []
    for name in text.split(separator: ",").map({ String(trim($0)) }) {
      guard let place = Self.names.firstIndex(of: name) else {
        throw ConfigurationProblem(
          "\(key) allows \(Self.names.joined(separator: ",")), not \"\(name)\"")
      }
      insert(Permissions(rawValue: 1 << UInt8(place)))
    }
  }
}
