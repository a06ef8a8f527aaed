import CExpat
import Glibc
import Worker

/// Reads the library that Apple's players export (`Library.xml`), a property list of any length, as it comes.
///
/// What is wanted of it becomes lines of fields: `T` and a track's fields in the order of `fields`; `P` and a playlist's
/// name; `I` and the number of a track in it. Entities that a document declares are refused.
///
/// Source: what iTunes 12 and Music export.
final class AppleLibraryXML {
  private enum Container { case dictionary, array }

  private static let fields = [
    "Track ID", "Name", "Artist", "Album", "Total Time", "Play Count", "Play Date UTC",
    "Skip Count", "Skip Date", "Rating", "Rating Computed", "Loved", "Location",
  ]

  private var stack: [(kind: Container, key: String)] = []
  private var text = ""
  private var track: [String: String] = [:]
  private var playlist: (name: String, isWanted: Bool, items: [String]) = ("", true, [])
  private var output: [UInt8] = []
  private let limit: Int
  private var isRefused = false
  private let parser: XML_Parser

  private static let maximumDepth = 16
  private static let maximumText = 8192

  /// - Returns: The lines in UTF-8.
  static func fetch(_ descriptor: Int32, limit: Int) -> Result<TagReader.Fetched, ReadFailure> {
    guard let parser = XML_ParserCreate(nil) else { return .failure(.tooLong) }
    defer { XML_ParserFree(parser) }
    let library = AppleLibraryXML(parser, limit: limit)
    guard library.read(descriptor), !library.isRefused else {
      return .failure(ReadFailure(.notAudio, reason: "The file is no library of Apple's players."))
    }
    return .success((library.output, ""))
  }

  private init(_ parser: XML_Parser, limit: Int) {
    self.parser = parser
    self.limit = limit
    // Unretained is fine because the parser is used only while `fetch` holds this object.
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { data, name, _ in AppleLibraryXML.of(data)?.start(name) },
      { data, name in AppleLibraryXML.of(data)?.end(name) })
    XML_SetCharacterDataHandler(parser) { AppleLibraryXML.of($0)?.characters($1, Int($2)) }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      AppleLibraryXML.of(data)?.refuse()
    }
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> AppleLibraryXML? {
    data.map { Unmanaged<AppleLibraryXML>.fromOpaque($0).takeUnretainedValue() }
  }

  /// - Returns: Whether all of it is XML.
  private func read(_ descriptor: Int32) -> Bool {
    var part = [CChar](repeating: 0, count: 1 << 16)
    var place: off_t = 0
    while true {
      let count = pread(descriptor, &part, part.count, place)
      guard count >= 0 else { return false }
      place += off_t(count)
      let isRead = XML_Parse(parser, part, Int32(count), count == 0 ? 1 : 0) == XML_STATUS_OK
      if !isRead || isRefused { return false }
      if count == 0 { return !output.isEmpty }
    }
  }

  private func refuse() {
    isRefused = true
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  private func start(_ name: UnsafePointer<XML_Char>?) {
    guard let name, stack.count < Self.maximumDepth else { return refuse() }
    text = ""
    switch String(cString: name) {
    case "dict":
      stack.append((.dictionary, ""))
      if isTrack { track = [:] }
      if isPlaylist { playlist = ("", true, []) }
    case "array": stack.append((.array, ""))
    default: break
    }
  }

  private func characters(_ bytes: UnsafePointer<XML_Char>?, _ count: Int) {
    guard let bytes, text.utf8.count + count <= Self.maximumText else { return }
    text += String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private func end(_ name: UnsafePointer<XML_Char>?) {
    guard let name else { return }
    switch String(cString: name) {
    case "dict":
      if isTrack { put("T", Self.fields.map { track[$0] ?? "" }) }
      if isPlaylist, playlist.isWanted, !playlist.items.isEmpty {
        put("P", [playlist.name])
        for item in playlist.items { put("I", [item]) }
      }
      _ = stack.popLast()
    case "array": _ = stack.popLast()
    case "key": if !stack.isEmpty { stack[stack.count - 1].key = text }
    case "true": take("1")
    case "false": take("0")
    default: take(text)
    }
    text = ""
  }

  private var isTrack: Bool { stack.count == 3 && stack[0].key == "Tracks" }

  private var isPlaylist: Bool {
    stack.count == 3 && stack[0].key == "Playlists" && stack[1].kind == .array
  }

  private func take(_ value: String) {
    guard let key = stack.last?.key else { return }
    if isTrack { track[key] = value }
    if isPlaylist {
      if key == "Name" { playlist.name = value }
      // The whole library, folders, and what the player itself made.
      if ["Master", "Folder", "Distinguished Kind"].contains(key) { playlist.isWanted = false }
    }
    if stack.count == 5, stack[0].key == "Playlists", stack[2].key == "Playlist Items",
      key == "Track ID"
    {
      playlist.items.append(value)
    }
  }

  private func put(_ kind: String, _ fields: [String]) {
    let line =
      ([kind]
      + fields.map { field in
        String(String.UnicodeScalarView(field.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
      }).joined(separator: "\t")
    guard output.count + line.utf8.count < limit else { return refuse() }
    output += line.utf8
    output.append(UInt8(ascii: "\n"))
  }
}
