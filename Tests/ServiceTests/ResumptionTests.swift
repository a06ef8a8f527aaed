import Configuration
import Library
import Media
import Playback
import Testing

@testable import Service

@Suite struct ResumptionTests {
  @Test(
    arguments: [
      (.playing, 10, .automatic, .playing), (.playing, 70, .automatic, .paused),
      (.playing, -5, .automatic, .paused), (.paused, 10, .automatic, .paused),
      (.stopped, 10, .automatic, .stopped), (.playing, 70, .play, .playing),
      (.paused, 70, .play, .playing), (.stopped, 1, .play, .stopped),
      (.playing, 1, .pause, .paused),
    ] as [(SavedPlayer.State, Int64, Settings.Resume, PlaybackState)])
  func `after a restart it goes on as configured`(
    was: SavedPlayer.State, away: Int64, resume: Settings.Resume, expected: PlaybackState
  ) {
    var saved = SavedPlayer()
    saved.state = was
    saved.saved = Timestamp(nanoseconds: 1_000_000_000_000)
    let now = Timestamp(nanoseconds: (1000 + away) * 1_000_000_000)
    #expect(Resumption.state(after: saved, resume: resume, now: now) == expected)
  }
}
