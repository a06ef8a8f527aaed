import Media

/// The entries of the player's queue, kept over restarts.
public struct SavedQueue: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    /// The entry's own number.
    public var id: UInt32
    public var item: PersistentID

    public init(id: UInt32, item: PersistentID) {
      self.id = id
      self.item = item
    }
  }

  /// In the order of the queue.
  public var entries: [Entry]

  public init(entries: [Entry] = []) { self.entries = entries }
}

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
  /// 0 to 100; `nil` where there is no mixer.
  public var volume: Int?
  /// When this was true.
  public var saved = Timestamp(nanoseconds: 0)

  public init() {}
}
