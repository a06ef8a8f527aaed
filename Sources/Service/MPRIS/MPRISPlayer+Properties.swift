import Glibc
import Media
import Playback

// What others may know, and set.
extension MPRISPlayer {
  /// The properties of the player whose changes are told.
  static let changing = [
    "PlaybackStatus", "LoopStatus", "Shuffle", "Metadata", "Volume", "Rate", "CanGoNext",
    "CanGoPrevious", "CanPlay", "CanPause", "CanSeek",
  ]

  /// How many entries of the queue are shown, those around the current one.
  static let tracksShown = 100

  /// The value of a property; `nil` for what is none.
  func value(of property: String) -> BusValue? {
    let isActive = player.state != .stopped
    return switch property {
    case "PlaybackStatus": .text(status)
    case "LoopStatus": .text(loop)
    case "Shuffle": .flag(player.queue.isRandom)
    case "Metadata": .fields(metadata)
    case "Volume": .real(Double(player.volume ?? 100) / 100)
    case "Position": .long(position)
    case "Rate": .real(Double(player.speed) / 1000)
    case "MinimumRate": .real(Double(Player.speeds.lowerBound) / 1000)
    case "MaximumRate": .real(Double(Player.speeds.upperBound) / 1000)
    case "CanGoNext": .flag(isActive && player.queue.nextEntry != nil)
    case "CanGoPrevious", "CanSeek": .flag(isActive)
    case "CanPlay", "CanPause": .flag(!player.queue.isEmpty)
    case "Tracks": .objects(tracks.map { TrackMetadata.object($0) })
    case "CanControl", "CanQuit", "HasTrackList", "CanEditTracks": .flag(true)
    case "CanRaise": .flag(false)
    case "Identity": .text("Segue")
    case "SupportedUriSchemes": .texts(["file"])
    case "SupportedMimeTypes": .texts(Self.mimeTypes)
    default: nil
    }
  }

  func set(_ property: String, _ value: BusMessage) throws(BusError) {
    switch property {
    case "LoopStatus": try setLoop(value.text())
    case "Shuffle": player.setRandom(try value.flag())
    case "Volume":
      let volume = try value.real()
      guard volume.isFinite else { throw BusError(EINVAL) }
      try? player.setVolume(Int((min(1, max(0, volume)) * 100).rounded()))
    case "Rate":
      let rate = try value.real()
      // None at all is to be a pause; what cannot be is not done.
      if rate == 0 { return player.pause(true) }
      if (0...100).contains(rate) { try? player.setSpeed(Int((rate * 1000).rounded())) }
    default: throw BusError(EPERM)
    }
  }

  /// In microseconds; never behind the end.
  var position: Int64 {
    let position = player.position ?? .zero
    return (player.duration.map { min(position, $0) } ?? position).microseconds
  }

  /// The entries around the current one.
  var tracks: [EntryID] {
    let queue = player.queue
    let first = max(
      0, min((queue.currentPosition ?? 0) - Self.tracksShown / 2, queue.count - Self.tracksShown))
    return (first..<min(queue.count, first + Self.tracksShown)).map { queue.entries[$0].id }
  }

  private var status: String {
    switch player.state {
    case .playing: "Playing"
    case .paused: "Paused"
    case .stopped: "Stopped"
    }
  }

  private var loop: String {
    guard player.queue.isRepeating else { return "None" }
    return player.queue.single == .off ? "Playlist" : "Track"
  }

  private func setLoop(_ word: String) throws(BusError) {
    let wasTrack = loop == "Track"
    switch word {
    case "None": player.setRepeat(false)
    case "Playlist": player.setRepeat(true)
    case "Track":
      player.setRepeat(true)
      return player.setSingle(.on)
    default: throw BusError(EINVAL)
    }
    if wasTrack || word == "Playlist" { player.setSingle(.off) }
  }

  private var metadata: [BusField] {
    guard let entry = player.nowPlaying else { return [] }
    let item = player.item(of: entry)
    return TrackMetadata.fields(
      entry.id, item, duration: player.duration, artwork: artwork.url(of: item))
  }

  private static let mimeTypes = [
    "audio/aac", "audio/aiff", "audio/flac", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/opus",
    "audio/vorbis", "audio/wav", "audio/x-aiff", "audio/x-ape", "audio/x-flac", "audio/x-m4a",
    "audio/x-mp3", "audio/x-mpeg", "audio/x-ms-wma", "audio/x-musepack", "audio/x-tta",
    "audio/x-vorbis+ogg", "audio/x-wav", "audio/x-wavpack",
  ]
}
