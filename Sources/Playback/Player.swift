import Dispatch
import Media

/// Plays a queue. It decides, on the main queue; threads of its own do what can wait or block.
@MainActor public final class Player {
  public internal(set) var queue = PlayQueue()
  public internal(set) var state = PlaybackState.stopped

  /// Where the items of entries are looked up.
  public let items: any ItemSource

  let feed: Feed
  /// How loud tracks are made.
  public internal(set) var replayGain: ReplayGainSettings
  public var fades: FadeSettings { didSet { feed.setFades(fades) } }
  public internal(set) var crossfade: CrossfadeSettings
  /// How fast tracks are played, in thousandths.
  public internal(set) var speed: Int
  var configuredOutputs: [OutputConfiguration]
  /// Of the software, for each output.
  var volumes: [Int]
  /// The volume of the sound card, and what it is now; `nil` where there is none, or the software's is used.
  var mixer: HardwareMixer?
  var mixerVolume: Int?
  var mixerReports: MixerReports?

  /// What is heard of the current entry; `nil` until its first frame is.
  var sounding: Sounding?

  /// Where the current entry goes on while nothing of it is heard.
  var resumePosition = Duration.zero

  /// Whether the feed has the current entry. It has not while we are paused without sound.
  var isFed = false

  /// Tells what the feed reports of now from what it reported of before the last jump.
  var generation: UInt32 = 0

  /// What the feed was told to go on with.
  var announced: Follower?

  struct Follower: Equatable {
    let entry: EntryID
    /// `nil` for all of it.
    let range: PlayedRange?
    let crossfade: CrossfadeSettings?
  }

  /// Whether the current entry is to go on from where it was left another time, and nothing of it was heard yet.
  var isResumed = false

  /// Entries after the current one that were found unplayable.
  var failed: Set<EntryID> = []

  /// How many were, since one was last heard.
  var failuresInRow = 0

  /// Gives the device up while paused.
  var releaseTimer: (any DispatchSourceTimer)?
  /// How long the device is kept while paused.
  public var closeAfterPause: Duration

  /// When music is to be silent, how long it takes to become so, and in how many steps it does.
  var sleepTime: ContinuousClock.Instant?
  var sleepFade = Duration.zero
  var fadeSteps = 0
  var sleepTimer: (any DispatchSourceTimer)?
  /// When more of a track was heard, `previous` begins it again; `nil` for never.
  public var restartsAfter: Duration?

  /// Why there is no sound although we are playing; the device is tried again.
  var interruption: String?
  /// Whether that is because items cannot be looked up.
  var waitsForItems = false
  var lastError: String?
  /// Whether items that could not be looked up are about to be looked up again.
  var isLookingAgain = false

  /// Where an entry is to go on when its turn comes; `nil` at its beginning.
  public var placeToResume: @MainActor (QueueEntry) -> Duration? = { _ in nil }

  private var observers: [@MainActor (PlayerEvent) -> Void] = []

  public init(configuration: PlayerConfiguration) {
    configuredOutputs = configuration.outputs
    volumes = configuration.outputs.map { _ in 100 }
    closeAfterPause = configuration.closeAfterPause
    restartsAfter = configuration.restartsAfter
    items = configuration.items ?? GivenItems()
    replayGain = configuration.replayGain
    fades = configuration.fades
    crossfade = configuration.crossfade
    speed = configuration.speed
    let reports = Reports()
    feed = Feed(
      workers: configuration.workers, output: configuration.outputs.first { $0.isEnabled }
    ) { event in
      DispatchQueue.main.async { MainActor.assumeIsolated { reports.player?.handle(event) } }
    }
    reports.player = self
    feed.setReplayGain(replayGain)
    feed.setFades(fades)
    feed.setSpeed(speed)
    useMixer()
  }

  /// The way back from the feed, which does not keep the player.
  private final class Reports: Sendable {
    // Fine to share because it is touched on the main queue only.
    nonisolated(unsafe) weak var player: Player?
  }

  /// Ends everything: threads are joined, the decoder is gone.
  public func shutDown() {
    releaseTimer?.cancel()
    sleepTimer?.cancel()
    state = .stopped
    isFed = false
    mixer?.close()
    feed.shutDown()
  }

  /// Has `handler` called after each change, on the main queue.
  public func addObserver(_ handler: @escaping @MainActor (PlayerEvent) -> Void) {
    observers.append(handler)
  }

  func announce(_ event: PlayerEvent) {
    for observer in observers { observer(event) }
  }
}

// What is heard.
extension Player {
  public var nowPlaying: QueueEntry? { queue.current }

  /// What an entry plays, as its tags are now.
  public func item(of entry: QueueEntry) -> MediaItem { items.item(entry.itemID) }

  /// How much of the current entry was heard; `nil` when stopped.
  public var position: Duration? {
    if state == .stopped { return nil }
    return sounding?.position ?? resumePosition
  }

  /// How long the current entry is: what the decoder says, else what its tags say.
  public var duration: Duration? {
    sounding?.duration ?? nowPlaying.flatMap { track($0).taggedDuration }
  }

  /// The format at the device; `nil` while nothing plays.
  public var audioFormat: AudioFormat? { sounding?.format }

  /// In kbit/s; `nil` when it is not known.
  public var bitRate: Int? { sounding.flatMap { $0.bitRate > 0 ? $0.bitRate : nil } }

  /// What went wrong: a sentence. While it stands and the state is playing, there is no sound.
  public var error: String? { interruption ?? lastError }

  public func clearError() {
    guard lastError != nil else { return }
    lastError = nil
    announce(.stateChanged)
  }
}
