import Media

/// Prints groups in the way that the options of a command ask for.
@MainActor
struct GroupPrinter {
  private let grouping: MediaGrouping
  private let isJSON: Bool
  private let template: ItemTemplate?
  private let lines = JSONLines()

  init(_ arguments: Arguments, _ grouping: MediaGrouping) throws(UsageError) {
    for option in ["paths", "null"] where arguments.has(option) {
      throw .badArgument("--\(option)", allowed: "possible for groups; items have paths")
    }
    if arguments.has("json"), arguments.has("format") {
      throw .badArgument("--format", allowed: "possible together with --json")
    }
    self.grouping = grouping
    isJSON = arguments.has("json")
    template = arguments.value("format").map(ItemTemplate.init)
  }

  func print(_ group: MediaGroup) throws {
    if isJSON {
      Console.standard.write(try lines.line(Record(group: group, grouping: grouping)))
    } else if let template {
      Console.standard.line(template.line { value($0, of: group) })
    } else {
      Console.standard.line(Self.line(group, grouping))
    }
  }

  /// `album artist · album · year · 12 tracks  h:mm:ss`, or `name · 12 tracks  h:mm:ss`
  nonisolated static func line(_ group: MediaGroup, _ grouping: MediaGrouping) -> String {
    var parts = [DisplayText.line(group.value ?? "Unknown \(noun(grouping))")]
    if grouping == .folder || grouping == .root, group.value == "" { parts = ["/"] }
    if grouping == .album {
      parts.insert(DisplayText.line(group.albumArtist ?? "Unknown Artist"), at: 0)
      if let year = group.year { parts.append(String(year)) }
    }
    parts.append(Follower.tracks(group.count))
    return "\(parts.joined(separator: " · "))  \(group.time)"
  }

  private nonisolated static func noun(_ grouping: MediaGrouping) -> String {
    grouping == .albumArtist ? "Album Artist" : grouping.rawValue.capitalizedWord
  }

  private func value(_ name: String, of group: MediaGroup) -> String? {
    switch name {
    case "name": group.value
    case "album" where grouping == .album: group.value
    case "artist" where grouping == .artist: group.value
    case "genre" where grouping == .genre: group.value
    case "composer" where grouping == .composer: group.value
    case "albumartist": grouping == .albumArtist ? group.value : group.albumArtist
    case "date", "year": grouping == .year ? group.value : group.year.map(String.init)
    case "count": String(group.count)
    case "time": group.time.description
    default: nil
    }
  }

  /// A group as `--json` shows it.
  private struct Record: Encodable {
    let group: MediaGroup
    let grouping: MediaGrouping

    private enum Key: String, CodingKey {
      case title, album, artist, albumArtist, composer, genre, label, year, decade, folder
      case root, playlist, addedDay, addedWeek, addedMonth
      case count, duration, representativeItem
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      if let value = group.value, let key = Key(rawValue: grouping.rawValue) {
        if grouping == .year, let year = Int(value) {
          try container.encode(year, forKey: key)
        } else {
          try container.encode(value, forKey: key)
        }
      }
      if grouping == .album {
        try container.encodeIfPresent(group.albumArtist, forKey: .albumArtist)
        try container.encodeIfPresent(group.year, forKey: .year)
      }
      try container.encode(group.count, forKey: .count)
      try container.encode(Double(group.milliseconds) / 1000, forKey: .duration)
      try container.encode(group.representative.description, forKey: .representativeItem)
    }
  }
}

extension String {
  /// With a capital first letter.
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}
