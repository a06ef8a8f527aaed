import CFFmpeg
import Posix

/// An open file and the one stream of sound in it.
final class Container {
  let input: FileInput
  private var context: UnsafeMutablePointer<AVFormatContext>?
  let stream: UnsafeMutablePointer<AVStream>

  /// - Parameter hint: The file's extension, which decides only where the bytes do not.
  init(_ file: FileDescriptor.Owned, hint: String) throws(DecodingError) {
    input = try FileInput(file)
    var context: UnsafeMutablePointer<AVFormatContext>? = try Self.open(input, hint: hint)
    do throws(DecodingError) {
      stream = try Self.soundStream(of: context)
    } catch {
      avformat_close_input(&context)
      throw error
    }
    self.context = context
  }

  deinit { avformat_close_input(&context) }

  private static func open(
    _ input: FileInput, hint: String
  ) throws(DecodingError) -> UnsafeMutablePointer<AVFormatContext> {
    let name = "file.\(Formats.cleanHint(hint))"
    if let format = Formats.recognized(input), let known = av_find_input_format(format),
      let context = open(input, name, known)
    {
      return context
    }
    if let context = open(input, name, nil) { return context }
    throw input.failure == 0 ? .notAudio : .unreadable(code: input.failure)
  }

  private static func open(
    _ input: FileInput, _ name: String, _ format: UnsafePointer<AVInputFormat>?
  ) -> UnsafeMutablePointer<AVFormatContext>? {
    guard input.rewind(), let context = avformat_alloc_context() else { return nil }
    context.pointee.pb = input.context
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    // A file that names others (QuickTime references, playlists) gets none.
    context.pointee.io_open = { _, _, _, _, _ in -1 }
    var options: OpaquePointer?
    av_dict_set(&options, "format_whitelist", Formats.allowed, 0)
    defer { av_dict_free(&options) }
    var opened: UnsafeMutablePointer<AVFormatContext>? = context
    // Frees the context when it fails.
    return avformat_open_input(&opened, name, format, &options) >= 0 ? opened : nil
  }

  private static func soundStream(
    of context: UnsafeMutablePointer<AVFormatContext>?
  ) throws(DecodingError) -> UnsafeMutablePointer<AVStream> {
    guard let context else { throw .notAudio }
    discardOthers(than: -1, in: context)
    try check(avformat_find_stream_info(context, nil), "read the headers")
    let index = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    guard index >= 0, let stream = context.pointee.streams[Int(index)] else { throw .noSound }
    discardOthers(than: index, in: context)
    return stream
  }

  /// Pictures and films beside the sound are not read.
  private static func discardOthers(
    than index: Int32, in context: UnsafeMutablePointer<AVFormatContext>
  ) {
    for number in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[number] else { continue }
      let isSound = stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
      if isSound && (index < 0 || Int32(number) == index) { continue }
      stream.pointee.discard = AVDISCARD_ALL
    }
  }

  /// The next packet of the sound; `false` at the end.
  ///
  /// A damaged place in the container counts as its end when the demuxer finds no way past it.
  func read(into packet: UnsafeMutablePointer<AVPacket>) throws(DecodingError) -> Bool {
    var attempts = 0
    while true {
      let code = av_read_frame(context, packet)
      if code >= 0 {
        if packet.pointee.stream_index == stream.pointee.index { return true }
        av_packet_unref(packet)
        continue
      }
      if input.failure != 0 { throw .unreadable(code: input.failure) }
      attempts += 1
      if code == segue_error_end || attempts > 16 { return false }
    }
  }

  /// Goes to a packet at or before a time of the stream. `false` when the format cannot.
  func seek(to time: Int64) -> Bool {
    avformat_seek_file(context, stream.pointee.index, .min, time, time, 0) >= 0
  }

  /// FFmpeg's name of the format.
  var format: String { context?.pointee.iformat.map { String(cString: $0.pointee.name) } ?? "" }

  /// In kbit/s; 0 when it is not known.
  var bitRate: Int {
    let ofStream = stream.pointee.codecpar.pointee.bit_rate
    let rate = ofStream > 0 ? ofStream : context?.pointee.bit_rate ?? 0
    return min(max(0, Int(rate / 1000)), 10_000_000)
  }

  /// In microseconds; `nil` when it is not known.
  var microseconds: Int64? {
    guard let duration = context?.pointee.duration, duration > 0 else { return nil }
    return duration
  }

  /// Whether the length is what the file says, not what its size lets expect.
  var saysLength: Bool {
    context?.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM
  }

  /// Whether it shows a film: pictures that move, not one beside the sound.
  var hasFilm: Bool {
    guard let context else { return false }
    return (0..<Int(context.pointee.nb_streams)).contains { number in
      guard let stream = context.pointee.streams[number]?.pointee,
        stream.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
      else { return false }
      return stream.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    }
  }

  /// Whether a picture lies beside the sound.
  var hasPicture: Bool {
    guard let context else { return false }
    return (0..<Int(context.pointee.nb_streams)).contains { number in
      let disposition = context.pointee.streams[number]?.pointee.disposition ?? 0
      return disposition & AV_DISPOSITION_ATTACHED_PIC != 0
    }
  }

  /// The bytes of the front cover, else of the first picture; `nil` where there is none of at most so many.
  func picture(limit: Int) -> [UInt8]? {
    guard let context else { return nil }
    var first: [UInt8]?
    for number in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[number]?.pointee,
        stream.disposition & AV_DISPOSITION_ATTACHED_PIC != 0,
        let data = stream.attached_pic.data, (1...limit).contains(Int(stream.attached_pic.size))
      else { continue }
      let bytes = Array(UnsafeBufferPointer(start: data, count: Int(stream.attached_pic.size)))
      if Self.isFront(stream) { return bytes }
      first = first ?? bytes
    }
    return first
  }

  /// Whether a picture calls itself the front cover: by its kind as ID3 has it, or by its name in Matroska.
  private static func isFront(_ stream: AVStream) -> Bool {
    func says(_ key: String, _ word: String) -> Bool {
      guard let entry = av_dict_get(stream.metadata, key, nil, 0), let value = entry.pointee.value
      else { return false }
      return String(cString: value).lowercased().hasPrefix(word)
    }
    return says("comment", "cover (front)") || says("filename", "cover.")
  }

  /// All tags, those of the file before those of the stream; names in upper case.
  var tags: [String: String] {
    var found: [String: String] = [:]
    for tags in [context?.pointee.metadata, stream.pointee.metadata] {
      var entry: UnsafePointer<AVDictionaryEntry>?
      while found.count < 500, let next = av_dict_get(tags, "", entry, AV_DICT_IGNORE_SUFFIX) {
        entry = UnsafePointer(next)
        guard let key = next.pointee.key, let value = next.pointee.value else { continue }
        let name = String(cString: key).uppercased()
        if found[name] == nil { found[name] = String(cString: value) }
      }
    }
    return found
  }

  /// A tag's value.
  func tag(_ name: String) -> String? {
    for tags in [context?.pointee.metadata, stream.pointee.metadata] {
      if let entry = av_dict_get(tags, name, nil, 0), let value = entry.pointee.value {
        return String(cString: value)
      }
    }
    return nil
  }
}
