import Media

/// Something that plays frames by a clock of its own. Results below 0 are negative errnos; nothing
/// here waits, save `wait`.
protocol OutputDevice: ~Copyable {
  /// For messages.
  var name: String { get }

  /// Whether anybody can hear it.
  var isAudible: Bool { get }

  /// What it takes.
  var format: AudioFormat { get }

  /// Frames it takes at once.
  var periodFrames: Int { get }

  /// Frames it takes ahead.
  var bufferFrames: Int { get }

  /// Whether its clock runs.
  var isRunning: Bool { get }

  /// Makes it ready to take frames, after opening and after it stopped.
  mutating func prepare() -> Int32

  /// Gives it frames.
  ///
  /// - Returns: How many it took.
  mutating func write(_ frames: UnsafeRawPointer, count: Int) -> Int

  /// Lets it play what it has. Nothing happens where it does.
  mutating func start() -> Int32

  /// The frames it took and that were not heard yet.
  ///
  /// - Returns: `-EPIPE` when it has played all and stopped.
  mutating func delay() -> Int

  /// Stops it at once; what was not heard is forgotten.
  ///
  /// - Returns: How many frames that were, where it can say.
  mutating func halt() -> Int?

  /// Plays on after the machine slept.
  mutating func resume() -> Int32

  /// Waits until it has room for more, until `wake` is raised, or until the time is up.
  ///
  /// - Parameter milliseconds: -1 for no end.
  /// - Returns: 1 when it was woken.
  mutating func wait(forRoom: Bool, wake: Int32, milliseconds: Int32) -> Int32
}

extension OutputDevice where Self: ~Copyable {
  var isAudible: Bool { true }
  var periodFrames: Int { bufferFrames / 4 }

  /// What there is to say of it.
  var setup: AudioPath.Device {
    AudioPath.Device(
      name: isAudible ? name : nil, format: format, periodFrames: periodFrames,
      bufferFrames: bufferFrames)
  }
}
