/// What a tagger is asked: the tags of a batch of files, whose open descriptors come with it.
public struct TagRequest: Sendable, Equatable {
  /// The most files of a batch.
  public static let maximumFiles = 64

  /// The files' extensions in lower case, in the order of the descriptors: a first guess at the format.
  public var extensions: [String]

  public init(extensions: [String]) { self.extensions = extensions }

  public func encoded() -> [UInt8] {
    var writer = WireWriter()
    writer.put(extensions.map { String($0.prefix(16)) })
    return writer.bytes
  }

  public init(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    extensions = try reader.list()
    try reader.finish()
  }
}
