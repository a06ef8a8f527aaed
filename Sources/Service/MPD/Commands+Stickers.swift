import Library
import MPDProtocol
import Media

// What clients attach to songs, playlists, filters and tags. Songs' `rating`, `playCount`, `skipCount`, `lastPlayed`,
// `lastSkipped` and `like` are properties of items: the server keeps them, and queries know them.
extension Command {
  static let stickers = [
    Command("sticker", .admin, many(from: 3), sticker),
    Command("stickernames", .admin, 0...0) { daemon, _ in
      .asking(
        daemon, { store throws(LibraryError) in try store.stickerNames() },
        then: { _, found in
          .answer { answer in
            var last: String?
            for (name, _) in found where name != last {
              answer.line("name", name)
              last = name
            }
          }
        })
    },
    Command("stickertypes", .admin, 0...0) { _, _ in
      .answer { answer in
        for type in stickerTypes { answer.line("stickertype", type) }
      }
    },
    Command("stickernamestypes", .admin, 0...1) { daemon, call throws(MPDError) in
      let type = try call.optional(0).map { text throws(MPDError) in try stickerType(text) }
      return .asking(
        daemon, { store throws(LibraryError) in try store.stickerNames() },
        then: { _, found in
          .answer { answer in
            for (name, other) in found where type == nil || other == type {
              answer.line("name", name)
              answer.line("type", other)
            }
          }
        })
    },
  ]

  static let stickerTypes = [
    "filter", "playlist", "song", "Title", "Album", "Artist", "AlbumArtist", "Genre", "Composer",
    "Performer", "Conductor", "Work", "Ensemble", "Location", "Label",
  ]

  /// A type as we call it; tags are taken in any case.
  private static func stickerType(_ text: String) throws(MPDError) -> String {
    let lower = text.lowercased()
    guard let type = stickerTypes.first(where: { $0.lowercased() == lower }) else {
      throw MPDError(.argument, "unknown sticker domain")
    }
    return type
  }

  @MainActor
  private static func sticker(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let (action, arguments) = (call[0], Array(call.arguments.dropFirst(3)))
    let type = try stickerType(call[1])
    let key = call[2]
    switch (action, arguments.count) {
    case ("get", 1):
      return .asking(daemon, type, key) { store, subject in
        guard let value = try store.sticker(subject, arguments[0]) else {
          throw MPDError(.noExist, "no such sticker")
        }
        return [(arguments[0], value)]
      }
    case ("list", 0):
      return .asking(daemon, type, key) { store, subject in try store.stickers(subject) }
    case ("set", 2):
      return .changing(daemon, type, key) { store, subject in
        guard try store.setSticker(subject, arguments[0], arguments[1], now: .now) else {
          throw MPDError(.argument, "\(arguments[0]) cannot be \(arguments[1])")
        }
      }
    case ("inc", 2), ("dec", 2):
      let change = Int64(try Argument.integer(arguments[1]))
      return .changing(daemon, type, key) { store, subject in
        let signed = action == "inc" ? change : -change
        guard try store.changeSticker(subject, arguments[0], by: signed, ofNone: change, now: .now)
        else {
          throw MPDError(.argument, "\(arguments[0]) cannot be so")
        }
      }
    case ("delete", 0...1):
      return .changing(daemon, type, key) { store, subject in
        guard try store.deleteSticker(subject, arguments.first, now: .now) else {
          throw MPDError(.noExist, "no such sticker")
        }
      }
    case ("find", 1...): return try find(daemon, type, below: key, arguments)
    default: throw MPDError(.argument, "bad request")
    }
  }

  @MainActor
  private static func find(
    _ daemon: Daemon, _ type: String, below base: String, _ arguments: [String]
  ) throws(MPDError) -> Outcome {
    let search = try StickerSearch(arguments)
    return .asking(
      daemon,
      { store throws(LibraryError) -> [(key: String, value: String)] in
        let found = try store.findStickers(type, search.name, search.comparison)
        guard type == "song" else { return search.sorted(found.map { ($0.key, $0.value) }) }
        return search.sorted(try store.songs(found, below: base))
      },
      then: { _, found in
        let part = search.window.clamped(to: found.count) ?? 0..<0
        let key = type == "song" ? "file" : type
        return .pages(
          Pages(count: part.count) { index, answer in
            let (uri, value) = found[part.lowerBound + index]
            answer.bare("\(key): \(uri)")
            answer.line("sticker", "\(search.name)=\(value)")
          })
      })
  }
}

