/// A command to the player that cannot be followed.
public enum PlayerError: Error, Equatable, Sendable {
  /// There is no such position, or range of positions, in the queue.
  case badPosition
  case noSuchEntry(EntryID)
  /// What was asked for cannot be done with the entry that is being played.
  case isPlaying(EntryID)
  /// Nothing is playing or paused.
  case notPlaying
  /// There is no mixer whose volume could be set.
  case noMixer
  case badVolume(Int)
  case badSpeed
  case noSuchOutput(Int)
}

extension PlayerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badPosition: "The queue has no such position."
    case .noSuchEntry(let id): "The queue has no entry \(id)."
    case .isPlaying: "The entry that is being played cannot be changed."
    case .notPlaying: "Nothing is playing."
    case .noMixer: "There is no mixer; its volume cannot be changed."
    case .badVolume(let volume): "The volume goes from 0 to 100, not \(volume)."
    case .badSpeed: "The speed goes from 0.5 to 2."
    case .noSuchOutput(let id): "There is no output \(id)."
    }
  }
}
