import Worker

/// What a player plays on and with.
public struct PlayerConfiguration: Sendable {
  /// One that plays at least; the first that is enabled is the one that sounds.
  public var outputs: [OutputConfiguration]
  public var workers: WorkerPrograms
  /// How long the device is kept while paused.
  public var closeAfterPause: Duration = .seconds(30)
  public var replayGain = ReplayGainSettings()
  public var fades = FadeSettings()
  public var crossfade = CrossfadeSettings()
  /// In thousandths; see `Player.setSpeed`.
  public var speed = 1000
  /// How much of a track may be heard so that `previous` leads to the one before; `nil` for any time, as MPD.
  public var restartsAfter: Duration?
  /// Where items are looked up; `nil` where all that are ever played are given by hand.
  public var items: (any ItemSource)?

  public init(outputs: [OutputConfiguration], workers: WorkerPrograms) {
    self.outputs = outputs
    self.workers = workers
  }
}

/// A place where sound goes.
public struct OutputConfiguration: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// - Parameters:
    ///   - device: An ALSA name such as `default` or `hw:0,0`.
    ///   - configuration: A file to read in the place of ALSA's own configuration.
    case alsa(device: String, configuration: String? = nil)
    /// Silence, paced by our own clock.
    case null
  }

  /// Who makes it louder.
  public enum Mixer: Sendable, Hashable {
    /// The sound card's own volume where it has one, else software.
    case hardware
    /// We multiply the samples; at 100 they are left alone.
    case software
    /// Nobody.
    case none
  }

  public var name: String
  public var kind: Kind
  public var mixer: Mixer
  public var isEnabled: Bool

  public init(name: String, kind: Kind, mixer: Mixer = .software, isEnabled: Bool = true) {
    self.name = name
    self.kind = kind
    self.mixer = mixer
    self.isEnabled = isEnabled
  }
}

/// An output as clients see it.
public struct OutputDescription: Sendable, Hashable, Identifiable {
  public let id: Int
  public let name: String
  /// `alsa` or `null`.
  public let plugin: String
  public let isEnabled: Bool
}

public enum PlaybackState: Sendable, Hashable { case stopped, playing, paused }

/// What changed in a player.
public enum PlayerEvent: Sendable, Equatable {
  /// Entries came, went or moved.
  case queueChanged
  /// It was somebody's wish that they do; said before `queueChanged`, and that before anything else that came of the
  /// wish. What played before it.
  case queueEdited(from: QueuePoint)
  /// Playing, paused or stopped; or an error came or went.
  case stateChanged
  /// Random, repeat, single, consume, where playing ends by itself, or ReplayGain.
  case optionsChanged
  case volumeChanged
  case outputsChanged
  /// The position is another one than time alone would have made it.
  case positionJumped
  /// The first frame of an entry is heard.
  case trackStarted(EntryID)
  /// An entry is not heard any more; `heard` is how far it had come, and `isOver` whether that is its end, wherever
  /// its tags have it.
  case trackEnded(EntryID, heard: Duration, isOver: Bool)
  /// An entry could not be played, or not to its end: a sentence.
  case trackFailed(EntryID, reason: String)
  /// There is no sound for now, and it is tried again by itself: a sentence. Said once for each reason.
  case interrupted(reason: String)
  /// After an interruption there is sound again.
  case continued
}
