import MPDProtocol
import Playback

// Positions that are counted from the current entry.
extension Command {
  /// Where to insert; `nil` for the end.
  static func insertPosition(_ text: String?, _ queue: PlayQueue) throws(MPDError) -> Int? {
    guard let text else { return nil }
    // As MPD, before the number is read.
    if text.hasPrefix("+") || text.hasPrefix("-") { _ = try currentPosition(queue) }
    switch try Argument.position(text) {
    case .absolute(let position): return try atMost(queue.count, position)
    case .after(let distance):
      let current = try currentPosition(queue)
      return current + 1 + (try atMost(queue.count - current - 1, distance))
    case .before(let distance):
      let current = try currentPosition(queue)
      return current - (try atMost(current, distance))
    }
  }

  /// Where a range is to begin after it was moved. Relative to the current entry, that is counted
  /// as if the range had been taken out first.
  static func target(
    of range: Range<Int>, _ text: String, _ queue: PlayQueue
  ) throws(MPDError) -> Int {
    let others = queue.count - range.count
    let position = try Argument.position(text)
    if case .absolute(let target) = position { return try atMost(others, target) }
    var current = try currentPosition(queue)
    guard !range.contains(current) else {
      throw MPDError(.argument, "Cannot move current song relative to itself")
    }
    if range.lowerBound < current { current -= range.count }
    switch position {
    case .after(let distance): return current + 1 + (try atMost(others - current - 1, distance))
    case .before(let distance): return current - (try atMost(current, distance))
    case .absolute(let target): return target
    }
  }

  private static func currentPosition(_ queue: PlayQueue) throws(MPDError) -> Int {
    guard let position = queue.currentPosition else {
      throw MPDError(.playerSync, "No current song")
    }
    return position
  }

  private static func atMost(_ maximum: Int, _ value: Int) throws(MPDError) -> Int {
    guard value <= maximum else { throw MPDError(.argument, "Number too large: \(value)") }
    return value
  }
}
