import Media

/// What the player does, as it was told last.
public struct PickerPlayer: Sendable, Hashable {
  public enum State: Sendable, Hashable { case stopped, paused, playing }

  public var state = State.stopped
  /// The entry of the queue that plays, or would; `nil` where there is none.
  public var entry: UInt32?
  /// Its item, where the library has it.
  public var item: PersistentID?
  public var title = ""
  public var artist = ""
  /// How long it plays; `nil` when it is not known.
  public var milliseconds: Int64?
  /// How much of it was heard at `moment`, in milliseconds.
  public var elapsed: Int64 = 0
  /// When that was told, in milliseconds of a clock that is never set.
  public var moment: Int64 = 0
  /// Whether entries play in their order, each once, to the end of the queue.
  public var playsInOrder = true
  /// Another number after each change of the queue.
  public var queueVersion: UInt32 = 0
  /// What is wrong, in a sentence.
  public var error: String?

  public init() {}

  /// How much of it is heard at a moment, in milliseconds.
  public func elapsed(at moment: Int64) -> Int64 {
    let now = state == .playing ? elapsed + max(0, moment - self.moment) : elapsed
    return max(0, min(now, milliseconds ?? now))
  }
}

/// What the clocks say.
public struct PickerMoment: Sendable, Hashable {
  /// Milliseconds of a clock that is never set.
  public var uptime: Int64
  /// Seconds since midnight where the person is.
  public var secondOfDay: Int

  public init(uptime: Int64, secondOfDay: Int) {
    self.uptime = uptime
    self.secondOfDay = secondOfDay
  }
}

/// How far a scan is: files of which the tags were read, and of how many; `nil` while folders are walked.
public struct PickerScan: Sendable, Hashable {
  public var read: Int
  public var files: Int?

  public init(read: Int, files: Int?) {
    self.read = read
    self.files = files
  }
}

/// What happens elsewhere that a picker shows.
public enum PickerEvent: Sendable {
  case player(PickerPlayer)
  /// The items of the library are not what they were.
  case library
  case playlists
  /// `nil` where no scan runs any more.
  case scan(PickerScan?)
}
