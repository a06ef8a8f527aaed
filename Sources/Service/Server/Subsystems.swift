/// Parts of the daemon in which something can change, as `idle` names them.
struct Subsystems: OptionSet, Sendable, Hashable {
  let rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  static let database = Subsystems(rawValue: 1 << 0)
  static let update = Subsystems(rawValue: 1 << 1)
  static let storedPlaylist = Subsystems(rawValue: 1 << 2)
  static let playlist = Subsystems(rawValue: 1 << 3)
  static let player = Subsystems(rawValue: 1 << 4)
  static let mixer = Subsystems(rawValue: 1 << 5)
  static let output = Subsystems(rawValue: 1 << 6)
  static let options = Subsystems(rawValue: 1 << 7)
  static let subscription = Subsystems(rawValue: 1 << 10)
  static let message = Subsystems(rawValue: 1 << 11)
  static let sticker = Subsystems(rawValue: 1 << 9)
  static let all = Subsystems(rawValue: (1 << UInt16(names.count)) - 1)

  /// In MPD's order; some never change here, but may be waited for.
  private static let names: [StaticString] = [
    "database", "update", "stored_playlist", "playlist", "player", "mixer", "output", "options",
    "partition", "sticker", "subscription", "message", "neighbor", "mount",
  ]

  /// `nil` for a name that the protocol does not have.
  init?(named name: String) {
    let name = name.lowercased()
    guard let place = Self.names.firstIndex(where: { "\($0)" == name }) else { return nil }
    self.init(rawValue: 1 << UInt16(place))
  }

  /// The names of those in the set, in MPD's order.
  var list: [String] {
    Self.names.enumerated().filter { rawValue & 1 << UInt16($0.offset) != 0 }
      .map { "\($0.element)" }
  }
}
