import Media
import Picker
import Posix

/// Tracks and states to draw.
enum Samples {
  static func row(
    _ number: Int, _ title: String?, _ artist: String?, _ album: String? = nil, year: Int? = nil,
    _ codec: String = "flac", seconds: Int64? = 60, available: Bool = true
  ) -> PickerRow {
    PickerRow(
      item: item(
        number, title, artist, album, year: year, codec, seconds: seconds, available: available),
      searchText: [title, artist, album].compactMap { $0?.lowercased() }.joined(separator: " "))
  }

  static func item(
    _ number: Int, _ title: String?, _ artist: String?, _ album: String? = nil, year: Int? = nil,
    _ codec: String = "flac", seconds: Int64? = 60, available: Bool = true
  ) -> MediaItem {
    var tags = MediaTags()
    tags.title = title
    tags.artists = artist.map { [$0] } ?? []
    tags.album = album
    tags.date = year.flatMap { MediaDate(year: $0) }
    var audio = AudioProperties()
    audio.milliseconds = seconds.map { $0 * 1000 }
    audio.codec = codec
    audio.sampleRate = codec == "opus" ? 48_000 : 44_100
    if codec == "flac" { audio.bitsPerSample = 16 } else { audio.bitRate = 192 }
    return MediaItem(
      persistentID: PersistentID(rawValue: UInt64(number) + 1) ?? .random(), uri: "\(number)",
      path: FilePath("/music/track \(number).\(codec)"), tags: tags, audio: audio,
      isAvailable: available)
  }

  static let jazz = jazzItems.map { item in
    let text = [item.displayTitle, item.displayArtist, item.tags.album ?? ""].joined(separator: " ")
    return PickerRow(item: item, searchText: text.lowercased())
  }

  static let jazzItems = [
    item(1, "So What", "Miles Davis", "Kind of Blue", year: 1959, seconds: 562),
    item(2, "Freddie Freeloader", "Miles Davis", "Kind of Blue", year: 1959, seconds: 586),
    item(3, "Blue in Green", "Miles Davis", "Kind of Blue", year: 1959, seconds: 337),
    item(4, "All Blues", "Miles Davis", "Kind of Blue", year: 1959, seconds: 693),
    item(5, "Flamenco Sketches", "Miles Davis", "Kind of Blue", year: 1959, "mp3", seconds: 566),
  ]

  static let scripts = [
    row(1, "Zażółć gęślą jaźń", "Łucja Śpiewak", "Kraków", year: 2004, "mp3", seconds: 205),
    row(2, "دلتنگی", "گروه آفتاب", "شب‌های تهران", year: 1998, "vorbis", seconds: 251),
    row(3, "夜明けの歌と静かな海の物語が続く", "風の合唱団", "東京の朝", year: 2011, "aac", seconds: 190),
    row(4, "e\u{301}te\u{301} combining", "Ünï\u{308}ted", seconds: 90),
    row(5, "Family 👨‍👩‍👧‍👦 flag 🇵🇱 done", "👍🏽 Band", "opus", seconds: 100),
    row(6, "\u{1B}[31mred\nline\u{202E}", "Tab\tbed", seconds: 100),
  ]

  static let odd = [
    row(1, nil, nil, seconds: nil),
    row(2, String(repeating: "long ", count: 900), "An orchestra with a name like its titles"),
    row(3, "The long night", "Nocturne", "Sleep", year: 2019, "opus", seconds: 100_000),
    row(4, "On a disk that is away", "Gone", available: false),
  ]

