import CExpat
import Glibc
import Media
import Worker

/// Reads playlists in XML: XSPF, and the entries of WPL and ASX.
///
/// Entities that a document declares are refused, since there is no end to what they may become. All else is
/// bounded by the size of the file.
///
/// Sources: XSPF version 1; what Windows Media Player writes.
final class PlaylistXML {
  private var entries: [PlaylistLocation] = []
  private var path: [String] = []
  private var text = ""
  private var current = PlaylistLocation(location: "")
  private var isRefused = false
  private let parser: XML_Parser

  /// The largest file that is taken for a playlist.
  static let maximumFile = 8 << 20
  private static let maximumDepth = 64

  /// The entries of a playlist in an open file, encoded as a fetched list.
  static func fetch(_ descriptor: Int32, limit: Int) -> Result<TagReader.Fetched, ReadFailure> {
    guard let bytes = read(descriptor) else {
      return .failure(ReadFailure(.tooLong, reason: "The file is too large for a playlist."))
    }
    guard let entries = locations(bytes) else {
      return .failure(ReadFailure(.notAudio, reason: "The file is no playlist in XML."))
    }
    let encoded = FetchedText.encoded(entries)
    return encoded.count <= limit ? .success((encoded, "")) : .failure(.tooLong)
  }

  /// The entries of a document; `nil` when it is no XML, or declares entities.
  ///
  /// A document that is cut off or spoiled in the middle has the entries before.
  static func locations(_ bytes: [UInt8]) -> [PlaylistLocation]? {
    guard let parser = XML_ParserCreate(nil) else { return nil }
    defer { XML_ParserFree(parser) }
    let playlist = PlaylistXML(parser)
    playlist.listen()
    let isWhole = bytes.withUnsafeBytes {
      XML_Parse(
        parser, $0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: $0.count), 1)
        == XML_STATUS_OK
    }
    if playlist.isRefused || (!isWhole && playlist.entries.isEmpty) { return nil }
    return playlist.entries
  }

  private init(_ parser: XML_Parser) { self.parser = parser }

  private func listen() {
    // Unretained is fine because the parser is used only while `locations` holds this object.
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { PlaylistXML.of($0)?.start($1, $2) }, { data, _ in PlaylistXML.of(data)?.end() })
    XML_SetCharacterDataHandler(parser) { PlaylistXML.of($0)?.characters($1, Int($2)) }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      PlaylistXML.of(data)?.refuse()
    }
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> PlaylistXML? {
    data.map { Unmanaged<PlaylistXML>.fromOpaque($0).takeUnretainedValue() }
  }

  private func refuse() {
    isRefused = true
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  private func start(
    _ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard path.count < Self.maximumDepth, let name else { return refuse() }
    let local = String(cString: name).split(separator: ":").last.map { $0.lowercased() } ?? ""
    path.append(local)
    text = ""
    if local == "track" { current = PlaylistLocation(location: "") }
    // In WPL and ASX the location is an attribute.
    let key = local == "media" ? "src" : local == "ref" ? "href" : nil
    guard let key, let attributes else { return }
    var place = 0
    while let attribute = attributes[place], let value = attributes[place + 1] {
      if String(cString: attribute).lowercased() == key {
        add(PlaylistLocation(location: String(cString: value)))
      }
      place += 2
    }
  }

  private func characters(_ bytes: UnsafePointer<XML_Char>?, _ count: Int) {
    guard let bytes, text.utf8.count + count <= FetchedText.maximumText else { return }
    let raw = UnsafeRawBufferPointer(start: bytes, count: count)
    text += String(decoding: raw, as: UTF8.self)
  }

  private func end() {
    guard let name = path.popLast() else { return }
    let value = trimmed(text)
    text = ""
    if name == "track" { return add(current) }
    guard path.last == "track" else { return }
    switch name {
    // Of several places the first is the best.
    case "location" where current.location.isEmpty: current.location = value
    case "title" where !value.isEmpty: current.title = value
    case "duration": current.duration = Int64(value).flatMap { $0 > 0 && $0 < 1 << 40 ? $0 : nil }
    default: break
    }
  }

  private func add(_ entry: PlaylistLocation) {
    guard !entry.location.isEmpty else { return }
    guard entries.count < FetchedText.maximumEntries else {
      XML_StopParser(parser, XML_Bool(XML_FALSE))
      return
    }
    entries.append(entry)
  }

  private func trimmed(_ text: String) -> String {
    let blank: (Character) -> Bool = { $0.isWhitespace }
    let start = text.drop(while: blank)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// All of a file; `nil` when it is larger than a playlist.
  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= maximumFile {
      let count = pread(descriptor, &part, part.count, off_t(bytes.count))
      if count <= 0 { return bytes }
      bytes += part[..<count]
    }
    return nil
  }
}
