@preconcurrency import Dispatch
import Library
import Media
import Playback

/// The player as desktops and media keys know it: `org.mpris.MediaPlayer2.segue` on the session bus.
///
/// It hears the same events as all clients do, and what it is told ends in the same methods of the player.
/// Source: MPRIS D-Bus Interface Specification 2.2.
@MainActor
final class MPRISPlayer {
  static let interface = "org.mpris.MediaPlayer2.Player"
  static let listInterface = "org.mpris.MediaPlayer2.TrackList"

  // Fine because the daemon keeps it, and stops it first.
  unowned let daemon: Daemon
  /// Who asks, for all that remembers it.
  let session = Session(isLocal: true, permissions: .all)
  let artwork: ArtworkFiles
  private let bus: SessionBus
  /// What the others know of the properties that change, in their order, and of the queue.
  private var told: [BusValue?] = []
  private var toldTracks: [EntryID] = []
  private var isTelling = false
  /// Whether the position is another one than they reckon.
  private var hasJumped = false
  /// How many files that others have named are being looked for.
  var filesUnderway = 0

  var player: Player { daemon.player }

  init(_ daemon: Daemon, address: String) {
    self.daemon = daemon
    bus = SessionBus(address: address)
    artwork = ArtworkFiles(
      folder: daemon.places.artwork, pool: daemon.pool, pictures: daemon.pictures)
    bus.player = self
    artwork.onFound = { [weak self] in self?.tell() }
    bus.start()
  }

  func stop() { bus.stop() }

  func note(_ event: PlayerEvent) {
    bus.wake()
    switch event {
    case .positionJumped: hasJumped = true
    // They reckon that it begins at its beginning.
    case .trackStarted where player.position ?? .zero > .seconds(1): hasJumped = true
    default: break
    }
    tell()
  }

  /// Tells of what has changed, once for all of this turn.
  func tell() {
    guard bus.isReady, !isTelling else { return }
    isTelling = true
    DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.tellNow() } }
  }

  /// From now on there is somebody to tell; they ask for what there is.
  func isSeen() {
    told = Self.changing.map { value(of: $0) }
    toldTracks = tracks
    hasJumped = false
  }

  private func tellNow() {
    isTelling = false
    guard bus.isReady else { return }
    let values = Self.changing.map { value(of: $0) }
    let changed = zip(Self.changing, zip(values, told)).filter { $1.0 != $1.1 }.map(\.0)
    told = values
    bus.tellChanged(Self.interface, changed)
    if hasJumped, player.state != .stopped {
      bus.signal(Self.interface, "Seeked", .long(position))
    }
    hasJumped = false
    tellTracks()
  }

  private func tellTracks() {
    let tracks = tracks
    guard tracks != toldTracks else { return }
    toldTracks = tracks
    let current = player.nowPlaying.map { TrackMetadata.object($0.id) } ?? TrackMetadata.noTrack
    bus.signal(
      Self.listInterface, "TrackListReplaced", .objects(tracks.map { TrackMetadata.object($0) }),
      .object(current))
    bus.tellChanged(Self.listInterface, ["Tracks"])
  }
}
