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
    writer.put(UInt8(index))
    switch outcome {
    case .success(let record):
      writer.put(true)
      record.encode(&writer)
    case .failure(let failure):
      writer.put(false)
      writer.put(failure.kind.rawValue)
      writer.put(failure.reason)
    }
    return writer.bytes
  }

  public init(decoding bytes: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(bytes)
    index = try reader.number(UInt8.self, in: 0...TagRequest.maximumFiles - 1)
    if try reader.flag() {
      outcome = .success(try TagRecord(&reader))
    } else {
      guard let kind = ReadFailure.Kind(rawValue: try reader.text()) else { throw .outOfRange }
      outcome = .failure(ReadFailure(kind, reason: try reader.text()))
    }
    try reader.finish()
  }
}

/// What a file's bytes say of it.
public struct TagRecord: Sendable, Equatable {
  public var tags: MediaTags
  public var audio: AudioProperties

  public init(tags: MediaTags = MediaTags(), audio: AudioProperties = AudioProperties()) {
    self.tags = tags
    self.audio = audio
  }
}

/// Why a file gave no tags.
public struct ReadFailure: Error, Sendable, Hashable {
  /// The class of failure, as `segue scan --report --json` prints it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case empty, notAudio, unsupported, truncated, permission, vanished, tooLong, brokenLink
    case loop, outside, pipe, socket, device, crashed, timedOut, memory
  }

  public var kind: Kind
  /// A sentence for a person.
  public var reason: String

  public init(_ kind: Kind, reason: String) {
    self.kind = kind
    self.reason = reason
  }
}
