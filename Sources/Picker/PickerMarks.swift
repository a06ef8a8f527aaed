import Media

/// Which tracks are marked, with their total.
struct PickerMarks: Sendable {
  private(set) var identities: Set<PersistentID> = []
  private(set) var milliseconds: Int64 = 0

  var count: Int { identities.count }
  var isEmpty: Bool { identities.isEmpty }

  func contains(_ item: MediaItem) -> Bool { identities.contains(item.persistentID) }

  mutating func insert(_ item: MediaItem) {
    guard identities.insert(item.persistentID).inserted else { return }
    milliseconds += item.audio.milliseconds ?? 0
  }

  mutating func toggle(_ item: MediaItem) {
    if identities.remove(item.persistentID) == nil {
      insert(item)
    } else {
      milliseconds -= item.audio.milliseconds ?? 0
    }
  }
}
