import Media

/// What a person changes in the player and its queue.
public enum PickerChange: Sendable, Hashable {
  /// Plays an entry.
  case jump(UInt32)
  case remove([UInt32])
  /// One after the other.
  case move([PickerMove])
  case shuffle, clear
  /// Takes the last change of the queue or of a playlist back; does it again.
  case undo, redo
  case save(PickerSaving)
  case nextTrack, previousTrack
  /// Pauses, or plays on.
  case pause
}

/// An entry of the queue goes to another place, counted without it.
public struct PickerMove: Sendable, Hashable {
  public var entry: UInt32
  public var place: Int

  public init(_ entry: UInt32, to place: Int) {
    self.entry = entry
    self.place = place
  }
}

/// A playlist to be made or changed.
public struct PickerSaving: Sendable, Hashable {
  public enum Mode: String, Sendable, Hashable {
    /// Refused where there is one that is called so.
    case create
    case append, replace
  }

  public var name: String
  /// What goes into it; `nil` for the queue.
  public var selection: PickerSelection?
  public var mode = Mode.create

  public init(name: String, selection: PickerSelection?) {
    self.name = name
    self.selection = selection
  }
}

/// What `PickerSource.change` throws where a playlist is called as a new one should be.
public struct PickerPlaylistExists: Error {
  public init() {}
}

/// What a person is asked in the line below.
public enum PickerPrompt: Sendable, Hashable {
  /// The name of a playlist for these, or, with `nil`, for the queue; as far as it was typed.
  case name(String, PickerSelection?)
  /// A command of the shell that gets these, as far as it was typed.
  case command(String, PickerSelection)
  /// What to do with a playlist that is there.
  case exists(PickerSaving)
}