/// What `sticker find` is asked.
private struct StickerSearch: Sendable {
  enum Order: String {
    case uri, value
    case number = "value_int"
  }

  let name: String
  private(set) var comparison: (StickerComparison, String)?
  private(set) var window = ArgumentRange.all
  private var order = Order.uri
  private var isDescending = false

  init(_ arguments: [String]) throws(MPDError) {
    name = arguments[0]
    var rest = arguments.dropFirst()
    if let word = rest.first, rest.count >= 2, !["sort", "window"].contains(word) {
      guard let found = StickerComparison(rawValue: word) else {
        throw MPDError(.argument, "bad operator")
      }
      comparison = (found, rest[rest.startIndex + 1])
      rest = rest.dropFirst(2)
    }
    while let word = rest.popFirst() {
      guard let value = rest.popFirst() else { throw MPDError(.argument, "bad request") }
      switch word {
      case "sort":
        isDescending = value.hasPrefix("-")
        guard let order = Order(rawValue: isDescending ? String(value.dropFirst()) : value) else {
          throw MPDError(.argument, "Unknown sort tag")
        }
        self.order = order
      case "window": window = try Argument.range(value)
      default: throw MPDError(.argument, "bad request")
      }
    }
  }

  func sorted(_ found: [(key: String, value: String)]) -> [(key: String, value: String)] {
    let sorted = found.sorted { left, right in
      switch order {
      case .uri: left.key < right.key
      case .value: (left.value, left.key) < (right.value, right.key)
      case .number: (Int64(left.value) ?? 0, left.key) < (Int64(right.value) ?? 0, right.key)
      }
    }
    return isDescending ? sorted.reversed() : sorted
  }
}

extension LibraryStore {
  /// What a client names; it has to be there.
  fileprivate func subject(_ type: String, _ key: String) throws -> StickerSubject {
    switch type {
    case "song":
      guard let item = try item(uri: key) else { throw MPDError(.noExist, "No such song") }
      return StickerSubject(item.persistentID)
    case "playlist":
      guard try storedPlaylists().contains(where: { $0.name == key }) else {
        throw MPDError(.noExist, "no such playlist")
      }
      return StickerSubject(type: type, key: key)
    default: return StickerSubject(type: type, key: key)
    }
  }

  /// The URIs of songs in a folder and below it.
  fileprivate func songs(
    _ found: [FoundSticker], below base: String
  ) throws(LibraryError) -> [(key: String, value: String)] {
    let ids = found.compactMap { PersistentID($0.key) }
    let values = Dictionary(
      found.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    return try items(ids).compactMap { item in
      guard base.isEmpty || base == "/" || FilePath(item.uri).isInside(FilePath(base)) else {
        return nil
      }
      return values[item.persistentID.description].map { (item.uri, $0) }
    }
  }
}

extension Outcome {
  /// Reads stickers of a subject.
  @MainActor
  fileprivate static func asking(
    _ daemon: Daemon, _ type: String, _ key: String,
    _ ask:
      @escaping @Sendable (LibraryStore, StickerSubject) throws -> [(name: String, value: String)]
  ) -> Outcome {
    let pool = daemon.pool
    return .later(
      Job {
        let result = Result {
          try pool.asking { store in try ask(store, try store.subject(type, key)) }
        }
        return { _ throws(MPDError) in
          switch result {
          case .success(let found):
            .answer { answer in
              for (name, value) in found { answer.line("sticker", "\(name)=\(value)") }
            }
          case .failure(let error): throw MPDError(keeping: error)
          }
        }
      })
  }

  /// Changes stickers of a subject.
  @MainActor
  fileprivate static func changing(
    _ daemon: Daemon, _ type: String, _ key: String,
    _ change: @escaping @Sendable (LibraryStore, StickerSubject) throws -> Void
  ) -> Outcome {
    daemon.playlists.outcome(
      telling: .sticker,
      { store -> ResumePlace? in
        let subject = try store.subject(type, key)
        guard type == "song", let item = PersistentID(subject.key) else {
          try change(store, subject)
          return nil
        }
        let before = try store.resumePlace(item)
        try change(store, subject)
        let after = try store.resumePlace(item)
        return after == before ? nil : after
      },
      then: { daemon, place in
        daemon.forgetItems()
        if let place { daemon.longItems.take(place) }
        return .done
      })
  }
}
