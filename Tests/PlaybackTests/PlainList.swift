import Media

@testable import Playback

/// What a queue is in its simplest form: ids in order, one of which may be the current one.
struct PlainList {
  var ids: [UInt32] = []
  var current: UInt32?
  var repeats = false
  var single = OneShotMode.off
  var consume = OneShotMode.off
  var stop: PlayQueue.StopPoint?
  var albums: [UInt32: AlbumKey] = [:]

  private var place: Int? { current.flatMap { ids.firstIndex(of: $0) } }

  /// Positions are removed from the last to the first, so the next one always stays.
  mutating func remove(_ position: Int) {
    if ids[position] == current {
      let repeatsItself = single != .off && repeats && consume == .off
      let next = position + 1 < ids.count ? ids[position + 1] : repeats ? ids.first : nil
      current = repeatsItself || next == ids[position] ? nil : next
    }
    ids.remove(at: position)
  }

  mutating func insertNext(_ new: [UInt32]) {
    ids.insert(contentsOf: new, at: place.map { $0 + 1 } ?? ids.count)
  }

  mutating func crop(_ range: Range<Int>) {
    for position in ids.indices.reversed() where !range.contains(position) { remove(position) }
  }

  /// The current entry ends. The number of the next one, negative when it waits, plus 1,000,000 when playing ends
  /// before it, 0 when it ends without a next one.
  mutating func ended() -> Int {
    guard let place, let old = current else { return 0 }
    let isLast = place + 1 == ids.count
    var next: UInt32?
    var isSame = false
    if single != .off, repeats, consume == .off {
      (next, isSame) = (old, true)
    } else if !isLast {
      next = ids[place + 1]
    } else if repeats, ids.count > 1 || consume == .off {
      next = ids[0]
    }
    let stop = self.stop
    if stop == .queue, isLast, !isSame, single == .off || repeats { next = nil }
    current = next
    if consume != .off { ids.remove(at: place) }
    if consume == .oneShot { consume = .off }
    let pauses = single != .off && !repeats
    if single == .oneShot, pauses, next != nil { single = .off }
    guard let next else {
      self.stop = nil
      return 0
    }
    if pauses { return -Int(next) }
    let isAlbum = albums[next] == albums[old] && albums[old] != AlbumKey.none
    if stop == .track || stop == .album && !isAlbum {
      self.stop = nil
      return Int(next) + 1_000_000
    }
    return Int(next)
  }
}

extension PlayQueue.Step {
  /// As `PlainList.ended` has it.
  var number: Int {
    switch self {
    case .play(let id): Int(id.rawValue)
    case .pause(let id): -Int(id.rawValue)
    case .stopBefore(let id): Int(id.rawValue) + 1_000_000
    case .stop: 0
    }
  }
}
