import Media

/// Every track as loud as it should be.
extension FeedLoop {
  func factor(for track: Track) -> Double {
    replayGain.factor(for: track.replayGain, isAmongAlbum: track.isAmongAlbum)
  }

  /// Puts frames into the stream, as loud as their track should be.
  mutating func put(_ bytes: ArraySlice<UInt8>, _ count: Int, into stream: OutputFeed) {
    guard let source, let target = source.gain.map({ _ in factor(for: source.track) }),
      source.gain?.isTransparent(for: target) == false
    else {
      _ = bytes.withUnsafeBytes { stream.ring.put($0) }
      return
    }
    // In memory of their own, where every sample lies at a multiple of its size.
    scratch.removeAll(keepingCapacity: true)
    scratch += bytes
    scratch.withUnsafeMutableBytes { frames in
      guard let start = frames.baseAddress else { return }
      self.source?.gain?.apply(UnsafeRawPointer(start), to: start, frames: count, target: target)
      _ = stream.ring.put(UnsafeRawBufferPointer(frames))
    }
  }
}
