@preconcurrency import Dispatch
import MPDProtocol

/// Long answers that are the same until the library or the queue changes: clients list all of either again and again.
///
/// What nobody has asked for in a minute is forgotten.
@MainActor
final class AnswerCache {
  /// What was asked, and all that the answer depends on beside the library.
  struct Key: Hashable {
    let command: String
    let arguments: [String]
    let tags: MPDTagSet
    /// The queue's version.
    let queue: UInt32?
  }

  private var kept: [Key: [[UInt8]]] = [:]
  private var bytes = 0
  private var lastUse = ContinuousClock.now
  private var isTiming = false
  /// How often the library has changed.
  private(set) var generation = 0

  private static let limit = 64 << 20
  private static let patience = DispatchTimeInterval.seconds(60)

  /// What an answer is kept under; `nil` for what is not kept.
  static func key(_ request: RequestLine, _ session: Session, _ queue: UInt32) -> Key? {
    let dependsOnQueue = request.name == "playlistinfo"
    guard dependsOnQueue || request.name == "listallinfo" || request.name == "listall" else {
      return nil
    }
    return Key(
      command: request.name, arguments: request.arguments, tags: session.tags,
      queue: dependsOnQueue ? queue : nil)
  }

  /// The answer in pieces.
  subscript(key: Key) -> [[UInt8]]? {
    guard let pieces = kept[key] else { return nil }
    lastUse = .now
    return pieces
  }

  /// Keeps an answer, in the place of others if need be.
  ///
  /// - Parameter generation: The library's when the answer was begun.
  func keep(_ pieces: [[UInt8]], as key: Key, of generation: Int) {
    let size = pieces.reduce(0) { $0 + $1.count }
    guard generation == self.generation, kept[key] == nil, size <= Self.limit else { return }
    if bytes + size > Self.limit { drop() }
    kept[key] = pieces
    bytes += size
    lastUse = .now
    dropLater()
  }

  /// The library has changed.
  func forget() {
    generation += 1
    drop()
  }

  private func drop() {
    guard !kept.isEmpty else { return }
    (kept, bytes) = ([:], 0)
  }

  private func dropLater() {
    guard !isTiming else { return }
    isTiming = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
      MainActor.assumeIsolated { self?.dropUnused() }
    }
  }

  private func dropUnused() {
    isTiming = false
    if lastUse.duration(to: .now) >= .seconds(55) { drop() } else { dropLater() }
  }
}
