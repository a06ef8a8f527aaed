/// What a tagger is asked: the tags of a batch of files, whose open descriptors come with it.
public struct TagRequest: Sendable, Equatable {
  /// The most files of a batch.
  public static let maximumFiles = 64

  /// The files' extensions in lower case, in the order of the descriptors: a first guess at the format.
  public var extensions: [String]
  /// Whether one message may bring several replies: quicker, and when the tagger ends, nobody knows at which file.
  public var together: Bool

  public init(extensions: [String], together: Bool = false) {
    self.extensions = extensions
    self.together = together
  }

  public func encoded() -> [UInt8] {
    var writer = WireWriter()
    writer.put(TaggerRequest.batch)
    writer.put(together)
    writer.put(extensions.map { String($0.prefix(16)) })
    return writer.bytes
  }

  public init(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    guard try reader.number(UInt8.self) == TaggerRequest.batch else { throw .unknownKind }
    together = try reader.flag()
    extensions = try reader.list()
    try reader.finish()
  }
}

/// Everything that a tagger can be asked.
public enum TaggerRequest: Sendable, Equatable {
  /// Answered by one `TagReply` for each file.
  case read(TagRequest)
  /// Answered by `FetchReply`s.
  case fetch(TagFetch)

  static let batch: UInt8 = 1
  static let one: UInt8 = 2

  public init(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    switch bytes.first {
    case Self.batch: self = .read(try TagRequest(decoding: bytes))
    case Self.one: self = .fetch(try TagFetch(decoding: bytes))
    case nil: throw .tooShort
    default: throw .unknownKind
    }
  }
}
