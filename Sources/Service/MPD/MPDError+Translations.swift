import Library
import MPDProtocol
import Playback

/// The one place where the errors of the other stations become the protocol's.
extension MPDError {
  init(_ error: PlayerError) {
    switch error {
    case .badPosition: self.init(.argument, "Bad song index")
    case .noSuchEntry: self.init(.noExist, "No such song")
    case .isPlaying: self.init(.permission, "Cannot edit the current song")
    case .notPlaying: self.init(.playerSync, "Not playing")
    case .noMixer: self.init(.system, "No mixer")
    case .badSpeed: self.init(.argument, "Expected a speed from 0.5 to 2")
    case .badVolume(let volume): self.init(.argument, "Invalid volume value: \(volume)")
    case .noSuchOutput: self.init(.noExist, "No such audio output")
    }
  }

  /// What MPD says, too.
  static let queueFull = MPDError(.playlistMax, "Playlist is too large")

  init(_ error: LibraryError) { self.init(.system, error.description) }

  /// Calls what the player may refuse.
  @MainActor
  static func translating<Result>(
    _ body: () throws(PlayerError) -> Result
  ) throws(MPDError) -> Result {
    do throws(PlayerError) { return try body() } catch { throw MPDError(error) }
  }

  /// Calls what the library may refuse.
  static func reading<Result>(
    _ body: () throws(LibraryError) -> Result
  ) throws(MPDError) -> Result {
    do throws(LibraryError) { return try body() } catch { throw MPDError(error) }
  }
}
