import CFFmpeg

/// Decodes one stream, frame after frame. What cannot be decoded is left out.
final class FrameDecoder {
  let container: Container
  let codec: Codec

  /// Whether packets were lost since this was last set to false.
  var hasLost = false

  private let packet: UnsafeMutablePointer<AVPacket>
  private var isDraining = false
  /// Failures since the last frame.
  private var failures = 0

  /// So many failures in a row end the stream; at the shortest packets, seconds of it.
  private static let patience = 500

  init(_ container: Container) throws(DecodingError) {
    self.container = container
    codec = try Codec(container.stream)
    packet = try check(av_packet_alloc(), "allocate a packet")
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    av_packet_free(&packet)
  }

  /// Decodes the next frame that has samples into `codec.frame`; `false` at the end.
  func next() throws(DecodingError) -> Bool {
    while true {
      switch codec.receive() {
      case .frame where codec.frame.pointee.nb_samples > 0:
        failures = 0
        return true
      case .frame: break
      case .end: return false
      case .broken: try noteFailure()
      case .wantsPacket: try sendPacket()
      }
    }
  }

  private func sendPacket() throws(DecodingError) {
    // A codec that asks for more after its end would be asked for ever.
    guard !isDraining else { return try noteFailure() }
    guard try container.read(into: packet) else {
      isDraining = true
      _ = codec.send(nil)
      return
    }
    defer { av_packet_unref(packet) }
    if packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { hasLost = true }
    if !codec.send(packet) { try noteFailure() }
  }

  private func noteFailure() throws(DecodingError) {
    hasLost = true
    failures += 1
    if failures > Self.patience { throw .broken }
  }

  /// Goes to a packet at or before a time of the stream. `false` when that cannot be done; then the
  /// frames go on where they were.
  func seek(to time: Int64) -> Bool {
    guard container.seek(to: time) else { return false }
    codec.flush()
    isDraining = false
    failures = 0
    return true
  }
}
