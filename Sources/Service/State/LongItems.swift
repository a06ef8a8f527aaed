import Library
import Media
import Playback

/// Where long items were left, to be played on from there.
struct LongItems {
  private var places: [PersistentID: ResumePlace] = [:]

  /// What plays for so long is played on from where it was left.
  static let length: Duration = .seconds(900)
  /// So near its end it has been heard.
  static let end: Duration = .seconds(30)
  /// So near its beginning it begins anew.
  static let beginning: Duration = .seconds(10)

  init(_ places: [ResumePlace] = []) {
    for place in places { self.places[place.item] = place }
  }

  /// Whether an item is played on from where it was left: as somebody has set, else if it is long or made to be
  /// heard in parts.
  func resumes(_ item: MediaItem) -> Bool {
    if let isWanted = places[item.persistentID]?.isWanted { return isWanted }
    if !item.mediaTypes.isDisjoint(with: [.audioBook, .podcast]) { return true }
    return item.audio.milliseconds.map { .milliseconds($0) >= Self.length } ?? false
  }

  /// Where an item goes on; `nil` at its beginning.
  func place(_ id: PersistentID, _ item: () -> MediaItem) -> Duration? {
    guard let milliseconds = places[id]?.milliseconds, resumes(item()) else { return nil }
    return .milliseconds(milliseconds)
  }

  mutating func set(_ id: PersistentID, wanted: Bool?) {
    places[id, default: ResumePlace(item: id)].isWanted = wanted
  }

  /// An item is heard: it has no place of its own while it is.
  mutating func started(_ id: PersistentID) { places[id]?.milliseconds = nil }

  /// An item was left.
  ///
  /// - Returns: What is to be kept, in milliseconds, `nil` inside for the beginning; `nil` where nothing changes.
  mutating func left(_ item: MediaItem, at heard: Duration, of duration: Duration?) -> Int64?? {
    guard resumes(item) else { return nil }
    let isOver = duration.map { heard >= $0 - Self.end } ?? false
    let place =
      isOver || heard < Self.beginning ? nil : Int64(heard / .milliseconds(1))
    places[item.persistentID, default: ResumePlace(item: item.persistentID)].milliseconds = place
    return .some(place)
  }
}
