/// What a key asks for while no text is being typed.
public enum PickerCommand: Sendable, Hashable, CaseIterable {
  case up, down, pageUp, pageDown, first, last

  /// To the next album or letter, to the beginning of this one or the one before.
  case nextSection, previousSection
  /// To the letter that the next key is.
  case letter

  /// Marks the row, or takes its mark away, and moves down. Starts the multiple mode.
  case mark
  /// Begins a range of rows; once more, marks all from there to the cursor.
  case range
  /// Marks all that are shown.
  case markAll
  /// Marks the tracks that the search finds, of groups those alone.
  case markMatching
  /// Takes all marks away, of rows that are not shown as well.
  case markNone
  /// Turns the marks of all that are shown around.
  case invertMarks

  /// Goes into a page or a group; picks a track in the single mode, and is `done` in the multiple mode.
  case choose
  /// Ends with what is marked.
  case done
  /// Ends without a choice.
  case cancel
  /// Clears the search, else goes back the way that was come, else is `cancel`.
  case back

  /// Goes into the row: a page, a group, the details of a track.
  case advance
  /// Goes back to the page before; from the first one to home.
  case unwind
  /// Shows all that is known of the track.
  case details

  /// Opens the line in which the search is typed.
  case search

  /// Does something with what is marked, or else with the row, and goes on; the marks are gone then.
  case play, playNext, append
  /// Puts the paths of what is marked, or else the row, into the clipboard.
  case copy
  /// Asks for a command of the shell that gets what is marked, or else the row.
  case run
  /// Ends with what is marked, or else the row, to be printed.
  case print

  /// To the player's queue, and back; to what plays.
  case queue, current
  /// Takes entries out of the queue, or moves them: what is marked there, or the row.
  case remove, moveUp, moveDown
  /// Moves what is marked in the queue before the row.
  case moveHere
  case shuffle, clear
  /// Makes a playlist of what is marked, or of the row; in the queue, without marks, of all of it.
  case save
  /// Takes the last change of the queue or of a playlist back; does it again.
  case undo, redo
  case nextTrack, previousTrack
  /// Pauses, or plays on.
  case pause

  /// Shows covers, or does not.
  case covers

  /// Lists the keys.
  case help
}

extension PickerCommand {
  /// As it is written in a configuration: `page-down`.
  public var name: String {
    "\(self)".map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
  }

  public init?(name: String) {
    guard let command = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = command
  }
}
