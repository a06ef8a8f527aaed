import Library
import Media
import Playback

/// Where long items were left, to be played on from there.
struct LongItems {
  private var places: [PersistentID: ResumePlace] = [:]
  /// Those that were left and are not kept yet.
  private var unkept: Set<PersistentID> = []

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

  /// Places that were known elsewhere, as far as nothing is known of them here.
  mutating func add(_ others: [ResumePlace]) {
    for place in others { places[place.item] = place.added(to: places[place.item]) }
  }

  /// A place that a client has set.
  mutating func take(_ place: ResumePlace) {
    places[place.item] = place
    unkept.remove(place.item)
  }

  mutating func set(_ id: PersistentID, wanted: Bool?) {
    places[id, default: ResumePlace(item: id)].isWanted = wanted
  }

  /// An item is heard: it has no place of its own while it is.
  mutating func started(_ id: PersistentID) {
    places[id]?.milliseconds = nil
    unkept.remove(id)
  }

  /// An item was left.
  ///
  /// - Parameter isOver: Whether it was heard to its end, wherever its tags have that.
  /// - Returns: Whether something is to be kept.
  mutating func left(_ item: MediaItem, at heard: Duration, isOver: Bool) -> Bool {
    guard resumes(item) else { return false }
    let duration = item.audio.milliseconds.map { Duration.milliseconds($0) }
    let isOver = isOver || duration.map { heard >= $0 - Self.end } ?? false
    let place =
      isOver || heard < Self.beginning ? nil : Int64(heard / .milliseconds(1))
    places[item.persistentID, default: ResumePlace(item: item.persistentID)].milliseconds = place
    unkept.insert(item.persistentID)
    return true
  }

  /// Whether it was left at a place that is not kept yet.
  func isUnkept(_ id: PersistentID) -> Bool { unkept.contains(id) }

  /// The places that are to be kept, in milliseconds, `nil` for the beginning. They are kept afterwards.
  mutating func takeUnkept() -> [PersistentID: Int64?] {
    defer { unkept = [] }
    var taken: [PersistentID: Int64?] = [:]
    for id in unkept { taken[id] = .some(places[id]?.milliseconds) }
    return taken
  }
}
