/// What the keys do, as the page of them lists it.
extension PickerCommand {
  /// A line a command, in the order of the commands; without those for which `isOffered` is false.
  static func help(
    _ keys: PickerKeys, _ isOffered: (PickerCommand) -> Bool
  ) -> [PickerDetail] {
    allCases.filter(isOffered).map { command in
      // Short names first: those are the ones to remember.
      PickerDetail(name: keys.names(command).joined(separator: " "), text: command.summary)
    }
  }

  /// What it does, in a few words.
  private var summary: String {
    switch self {
    case .up: "Up"
    case .down: "Down"
    case .pageUp: "A page up"
    case .pageDown: "A page down"
    case .first: "To the first"
    case .last: "To the last"
    case .nextSection: "To the next album or letter"
    case .previousSection: "To the album or letter before"
    case .letter: "With a letter: to the first artist or name that begins with it"
    case .mark: "Mark, or take the mark away; of an album or artist, all its tracks"
    case .range: "Begin a range; once more, mark it"
    case .markAll: "Mark all that is shown"
    case .markMatching: "Mark the tracks that the search finds, of groups those alone"
    case .markNone: "Take all marks away"
    case .invertMarks: "Turn the marks of what is shown around"
    case .choose: "Go into a group; take a track, or what is marked"
    case .done: "Done: take what is marked"
    case .cancel: "Leave and change nothing"
    case .back: "Clear the search, else go back, else leave"
    case .advance: "Go into a group, or show all of a track"
    case .unwind: "Go back; from the first page to home"
    case .details: "Show all that is known of a track"
    case .search: "Search by words or a query"
    case .play: "Play what is marked, or the row, now"
    case .playNext: "Insert it after what plays"
    case .append: "Append it to the queue"
    case .copy: "Copy the paths of it to the clipboard"
    case .run: "Run a command that gets it as JSON"
    case .print: "Print it and leave"
    case .queue: "Show the queue; once more, go back"
    case .current: "To what plays"
    case .remove: "In the queue: take out what is marked, or the row"
    case .moveUp: "In the queue: move it up"
    case .moveDown: "In the queue: move it down"
    case .moveHere: "In the queue: move what is marked before the row"
    case .shuffle: "In the queue: mix it"
    case .clear: "In the queue: take out all"
    case .save: "Save it as a playlist; in the queue, all where none is marked"
    case .undo: "Take the last change of the queue or a playlist back"
    case .redo: "Do again what was taken back"
    case .nextTrack: "Play the next track"
    case .previousTrack: "Begin the track again, or play the one before"
    case .pause: "Pause, or play on"
    case .covers: "Show covers, or do not"
    case .help: "Show all keys"
    }
  }
}

extension PickerKey {
  /// What is written on it.
  var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "Ctrl-\(character.uppercased())"
    case .alt(let character): "Alt-\(character)"
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .pageUp: "PageUp"
    case .pageDown: "PageDown"
    case .home: "Home"
    case .end: "End"
    case .paste: "Paste"
    case .mouse: "Mouse"
    }
  }
}
