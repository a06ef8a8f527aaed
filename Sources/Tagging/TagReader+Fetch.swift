import CTagLib
import Media
import Worker

extension TagReader {
  /// What is fetched of a file.
  public typealias Fetched = (bytes: [UInt8], mimeType: String)

  /// Reads one long thing of an open file.
  public func fetch(_ request: TagFetch, descriptor: Int32) -> Result<Fetched, ReadFailure> {
    switch request.content {
    case .picture(let index): fetch(SEGUE_TAG_PICTURE, index, request, descriptor)
    case .lyrics: fetch(SEGUE_TAG_LYRICS, 0, request, descriptor)
    case .cueSheet: fetch(SEGUE_TAG_CUE_SHEET, 0, request, descriptor)
    case .synchronizedLyrics: fetch(SEGUE_TAG_TIMED_LYRICS, 0, request, descriptor)
    case .chapters: fetch(SEGUE_TAG_CHAPTERS, 0, request, descriptor)
    case .playlist: PlaylistXML.fetch(descriptor, limit: request.limit)
    case .appleLibrary: AppleLibraryXML.fetch(descriptor, limit: request.limit)
    case .scaledPicture:
      .failure(ReadFailure(.unsupported, reason: "Only the decoder scales pictures."))
    }
  }

  private func fetch(
    _ content: segue_tag_content, _ index: Int, _ request: TagFetch, _ descriptor: Int32
  ) -> Result<Fetched, ReadFailure> {
    var found = segue_tag_fetched()
    withReader {
      segue_tag_fetch(
        $0, descriptor, request.fileExtension, content, UInt32(clamping: index), request.limit,
        &found)
    }
    if let failure = ReadFailure(found.status, error: found.error, mode: found.mode) {
      return .failure(failure)
    }
    let bytes = Self.bytes(found, content)
    guard bytes.count <= request.limit else { return .failure(.tooLong) }
    return .success((bytes, found.mime_type.map { String(cString: $0) } ?? ""))
  }

  private static func bytes(_ found: segue_tag_fetched, _ content: segue_tag_content) -> [UInt8] {
    let bytes = UnsafeBufferPointer(start: found.bytes, count: found.size)
    func text(_ span: segue_tag_span) -> String {
      String(decoding: bytes[Int(span.offset)..<Int(span.offset + span.length)], as: UTF8.self)
    }
    let timed = UnsafeBufferPointer(start: found.timed, count: found.timed_count)
    let times = Int64(0)...Int64(Int32.max) * 1000
    switch content {
    case SEGUE_TAG_TIMED_LYRICS where timed.isEmpty:
      return FetchedText.encoded(LyricLine.lines(lrc: String(decoding: bytes, as: UTF8.self)))
    case SEGUE_TAG_TIMED_LYRICS:
      return FetchedText.encoded(
        timed.map { LyricLine(milliseconds: $0.start, text: text($0.text)) })
    case SEGUE_TAG_CHAPTERS:
      return FetchedText.encoded(
        timed.filter { times.contains($0.start) }.map {
          Chapter(start: $0.start, end: times.contains($0.end) ? $0.end : nil, title: text($0.text))
        })
    default: return Array(bytes)
    }
  }
}

extension ReadFailure {
  static let tooLong = ReadFailure(.tooLong, reason: "It is larger than what is wanted.")
}
