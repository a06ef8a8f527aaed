import Library
import MPDProtocol
import Media
import Playback

// What plays, and how much there is.
extension Command {
  static let status = [
    Command("status", .read, 0...0) { daemon, _ in .answer { status(daemon, &$0) } },
    Command("currentsong", .read, 0...0, currentSong),
    Command("stats", .read, 0...0, statistics),
    Command("segue_audio", .read, 0...0) { daemon, _ in
      guard let path = daemon.player.audioPath else { return .done }
      return .answer {
        audio(path, &$0)
        if let note = daemon.player.crossfadeNote { $0.line("crossfade", note) }
      }
    },
    Command("clearerror", .player, 0...0) { daemon, _ in
      daemon.player.clearError()
      return .done
    },
  ]

  @MainActor
  private static func status(_ daemon: Daemon, _ answer: inout ResponseWriter) {
    let player = daemon.player
    let queue = player.queue
    if let volume = player.volume { answer.line("volume", volume) }
    answer.line("repeat", queue.isRepeating)
    answer.line("random", queue.isRandom)
    answer.line("single", queue.single.word)
    answer.line("consume", queue.consume.word)
    answer.line("partition", "default")
    answer.line("playlist", queue.version)
    answer.line("playlistlength", queue.count)
    let crossfade = player.crossfade
    answer.line("mixrampdb", CrossfadeSettings.text(crossfade.mixRampThreshold))
    answer.line("state", player.state.word)
    if crossfade.duration > .zero { answer.line("xfade", crossfade.duration.components.seconds) }
    if let delay = crossfade.mixRampDelay, delay > 0 {
      answer.line("mixrampdelay", CrossfadeSettings.text(delay))
    }
    current(daemon, &answer)
    if queue.shufflesAlbums { answer.line("segue_albums", true) }
    if let point = queue.stopPoint { answer.line("segue_stop", point.rawValue) }
    if let time = player.sleepsIn { answer.line("segue_sleep", time.components.seconds) }
    if player.speed != 1000 {
      answer.line("segue_speed", CrossfadeSettings.text(Double(player.speed) / 1000))
    }
    if let scan = daemon.scans.current { answer.line("updating_db", scan) }
    if let error = player.error { answer.line("error", error) }
    answer.line("lastloadedplaylist", daemon.lastLoadedPlaylist)
  }

  @MainActor
  private static func current(_ daemon: Daemon, _ answer: inout ResponseWriter) {
    let player = daemon.player
    guard let position = player.queue.currentPosition, let entry = player.queue.current else {
      return
    }
    answer.line("song", position)
    answer.line("songid", entry.id.rawValue)
    if player.state != .stopped {
      let elapsed = player.position ?? .zero
      daemon.noteTold(elapsed)
      let total = player.duration
      answer.line("time", "\(rounded(elapsed)):\(rounded(total ?? .zero))")
      answer.line("elapsed", seconds: elapsed)
      answer.line("bitrate", player.bitRate ?? 0)
      if let total { answer.line("duration", seconds: total) }
      if let format = player.audioFormat { answer.line("audio", format.description) }
    }
    if let next = player.queue.nextEntry, let position = player.queue.position(of: next) {
      answer.line("nextsong", position)
      answer.line("nextsongid", next.rawValue)
    }
  }

  /// From the file to the device: formats as in `status`, frames, decibels, percent, and a sentence for
  /// each thing that changes the samples, and one for how it goes over into the next track. Nothing of a device that is
  /// given up for now.
  private static func audio(_ path: AudioPath, _ answer: inout ResponseWriter) {
    answer.line("codec", path.codec)
    answer.line("source", path.source.description)
    if let gain = path.replayGainDecibels { answer.line("replay_gain", "\(gain)") }
    answer.line("volume", path.volume)
    guard let device = path.device else { return }
    answer.line("resampler", path.isResampled ? "soxr" : "none")
    answer.line("device", device.name ?? "null")
    answer.line("format", device.format.description)
    answer.line("period", device.periodFrames)
    answer.line("buffer", device.bufferFrames)
    answer.line("bit_perfect", path.isBitPerfect)
    for change in path.changes { answer.line("change", change) }
  }

  private static func rounded(_ time: Duration) -> Int64 { (time.milliseconds + 500) / 1000 }

  @MainActor
  private static func currentSong(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let queue = daemon.player.queue
    guard let entry = queue.current, let position = queue.currentPosition else { return .done }
    return .answer {
      $0.song(
        entry, daemon.player.item(of: entry), tags: call.session.tags, position: position)
    }
  }

  @MainActor
  private static func statistics(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    .asking(
      daemon, { store throws(LibraryError) in try store.statistics() },
      then: { daemon, library in
        .answer { answer in
          answer.line("uptime", (ContinuousClock.now - daemon.started).components.seconds)
          answer.line("playtime", daemon.playTime.total.components.seconds)
          answer.line("artists", library.artists)
          answer.line("albums", library.albums)
          answer.line("songs", library.songs)
          answer.line("db_playtime", library.duration.components.seconds)
          if let update = library.lastUpdate { answer.line("db_update", update.seconds) }
        }
      })
  }
}

extension PlaybackState {
  /// As the protocol says it.
  var word: String {
    switch self {
    case .stopped: "stop"
    case .playing: "play"
    case .paused: "pause"
    }
  }
}

extension OneShotMode {
  /// As the protocol says it.
  var word: String {
    switch self {
    case .off: "0"
    case .on: "1"
    case .oneShot: "oneshot"
    }
  }

  init?(word: String) {
    guard let mode = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = mode
  }
}