  /// A state that has loaded rows and then taken keys.
  static func state(
    _ rows: [PickerRow] = jazz, size: TerminalSize = TerminalSize(rows: 10, columns: 72),
    options: PickerOptions = PickerOptions(), loading: [PickerAction] = [.loadingFinished],
    lines: Int? = nil, keys: [PickerKey] = []
  ) -> PickerState {
    var state = PickerState(options: options)
    var actions: [PickerAction] = [.start, .resize(lines: lines ?? max(1, size.rows - 3))]
    actions += [.loaded(rows)] + loading + keys.map { .key($0) }
    while !actions.isEmpty {
      for effect in state.reduce(actions.removeFirst()) {
        switch effect {
        case .find(let text):
          if let answer = answer(text) { actions.insert(.found(search: text, answer), at: 0) }
        case .gather(let place):
          let gathering = state.gathering(place)
          let groups = try? gathering.groups(from: source { _ in })
          actions.insert(.gathered(place, groups ?? [], rows: gathering.rows), at: 0)
        case .read(let id): actions.insert(.read(id, jazzItems.first { $0.id == id }), at: 0)
        case .readQueue:
          let reading = state.queueReading
          let queue = try? reading.queue(from: source { _ in })
          if let queue { actions.insert(.queue(queue, reloads: reading.reloads), at: 0) }
        case .press(let keys): actions.insert(contentsOf: keys.map { .key($0) }, at: 0)
        case .load, .readCover, .change, .copy, .run, .remember, .use, .finish: break
        }
      }
    }
    return state
  }

  /// What a text means that is nothing but words, or no query.
  static func answer(_ text: String) -> PickerAnswer? {
    do throws(QueryMistake) {
      _ = try QueryParser.predicate(text, now: Timestamp(nanoseconds: 0))
      return text.contains(":")
        ? nil : .words(text.lowercased().split(separator: " ").map(String.init))
    } catch {
      return .mistake(
        error, meanwhile: text.lastIndex(of: " ").flatMap { answer(String(text[..<$0])) })
    }
  }

  static func source(_ load: @escaping PickerLoader) -> PickerSource {
    var source = PickerSource(
      load: load, fold: { $0.lowercased() },
      find: { predicate in
        let matching = MediaMatching {
          $0.lowercased()
        } finds: { _, _ in
          false
        }
        return Set(jazzItems.filter { predicate.matches($0, matching) }.map(\.id))
      },
      items: { ids in ids.compactMap { id in jazzItems.first { $0.id == id } } })
    source.queue = {
      [3, 1, 2, 4, 0].enumerated().map {
        PickerQueueEntry(id: UInt32($0.offset) + 1, item: jazzItems[$0.element].id)
      }
    }
    return source
  }

  /// The second entry of the queue plays since a minute and two seconds, at ten to six in the evening.
  static func player(
    _ state: PickerPlayer.State = .playing, change: (inout PickerPlayer) -> Void = { _ in }
  ) -> PickerAction {
    var player = PickerPlayer()
    player.state = state
    player.entry = 2
    player.item = jazzItems[1].id
    (player.title, player.artist) = (jazzItems[1].displayTitle, jazzItems[1].displayArtist)
    player.milliseconds = jazzItems[1].audio.milliseconds
    player.elapsed = 62_000
    change(&player)
    return .player(player, at: PickerMoment(uptime: 0, secondOfDay: 17 * 3600 + 50 * 60))
  }

  /// Keys that write a text.
  static func typing(_ text: String) -> [PickerKey] {
    text.map { $0 == "\r" ? .enter : .character($0) }
  }

  static let many = (1...30).map { row($0, "Track \($0)", "The Many", "Numbers", seconds: 60) }

  static let allOffered: PickerOptions = {
    var options = PickerOptions()
    options.uses = Set(PickerUse.allCases)
    options.canPrint = true
    options.hasPlayer = true
    return options
  }()

  /// Albums of artists from A to Z, two tracks each.
  static let letters = "ABCDEFGHIJKLM".enumerated().flatMap { number, letter in
    (0..<2).map { track in
      row(number * 2 + track, "Track \(track)", "\(letter)rtist", "Album \(letter)", year: 2000)
    }
  }

  static let ownKeys: PickerOptions = {
    var options = PickerOptions()
    for (key, command) in [("x", PickerCommand.mark), ("Ctrl-Q", .cancel)] {
      if let key = PickerKey(name: key) { options.keys.bind(key, to: command) }
    }
    for key in [.character(" "), .tab, .character("q"), .character("a")] as [PickerKey] {
      options.keys.bind(key, to: nil)
    }
    return options
  }()

  static let shortBar: PickerOptions = {
    var options = PickerOptions()
    options.bar = [.path, .total]
    return options
  }()

  static let typingAhead: PickerOptions = {
    var options = PickerOptions()
    options.typesAhead = true
    return options
  }()

  static let albumsWanted: PickerOptions = {
    var options = PickerOptions()
    options.start = .groups(.album)
    return options
  }()
}
