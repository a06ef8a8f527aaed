import CFFmpeg
import Glibc
import Posix
import Worker

/// A picture in a file of its own: JPEG, PNG, GIF or WebP.
enum PictureFile {
  /// Larger ones are nobody's cover: in bytes, and in pixels.
  private static let maximumBytes = 32 << 20
  private static let maximumPixels: Int64 = 6000 * 6000

  /// The picture with sides of at most so many pixels, as a `ScaledPicture`, and its type.
  static func scaled(
    _ file: FileDescriptor.Owned, side: Int
  ) -> Result<(bytes: [UInt8], mimeType: String), ReadFailure> {
    do throws(DecodingError) {
      let bytes = try read(file)
      let mimeType = FileProbe.mimeType(bytes)
      let still = try Still(bytes, codec(mimeType), maximumPixels: maximumPixels)
      return .success((try still.scaled(side: side).encoded(), mimeType))
    } catch {
      return .failure(FileProbe.failure(error))
    }
  }

  private static func codec(_ mimeType: String) throws(DecodingError) -> AVCodecID {
    switch mimeType {
    case "image/jpeg": AV_CODEC_ID_MJPEG
    case "image/png": AV_CODEC_ID_PNG
    case "image/gif": AV_CODEC_ID_GIF
    case "image/webp": AV_CODEC_ID_WEBP
    default: throw .unsupported(codec: "picture")
    }
  }

  private static func read(_ file: FileDescriptor.Owned) throws(DecodingError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= maximumBytes {
      let count = pread(file.raw, &chunk, chunk.count, off_t(bytes.count))
      if count < 0 { throw .unreadable(code: errno) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
    throw .unreadable(code: EFBIG)
  }
}

/// A decoded picture that does not move.
private final class Still {
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?

  init(_ bytes: [UInt8], _ id: AVCodecID, maximumPixels: Int64) throws(DecodingError) {
    guard let decoder = avcodec_find_decoder(id) else {
      throw .unsupported(codec: String(cString: avcodec_get_name(id)))
    }
    frame = av_frame_alloc()
    context = avcodec_alloc_context3(decoder)
    // What throws from here on leaves to `deinit` what was made.
    let frame = try check(self.frame, "allocate a frame")
    let context = try check(self.context, "allocate a decoder")
    context.pointee.thread_count = 1
    context.pointee.max_pixels = maximumPixels
    try check(avcodec_open2(context, decoder, nil), "open the decoder")
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    try check(av_new_packet(packet, Int32(bytes.count)), "allocate a packet")
    bytes.withUnsafeBufferPointer { bytes in
      guard let from = bytes.baseAddress else { return }
      packet?.pointee.data?.update(from: from, count: bytes.count)
    }
    try check(avcodec_send_packet(context, packet), "decode the picture")
    _ = avcodec_send_packet(context, nil)
    try check(avcodec_receive_frame(context, frame), "decode the picture")
  }

  deinit {
    avcodec_free_context(&context)
    av_frame_free(&frame)
  }

  /// With sides of at most so many pixels; never larger than it is.
  func scaled(side: Int) throws(DecodingError) -> ScaledPicture {
    guard let frame = frame?.pointee, frame.width > 0, frame.height > 0 else {
      throw .unsupported(codec: "picture")
    }
    let (width, height) = (Int(frame.width), Int(frame.height))
    let longest = max(width, height, side)
    let (fitted, fittedHeight) = (max(1, width * side / longest), max(1, height * side / longest))
    // Lines begin where FFmpeg likes to write.
    let stride = (fitted * 4 + 63) & ~63
    var lines = [UInt8](repeating: 0, count: stride * fittedHeight + 64)
    try check(
      segue_scale_picture(
        self.frame, Int32(fitted), Int32(fittedHeight), &lines, Int32(stride)),
      "scale the picture")
    let pixels = (0..<fittedHeight).flatMap { lines[($0 * stride)..<($0 * stride + fitted * 4)] }
    return ScaledPicture(
      pixels: pixels, width: fitted, height: fittedHeight, originalWidth: width,
      originalHeight: height)
  }
}
