import CTagLib
import Media
import Worker

/// Reads the tags of open files, one after the other.
public struct TagReader: ~Copyable {
  private let reader: OpaquePointer

  /// `nil` without memory.
  public init?() {
    guard let reader = segue_tag_reader_make() else { return nil }
    self.reader = reader
  }

  deinit { segue_tag_reader_free(reader) }

  /// Reads a file, which stays open and where it was.
  ///
  /// - Parameter extension: That of its name, in lower case: a guess at the format.
  public func read(
    descriptor: Int32, extension: String
  ) -> Result<TagRecord, ReadFailure> {
    var found = segue_tag_record()
    segue_tag_read(reader, descriptor, `extension`, &found)
    if let failure = ReadFailure(found) { return .failure(failure) }
    let tags = MediaTags(FieldTexts(found))
    var record = TagRecord(tags: tags, audio: AudioProperties(found))
    if found.has_picture != 0 { record.tags.artworkSource = .embedded }
    return .success(record)
  }

  /// Reads one long thing of a file.
  func fetch(
    _ request: TagFetch, descriptor: Int32
  ) -> Result<(bytes: [UInt8], mimeType: String), ReadFailure> {
    .failure(ReadFailure(.unsupported, reason: "Segue does not fetch this yet."))
  }
}

extension AudioProperties {
  /// What is 0, or more than a message may say, is not known.
  init(_ record: segue_tag_record) {
    self.init()
    milliseconds =
      (1...Int64(Int32.max) * 1000).contains(record.milliseconds)
      ? record.milliseconds : nil
    sampleRate = Self.known(record.sample_rate, upTo: 100_000_000)
    bitsPerSample = Self.known(record.bits_per_sample, upTo: 64)
    channels = Self.known(record.channels, upTo: 255)
    bitRate = Self.known(record.bit_rate, upTo: 10_000_000)
    codec = record.codec.map { String(cString: $0) }
  }

  private static func known(_ number: Int32, upTo limit: Int) -> Int? {
    (1...limit).contains(Int(number)) ? Int(number) : nil
  }
}
