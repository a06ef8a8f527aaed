import Media

/// Every track as loud as it should be.
extension FeedLoop {
  func factor(for track: Track) -> Double {
    replayGain.factor(for: track.replayGain, isAmongAlbum: track.isAmongAlbum)
  }

  /// Puts frames into the stream, as loud as their track should be.
  ///
  /// - Parameter place: The place of the first one in its file, at the stream's rate.
  mutating func put(
    _ bytes: ArraySlice<UInt8>, _ count: Int, at place: Int64, into stream: OutputFeed
  ) {
    guard let source else { return }
    let target = factor(for: source.track)
    let isTransparent = source.gain?.isTransparent(for: target) ?? true
    if isTransparent, !isMixing {
      return bytes.withUnsafeBytes { pass($0, at: place, into: stream) }
    }
    // In memory of their own, where every sample lies at a multiple of its size.
    scratch.removeAll(keepingCapacity: true)
    scratch += bytes
    if !isTransparent {
      scratch.withUnsafeMutableBytes { frames in
        guard let start = frames.baseAddress else { return }
        self.source?.gain?.apply(UnsafeRawPointer(start), to: start, frames: count, target: target)
      }
    }
    let frames = scratch
    frames.withUnsafeBytes { pass($0, at: place, into: stream) }
  }
}
