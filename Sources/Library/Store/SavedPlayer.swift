import Media

/// What the player did and how it was set, kept over restarts.
public struct SavedPlayer: Sendable, Hashable {
  public enum State: String, Sendable, Hashable, CaseIterable { case stopped, playing, paused }
  /// Off, on, or on for once.
  public enum Switch: String, Sendable, Hashable, CaseIterable { case off, on, oneShot }

  public var state: State = .stopped
  /// The entry that is played or would be; its number in the queue's own counting.
  public var current: UInt32?
  /// Where in it.
  public var position: Duration = .zero
  public var random = false
  public var repeats = false
  public var single: Switch = .off
  public var consume: Switch = .off
  /// Whether random order goes from album to album.
  public var shufflesAlbums = false
  /// Where playing ends by itself, as the player calls it.
  public var stopPoint: String?
  /// The last number that an entry was given.
  public var lastEntry: UInt32 = 0
  /// 0 to 100; `nil` where there is no mixer, or the sound card keeps it.
  public var volume: Int?
  /// What is otherwise as configured.
  public var choices: [SavedChoice] = []
  /// When this was true.
  public var saved = Timestamp(nanoseconds: 0)

  public init() {}
}

/// What somebody has set in the place of what is configured.
public struct SavedChoice: Sendable, Hashable {
  /// What is set.
  public let name: String
  public let value: String
  /// What was configured then: where that has become another, the choice is over.
  public let usual: String

  public init(name: String, value: String, usual: String) {
    (self.name, self.value, self.usual) = (name, value, usual)
  }
}
