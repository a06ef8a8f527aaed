/// What a tagger is asked of one file, whose open descriptor comes with it, because it may be long.
public struct TagFetch: Sendable, Equatable {
  public enum Content: Sendable, Hashable {
    /// The bytes of a picture, by its place in `TagRecord.pictures`.
    case picture(Int)
    /// UTF-8.
    case lyrics, cueSheet
    /// For `FetchedText.lines`.
    case synchronizedLyrics
    /// For `FetchedText.chapters`.
    case chapters
    /// The entries of a playlist in XML (XSPF), for `FetchedText.locations`. The file is no audio.
    case playlist
    /// The library that Apple's players export, as lines of fields. The file is no audio.
    case appleLibrary
    /// A `ScaledPicture` of a file that is a picture, for the decoder alone. Its sides are that long at most, in pixels:
    /// a multiple of 8 up to 2040.
    case scaledPicture(side: Int)
  }

  public var content: Content
  /// The extension of the file's name in lower case.
  public var fileExtension: String
  /// More bytes than these are not wanted, and the answer is then a failure.
  public var limit: Int

  public init(_ content: Content, fileExtension: String, limit: Int) {
    self.content = content
    self.fileExtension = fileExtension
    self.limit = limit
  }

  public func encoded() -> [UInt8] {
    var writer = WireWriter()
    writer.put(TaggerRequest.one)
    var place = 0
    if case .picture(let index) = content { place = index }
    if case .scaledPicture(let side) = content { place = side / 8 }
    writer.put(content.number)
    writer.put(UInt8(clamping: place))
    writer.put(UInt32(clamping: limit))
    writer.put(String(fileExtension.prefix(16)))
    return writer.bytes
  }

  public init(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    guard try reader.number(UInt8.self) == TaggerRequest.one else { throw .unknownKind }
    let number = try reader.number(UInt8.self)
    let place = Int(try reader.number(UInt8.self))
    guard let content = Content(number: number, place: place) else { throw .unknownKind }
    self.content = content
    limit = Int(try reader.number(UInt32.self))
    fileExtension = try reader.text()
    try reader.finish()
  }
}

extension TagFetch.Content {
  fileprivate var number: UInt8 {
    switch self {
    case .picture: 1
    case .lyrics: 2
    case .cueSheet: 3
    case .synchronizedLyrics: 4
    case .chapters: 5
    case .playlist: 6
    case .appleLibrary: 7
    case .scaledPicture: 8
    }
  }

  fileprivate init?(number: UInt8, place: Int) {
    switch number {
    case 1: self = .picture(place)
    case 2: self = .lyrics
    case 3: self = .cueSheet
    case 4: self = .synchronizedLyrics
    case 5: self = .chapters
    case 6: self = .playlist
    case 7: self = .appleLibrary
    case 8: self = .scaledPicture(side: max(1, place) * 8)
    default: return nil
    }
  }
}

/// One message of the answer to a `TagFetch`: `begins`, then all bytes in order; or `failed` in place of any of them.
public enum FetchReply: Sendable, Equatable {
  /// So many bytes follow. `mimeType` is a picture's.
  case begins(size: Int, mimeType: String)
  case bytes(ArraySlice<UInt8>)
  case failed(ReadFailure)

  /// The most bytes in one message.
  public static let maximumBytes = 60_000

  public func encoded() -> [UInt8] {
    var writer = WireWriter()
    switch self {
    case .begins(let size, let mimeType):
      writer.put(UInt8(1))
      writer.put(UInt32(clamping: size))
      writer.put(mimeType, limit: 128)
    case .bytes(let bytes):
      writer.put(UInt8(2))
      bytes.withUnsafeBytes { writer.putRest($0) }
    case .failed(let failure):
      writer.put(UInt8(3))
      failure.encode(&writer)
    }
    return writer.bytes
  }

  public init(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    switch try reader.number(UInt8.self) {
    case 1:
      self = .begins(size: Int(try reader.number(UInt32.self)), mimeType: try reader.text())
    case 2: self = .bytes(reader.takeRest())
    case 3: self = .failed(try ReadFailure(&reader))
    default: throw .unknownKind
    }
    try reader.finish()
  }
}
