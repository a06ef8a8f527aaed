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
  /// Ends with what is marked, or else the row, to be printed.
  case print

  /// Lists the keys.
  case help
}

extension PickerCommand {
  /// The keys of a picker that nobody has configured.
  static let keys: [PickerKey: PickerCommand] = [
    .up: .up, .character("k"): .up, .control("p"): .up,
    .down: .down, .character("j"): .down, .control("n"): .down,
    .pageUp: .pageUp, .control("b"): .pageUp,
    .pageDown: .pageDown, .control("f"): .pageDown,
    .home: .first, .character("g"): .first,
    .end: .last, .character("G"): .last,
    .character("]"): .nextSection, .character("["): .previousSection, .character("'"): .letter,
    .character(" "): .mark, .character("a"): .markAll, .character("A"): .markNone,
    .character("V"): .range, .character("+"): .markMatching,
    .character("p"): .play, .character("n"): .playNext, .character("e"): .append,
    .character("P"): .print, .character("?"): .help,
    .character("*"): .invertMarks,
    .enter: .choose, .character("d"): .done, .character("q"): .cancel, .escape: .back,
    .character("/"): .search,
    .right: .advance, .character("l"): .advance, .character("i"): .details,
    .left: .unwind, .character("h"): .unwind, .backspace: .unwind,
  ]
}
