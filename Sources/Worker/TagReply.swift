import Media

/// What a tagger found in one file of a batch; there is one reply for each, in their order.
public struct TagReply: Sendable, Equatable {
  /// The file's place in the batch.
  public var index: Int
  public var outcome: Result<TagRecord, ReadFailure>

  public init(index: Int, outcome: Result<TagRecord, ReadFailure>) {
    self.index = index
    self.outcome = outcome
  }

  public func encoded() -> [UInt8] {
    var writer = WireWriter()
    encode(&writer)
    return writer.bytes
  }

  private func encode(_ writer: inout WireWriter) {
    writer.put(UInt8(index))
    switch outcome {
    case .success(let record):
      writer.put(true)
      record.encode(&writer)
    case .failure(let failure):
      writer.put(false)
      failure.encode(&writer)
    }
  }

  public init(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    try self.init(&reader)
    try reader.finish()
  }

  /// All replies of a message, one at least.
  public static func all(in bytes: ArraySlice<UInt8>) throws(WireError) -> [TagReply] {
    var reader = WireReader(bytes)
    var replies: [TagReply] = []
    repeat { replies.append(try TagReply(&reader)) } while !reader.isAtEnd
    return replies
  }

  private init(_ reader: inout WireReader) throws(WireError) {
    index = try reader.number(UInt8.self, in: 0...TagRequest.maximumFiles - 1)
    if try reader.flag() {
      outcome = .success(try TagRecord(&reader))
    } else {
      outcome = .failure(try ReadFailure(&reader))
    }
  }
}

/// What a file's bytes say of it.
public struct TagRecord: Sendable, Equatable {
  public var tags: MediaTags
  public var audio: AudioProperties
  /// All pictures in the tags, 32 at most. Their bytes are fetched with `TagFetch.picture` and their place here.
  public var pictures: [EmbeddedPicture] = []
  /// What there is too long for a record, to be fetched when it is wanted.
  public var longTexts: LongTexts = []
  /// How many bytes of the tags were no text in the encoding they are said to be in, and became U+FFFD or
  /// were left out.
  public var replacedBytes = 0
  /// The bytes behind texts that may have been read in the wrong 8-bit encoding.
  public var legacyText: [LegacyText] = []

  public init(tags: MediaTags = MediaTags(), audio: AudioProperties = AudioProperties()) {
    self.tags = tags
    self.audio = audio
  }
}

/// Texts of a file that a record only mentions.
public struct LongTexts: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Lyrics without times.
  public static let lyrics = LongTexts(rawValue: 1)
  /// Lyrics with times.
  public static let synchronizedLyrics = LongTexts(rawValue: 2)
  /// A cue sheet for the tracks in the file.
  public static let cueSheet = LongTexts(rawValue: 4)
  public static let chapters = LongTexts(rawValue: 8)

  public static let all: LongTexts = [.lyrics, .synchronizedLyrics, .cueSheet, .chapters]
}

/// Why a file gave no tags.
public struct ReadFailure: Error, Sendable, Hashable {
  /// The class of failure, as `segue scan --report --json` prints it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case empty, notAudio, unsupported, truncated, permission, vanished, tooLong, brokenLink
    case loop, outside, pipe, socket, device, crashed, timedOut, memory
    /// It shows a film: to be passed over without a word.
    case video
  }

  public var kind: Kind
  /// A sentence for a person.
  public var reason: String

  public init(_ kind: Kind, reason: String) {
    self.kind = kind
    self.reason = reason
  }
}

extension ReadFailure {
  func encode(_ writer: inout WireWriter) {
    writer.put(kind.rawValue)
    writer.put(reason)
  }

  init(_ reader: inout WireReader) throws(WireError) {
    guard let kind = Kind(rawValue: try reader.text()) else { throw .outOfRange }
    self.init(kind, reason: try reader.text())
  }
}
