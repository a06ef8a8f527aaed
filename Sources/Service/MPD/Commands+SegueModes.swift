import MPDProtocol
import Media
import Playback

// What the protocol has no word for: how playing goes on and ends.
//
// `segue_albums 0|1` has random order go from album to album. `segue_next_album` and
// `segue_previous_album` go through them. `segue_stop track|album|queue|off` has playing end after what is being
// played. `segue_sleep SECONDS|off [FADE]` has it fade out and pause. `segue_crop [START:END]` leaves only a
// range, or the current entry; `segue_next START:END` moves a range behind the current entry, so that it comes next
// in random order too. `segue_speed 0.5…2` plays slower or faster, at the same pitch. While they are in effect,
// `status` says `segue_albums: 1`, `segue_stop: POINT`, `segue_sleep: SECONDS` and `segue_speed: FACTOR`.
extension Command {
  static let segueModes = [
    Command("segue_albums", .player, 1...1) { daemon, call throws(MPDError) in
      daemon.player.setShufflesAlbums(try Argument.bool(call[0]))
      return .done
    },
    Command("segue_next_album", .player, 0...0) { daemon, _ throws(MPDError) in
      try perform { () throws(PlayerError) in try daemon.player.nextAlbum() }
    },
    Command("segue_previous_album", .player, 0...0) { daemon, _ throws(MPDError) in
      try perform { () throws(PlayerError) in try daemon.player.previousAlbum() }
    },
    Command("segue_stop", .player, 1...1, stop),
    Command("segue_sleep", .player, 1...2, sleep),
    Command("segue_speed", .player, 1...1) { daemon, call throws(MPDError) in
      // Beyond a hundred is too fast as well.
      let speed = Int((min(100, max(0, try Argument.float(call[0]))) * 1000).rounded())
      return try perform { () throws(PlayerError) in try daemon.player.setSpeed(speed) }
    },
    Command("segue_crop", .player, 0...1, crop),
    Command("segue_next", .player, 1...1) { daemon, call throws(MPDError) in
      let range = try range(call[0], daemon.player.queue.count)
      return try perform { () throws(PlayerError) in try daemon.player.moveNext(range) }
    },
  ]

  @MainActor
  private static func stop(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let point = PlayQueue.StopPoint(rawValue: call[0])
    guard point != nil || call[0] == "off" else {
      throw MPDError(.argument, "Expected track, album, queue or off: \(call[0])")
    }
    daemon.player.setStopPoint(point)
    return .done
  }

  @MainActor
  private static func sleep(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    if call[0] == "off" {
      daemon.player.sleep(after: nil)
      return .done
    }
    let time = try Argument.seconds(call[0])
    let fade = try call.optional(1).map { text throws(MPDError) in try Argument.seconds(text) }
    daemon.player.sleep(after: time, fade: fade ?? .seconds(10))
    return .done
  }

  @MainActor
  private static func crop(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let queue = daemon.player.queue
    var part: Range<Int>
    if let text = call.optional(0) {
      part = try range(text, queue.count)
    } else {
      guard let current = queue.currentPosition else {
        throw MPDError(.playerSync, "No current song")
      }
      part = current..<current + 1
    }
    return try perform { () throws(PlayerError) in try daemon.player.crop(to: part) }
  }
}
