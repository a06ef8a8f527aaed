import Media

// How tracks go over into each other.
extension Player {
  /// How an entry is mixed with the end of the one before it; `nil` where it follows that one as it is.
  func crossfade(from one: QueueEntry, to next: QueueEntry) -> CrossfadeSettings? {
    crossfade.duration > .zero && !isContinuous(from: one, to: next) ? crossfade : nil
  }

  /// Whether an entry goes on where the one before it on their album ends.
  private func isContinuous(from one: QueueEntry, to next: QueueEntry) -> Bool {
    guard one.id != next.id, let position = queue.position(of: one.id),
      let other = queue.position(of: next.id), queue.isSameAlbum(position, other)
    else { return false }
    let (tags, others) = (item(of: one).tags, item(of: next).tags)
    guard let number = tags.trackNumber, let following = others.trackNumber else {
      // The order of the queue is all that is known.
      return other == position + 1
    }
    let (disc, followingDisc) = (tags.discNumber ?? 1, others.discNumber ?? 1)
    return disc == followingDisc
      ? following == number + 1 : followingDisc == disc + 1 && following == 1
  }

  /// How what plays goes over into what comes next: a sentence; `nil` without crossfade.
  public var crossfadeNote: String? {
    guard crossfade.duration > .zero, let current = queue.current else { return nil }
    guard let next = queue.nextEntry.flatMap({ queue[$0] }) else { return "Nothing comes next." }
    if isContinuous(from: current, to: next) {
      return "The next track goes on with the album, and is not mixed with this one."
    }
    guard let duration, let other = item(of: next).audio.duration else {
      return "How long tracks are is not known: they are not mixed."
    }
    let shortest = CrossfadeSettings.shortestTrack
    if min(duration, other) < shortest {
      return "Tracks of less than \(shortest.components.seconds) seconds are not mixed."
    }
    if crossfade.duration >= min(duration, other) {
      return "A track is not longer than the crossfade: they are not mixed."
    }
    let time = "within \(crossfade.duration.components.seconds) seconds"
    return crossfade.usesMixRamp
      ? "It goes over into the next track where both are quiet, by their MixRamp tags, else \(time)."
      : "It goes over into the next track \(time)."
  }
}
