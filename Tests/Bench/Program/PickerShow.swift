import Dispatch
import Glibc
import Media
import Picker
import TerminalUI

/// A picker with invented music on a terminal of the benchmark's, as a process of its own.
enum PickerShow {
  /// `show COUNT DEVICE [playing]`
  @MainActor static func run(_ arguments: [String]) -> Never {
    guard arguments.count >= 2, let count = Int(arguments[0]) else { exit(2) }
    let isPlaying = arguments.contains("playing")
    var source = PickerSource(
      load: { feed in
        for start in stride(from: 0, to: count, by: 2000) where !feed.isCancelled {
          feed.deliver((start..<min(start + 2000, count)).map { row($0) })
        }
      },
      fold: { $0.lowercased() }, find: { _ in [] },
      items: { $0.map { item(Int($0.rawValue) - 1) } })
    source.watch = { watch in
      if isPlaying { watch.tell(.player(player())) }
    }
    var settings = TerminalSettings(name: "xterm-256color", handlesSignals: false)
    settings.device = arguments[1]
    PickerSession.run(PickerModel(source: source), settings: settings) { _ in exit(0) }
    dispatchMain()
  }

  private static func player() -> PickerPlayer {
    var player = PickerPlayer()
    (player.state, player.entry, player.item) = (.playing, 1, item(0).persistentID)
    (player.title, player.milliseconds) = ("Ebb Line", 3_600_000)
    player.moment = PickerMoment.now.uptime
    return player
  }

  private static func row(_ number: Int) -> PickerRow {
    let item = item(number)
    let texts = [item.displayTitle, item.displayArtist, item.tags.album ?? ""]
    return PickerRow(item: item, searchText: texts.joined(separator: "\u{1F}").lowercased())
  }

  /// Albums of a dozen tracks in order, an artist for each ten of them.
  private static func item(_ number: Int) -> MediaItem {
    let album = number / 12
    var tags = MediaTags()
    tags.title = "\(word(number)) \(word(number / 7 + 3)) \(number % 12 + 1)"
    tags.artists = ["\(word(album / 10)) \(word(album / 10 * 5 + 1)) \(album / 10)"]
    tags.albumArtists = tags.artists
    tags.album = "\(word(album * 3)) \(word(album + 11))"
    tags.date = MediaDate(year: 1950 + album % 75)
    tags.genres = [word(album % 20)]
    var audio = AudioProperties()
    (audio.codec, audio.sampleRate, audio.bitsPerSample) = ("flac", 44_100, 16)
    audio.milliseconds = 120_000 + Int64(number % 300) * 1000
    return MediaItem(
      persistentID: PersistentID(rawValue: UInt64(number) + 1) ?? .random(), uri: "\(number)",
      path: FilePath("/music/\(album)/\(number).flac"), tags: tags, audio: audio)
  }

  private static let words = [
    "Ebb", "Slack", "Flood", "Harbour", "Lantern", "Winter", "Copper", "Shutter", "Furrow",
    "Meadow", "Gravel", "Ember", "Hollow", "Thistle", "Marsh", "Quarry", "Beacon", "Sable",
    "Tundra", "Violet", "Willow", "Yonder", "Zephyr", "Anchor", "Bramble", "Cinder", "Drift",
  ]

  private static func word(_ number: Int) -> String { words[number * 31 % words.count] }
}
