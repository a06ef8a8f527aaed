import Media

/// A line made from an item as `mpc` makes it: `[%artist% - ]%title%|%file%`.
///
/// `%name%` is a property. What stands in brackets appears only when a property in it does. After `|`
/// comes what to take instead, after `&` what must appear as well. `\t`, `\n`, `\\` and `\[` mean the
/// characters; `#` takes the next character as it is.
///
/// Source: mpc(1), "Formatting".
struct ItemTemplate: Sendable {
  private let characters: [Character]

  init(_ text: String) { characters = Array(text) }

  /// - Parameter value: The value of a property, `nil` where the item has none. Names are in lower case.
  func line(_ value: (String) -> String?) -> String {
    var place = 0
    return group(&place, value).text
  }

  /// Text up to the end of the group that begins at `place`, and whether a property appears in it.
  private func group(
    _ place: inout Int, _ value: (String) -> String?
  ) -> (text: String, found: Bool) {
    var text = ""
    var found = false
    while place < characters.count {
      let character = characters[place]
      place += 1
      switch character {
      case "|" where found: skip(&place)
      case "|": text = ""
      case "&" where found: found = false
      case "&": skip(&place)
      case "[":
        let inner = group(&place, value)
        if inner.found { (text, found) = (text + inner.text, true) }
      case "]": return (text, found)
      case "\\": text += escape(&place)
      case "#" where place < characters.count:
        text.append(characters[place])
        place += 1
      case "%":
        if let property = property(&place, value) {
          if let known = property { (text, found) = (text + known, true) }
        } else {
          text.append("%")
        }
      default: text.append(character)
      }
    }
    return (text, found)
  }

  /// Goes to the next alternative or the end of the group.
  private func skip(_ place: inout Int) {
    var depth = 0
    while place < characters.count {
      switch characters[place] {
      case "[": depth += 1
      case "]" where depth == 0: return
      case "]": depth -= 1
      case "|" where depth == 0, "&" where depth == 0: return
      case "\\", "#": place += 1
      default: break
      }
      place += 1
    }
  }

  private func escape(_ place: inout Int) -> String {
    guard place < characters.count else { return "\\" }
    defer { place += 1 }
    switch characters[place] {
    case "t": return "\t"
    case "n": return "\n"
    case "a": return "\u{7}"
    default: return String(characters[place])
    }
  }

  /// The property named up to the next `%`; `nil` when what stands there is no name.
  private func property(_ place: inout Int, _ value: (String) -> String?) -> String?? {
    guard let end = characters[place...].firstIndex(of: "%") else { return nil }
    let name = characters[place..<end]
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0 == "_" }) else { return nil }
    place = end + 1
    return .some(value(String(name).lowercased()))
  }
}

extension MediaItem {
  /// The property that a template calls by `mpc`'s name for it.
  func templateValue(_ name: String) -> String? {
    switch name {
    case "title": tags.title
    case "artist": tags.artist
    case "album": tags.album
    case "albumartist": tags.albumArtist ?? tags.artist
    case "composer": Self.joined(tags.composers)
    case "genre": Self.joined(tags.genres)
    case "comment": Self.joined(tags.comments)
    case "date": tags.date?.description
    case "originaldate": tags.originalDate?.description
    case "track": tags.trackNumber.map(String.init)
    case "disc": tags.discNumber.map(String.init)
    case "time": time.duration == nil ? nil : time.description
    case "file": uri
    case "path": path.uri
    case "id", "persistentid": persistentID.description
    case "mtime": modified.description
    case "codec": audio.codec
    default: nil
    }
  }

  private static func joined(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: "; ")
  }
}
