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

  func withReader(_ body: (OpaquePointer) -> Void) { body(reader) }

  /// Reads a file, which stays open and where it was.
  ///
  /// - Parameter extension: That of its name, in lower case: a guess at the format.
  public func read(
    descriptor: Int32, extension: String
  ) -> Result<TagRecord, ReadFailure> {
    var found = segue_tag_record()
    segue_tag_read(reader, descriptor, `extension`, &found)
    if let failure = ReadFailure(found) { return .failure(failure) }
    let texts = FieldTexts(found)
    var record = TagRecord(tags: MediaTags(texts), audio: AudioProperties(found))
    record.pictures = Self.pictures(found, texts)
    if !record.pictures.isEmpty { record.tags.artworkSource = .embedded }
    record.longTexts = LongTexts(found)
    record.replacedBytes = Int(found.replaced_bytes)
    record.legacyText = LegacyText.all(texts, record.tags)
    return .success(record)
  }

  private static func pictures(
    _ found: segue_tag_record, _ texts: FieldTexts
  ) -> [EmbeddedPicture] {
    UnsafeBufferPointer(start: found.pictures, count: Int(found.picture_count)).map {
      EmbeddedPicture(
        kind: $0.kind, mimeType: texts.text($0.mime_type), size: Int(clamping: $0.size))
    }
  }
}

extension LongTexts {
  fileprivate init(_ record: segue_tag_record) {
    self = []
    for (content, text) in [
      (SEGUE_TAG_LYRICS, LongTexts.lyrics), (SEGUE_TAG_TIMED_LYRICS, .synchronizedLyrics),
      (SEGUE_TAG_CUE_SHEET, .cueSheet), (SEGUE_TAG_CHAPTERS, .chapters),
    ] where record.long_texts & 1 << content.rawValue != 0 {
      insert(text)
    }
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
    frames = (1...1 << 53).contains(record.frames) ? record.frames : nil
    encoderDelay = (0...1_000_000).contains(record.encoder_delay) ? Int(record.encoder_delay) : nil
    encoderPadding =
      (0...1_000_000).contains(record.encoder_padding) ? Int(record.encoder_padding) : nil
  }

  private static func known(_ number: Int32, upTo limit: Int) -> Int? {
    (1...limit).contains(Int(number)) ? Int(number) : nil
  }
}
