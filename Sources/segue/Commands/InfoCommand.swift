import Library
import Media
import Posix
import Worker

extension Command {
  static let info = Command(
    name: "info", usage: "ITEM…", summary: "Show all that is known of items",
    details: """
      ITEM is a file, or a URI of the library. Shown are how the sound is stored, its rating and
      how often it was played, the tags under their usual names, the chapters, and the words with their times where
      there are any.
      """,
    options: [.init("json", "Print one JSON object a line")], arguments: 1...Int.max
  ) { arguments in
    let command = try InfoCommand(arguments)
    for argument in arguments.positional { try command.show(argument) }
  }
}

@MainActor
private struct InfoCommand {
  private let library: LibraryStore
  private let workers: WorkerPrograms
  private let legacyCharset: String?
  private let isJSON: Bool
  private let lines = JSONLines()

  init(_ arguments: Arguments) throws {
    let user = try UserEnvironment(arguments)
    library = try user.library()
    workers = try .ofThisProgram()
    legacyCharset = try user.settings().legacyCharset
    isJSON = arguments.has("json")
  }

  func show(_ argument: String) throws {
    for item in try library.items(named: argument) {
      let lyrics = try library.lyrics(of: item, workers: workers, legacyCharset: legacyCharset)
      let chapters = LibraryStore.chapters(of: item, workers: workers)
      if isJSON {
        let record = ItemDetails(item: item, chapters: chapters, lyrics: lyrics)
        Console.standard.write(try lines.line(record))
      } else {
        print(item, chapters, lyrics)
      }
    }
  }

  private func print(_ item: MediaItem, _ chapters: [Chapter], _ lyrics: Lyrics?) {
    let console = Console.standard
    console.line(DisplayText.line(item.uri))
    let sound = [AudioFormatText.text(item.audio), "\(item.time)"].filter { !$0.isEmpty }
    console.line("  \(sound.joined(separator: " · "))")
    for (name, text) in item.statistics.texts(fileRating: item.tags.rating) {
      console.line("  \(name): \(text)")
    }
    for (name, value) in item.comments {
      console.line("  \(name)=\(DisplayText.line(value))")
    }
    list("Chapters", chapters.map { Self.timed($0.start, $0.title) })
    guard let lyrics else { return }
    let timed = lyrics.lines.map { Self.timed($0.milliseconds, $0.text) }
    list("Lyrics", timed.isEmpty ? lyrics.text.split(separator: "\n").map(String.init) : timed)
  }

  private func list(_ heading: String, _ texts: [String]) {
    if texts.isEmpty { return }
    Console.standard.line("  \(heading):")
    for text in texts { Console.standard.line("    \(DisplayText.line(text))") }
  }

  private static func timed(_ milliseconds: Int64, _ text: String) -> String {
    "\(PlaybackTime(milliseconds: milliseconds))  \(text)"
  }
}

/// An item with what lies only in its file.
private struct ItemDetails: Encodable {
  let item: MediaItem
  let chapters: [Chapter]
  let lyrics: Lyrics?

  private enum Key: String, CodingKey { case chapters, lyrics, lyricLines }
  private struct TimedText: Encodable {
    /// In seconds.
    let start: Double
    var end: Double?
    let text: String
  }

  func encode(to encoder: any Encoder) throws {
    try ItemRecord(item: item).encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    func seconds(_ milliseconds: Int64) -> Double { Double(milliseconds) / 1000 }
    if !chapters.isEmpty {
      let list = chapters.map {
        TimedText(start: seconds($0.start), end: $0.end.map(seconds), text: $0.title)
      }
      try container.encode(list, forKey: .chapters)
    }
    guard let lyrics else { return }
    try container.encode(lyrics.text, forKey: .lyrics)
    if !lyrics.lines.isEmpty {
      let list = lyrics.lines.map { TimedText(start: seconds($0.milliseconds), text: $0.text) }
      try container.encode(list, forKey: .lyricLines)
    }
  }
}
