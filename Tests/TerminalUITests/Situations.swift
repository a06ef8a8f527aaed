import Media
import Picker
import Posix

/// A state of a picker and a size of the screen, with a name.
struct Situation: Sendable, CustomStringConvertible {
  var description: String
  var size: TerminalSize
  var state: PickerState

  init(
    _ name: String, _ rows: Int = 10, _ columns: Int = 72, _ tracks: [PickerRow] = Samples.jazz,
    options: PickerOptions = PickerOptions(), loading: [PickerAction] = [.loadingFinished],
    keys: [PickerKey] = []
  ) {
    description = name
    size = TerminalSize(rows: rows, columns: columns)
    state = Samples.state(tracks, size: size, options: options, loading: loading, keys: keys)
  }

  static let all = [
    Situation("just begun", 6, 60, [], loading: []),
    Situation("loading", loading: []),
    Situation("an empty library", 7, 60, [], options: PickerOptions(emptyText: "Nothing here.")),
    Situation(
      "loading failed", 7, 40, [],
      loading: [.loadingFailed("The library is locked by another program; try again.")]),
    Situation(
      "loading failed half-way", loading: [.loadingFailed("The disk is gone.")]),
    Situation("single mode", keys: [.down]),
    Situation(
      "one track wanted", options: PickerOptions(title: "Wake me with", allowsMultiple: false)),
    Situation("two marked", keys: Samples.typing(" j ")),
    Situation("none marked any more", keys: Samples.typing(" A")),
    Situation("Done too early", keys: Samples.typing("d")),
    Situation("search open", keys: Samples.typing("/sk")),
    Situation("search kept", keys: Samples.typing(" /so w") + [.enter]),
    Situation("a mistake in the search", keys: Samples.typing(" /so artist:")),
    Situation("an open quote", 8, 40, keys: Samples.typing("/\"so what")),
    Situation("no hit", 8, 72, keys: Samples.typing("/zz")),
    Situation("long search", 6, 30, keys: Samples.typing("/words that are too many for this line")),
    Situation("scrolled", 6, 72, keys: [.end]),
    Situation("scripts", 10, 64, Samples.scripts, keys: [.down]),
    Situation("odd tracks", 9, 80, Samples.odd, keys: [.character(" ")]),
    Situation("home", 14, 60, keys: [.left]),
    Situation("albums", keys: Samples.typing(" hj\r")),
    Situation(
      "a bar with less", 7, 72, options: Samples.shortBar, keys: Samples.typing(" hj\r")),
    Situation("an album", keys: Samples.typing(" jhj\r\r")),
    Situation("artists, one marked in part", 8, 60, keys: Samples.typing(" hjj\r")),
    Situation("an album in few columns", 8, 30, keys: Samples.typing("hj\r\r")),
    Situation("albums wanted", 8, 60, options: Samples.albumsWanted),
    Situation("details", 16, 64, keys: Samples.typing("ji")),
    Situation("no playlists", 8, 60, keys: [.left, .end, .up, .up, .enter]),
    Situation("a range", keys: Samples.typing("jVjj")),
    Situation("many marks to lose", 9, 72, Samples.many, keys: Samples.typing("aq")),
    Situation("keys", 40, 70, options: Samples.allOffered, keys: Samples.typing("?")),
    Situation("songs under albums", 14, 60, Samples.scripts + Samples.jazz, keys: [.down]),
    Situation(
      "albums under letters", 12, 60, Samples.scripts + Samples.jazz, keys: Samples.typing("hj\r")),
    Situation("to a letter", 10, 60, Samples.scripts + Samples.jazz, keys: Samples.typing("'")),
    Situation(
      "a track plays", options: Samples.allOffered,
      loading: [.loadingFinished, Samples.player()]),
    Situation(
      "an album plays", loading: [.loadingFinished, Samples.player(.paused)],
      keys: Samples.typing("hj\r")),
    Situation(
      "the player has an error",
      loading: [.loadingFinished, Samples.player { $0.error = "The device is gone." }]),
    Situation(
      "the queue", 12, 90, options: Samples.allOffered,
      loading: [.loadingFinished, Samples.player()], keys: Samples.typing("Q ")),
    Situation(
      "the queue in few columns", 8, 40, options: Samples.allOffered,
      loading: [.loadingFinished, Samples.player()], keys: Samples.typing("Q")),
    Situation(
      "the queue without end", 10, 90, options: Samples.allOffered,
      loading: [.loadingFinished, Samples.player(.paused) { $0.playsInOrder = false }],
      keys: Samples.typing("QVjj")),
    Situation("nothing plays", 10, 90, options: Samples.allOffered, keys: Samples.typing("Q")),
    Situation(
      "the name of a playlist", 8, 72, options: Samples.allOffered,
      keys: Samples.typing("  SFor the evening")),
    Situation(
      "a playlist is there", 8, 72, options: Samples.allOffered,
      loading: [.loadingFinished, .playlistExists(PickerSaving(name: "Evening", selection: nil))]),
    Situation(
      "a scan", loading: [.loadingFinished, .scan(PickerScan(read: 120, files: 4000))]),
    Situation("sections with footers", 24, 60, Samples.scripts + Samples.jazz),
    Situation("a scroll bar", 12, 60, Samples.letters, keys: Samples.typing("jjjjjjjj")),
    Situation("keys of one's own", options: Samples.ownKeys),
    Situation("typing ahead", options: Samples.typingAhead, keys: Samples.typing("sk") + [.tab]),
    Situation("narrow", 8, 40, keys: Samples.typing(" ")),
    Situation("very narrow", 6, 18, keys: Samples.typing(" ")),
    Situation("ten columns", 4, 10, keys: Samples.typing(" ")),
    Situation("two lines", 2, 30),
    Situation("one line", 1, 30, keys: [.down]),
    Situation("one cell", 1, 1),
    Situation("wide characters in few columns", 3, 5, Samples.scripts, keys: [.down, .down]),
  ]
}
