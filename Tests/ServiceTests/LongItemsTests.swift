import Media
import Testing

@testable import Service

@Suite struct LongItemsTests {
  private static let hour = item(.seconds(3600))

  private static func item(_ length: Duration) -> MediaItem {
    var audio = AudioProperties()
    audio.milliseconds = Int64(length / .milliseconds(1))
    return MediaItem(
      persistentID: .random(), uri: "long", path: FilePath("/long"), audio: audio)
  }

  private func place(_ items: LongItems) -> Duration? {
    items.place(Self.hour.persistentID) { Self.hour }
  }

  @Test(
    arguments: [(5, false, nil), (2520, false, 2520), (3580, false, nil), (2520, true, nil)]
      as [(Int, Bool, Int?)])
  func `an item goes on where it was left, unless that is its end, wherever its tags have it`(
    heard: Int, isOver: Bool, place: Int?
  ) {
    var items = LongItems()
    let isKept = items.left(Self.hour, at: .seconds(heard), isOver: isOver)
    #expect(isKept && self.place(items) == place.map { .seconds($0) })
    let (first, second) = (items.takeUnkept(), items.takeUnkept())
    #expect(first == [Self.hour.persistentID: place.map { Int64($0) * 1000 }])
    #expect(second.isEmpty)
  }

  @Test func `a short item has no place`() {
    var items = LongItems()
    let short = Self.item(.seconds(200))
    let isKept = items.left(short, at: .seconds(100), isOver: false)
    #expect(!isKept)
    let kept = items.takeUnkept()
    #expect(kept.isEmpty)
  }

  @Test func `while an item goes on nothing is kept of it, however often it is moved in`() {
    var items = LongItems()
    for place in 1...20 {
      _ = items.left(Self.hour, at: .seconds(place * 60), isOver: false)
      items.started(Self.hour.persistentID)
    }
    var kept = items.takeUnkept()
    #expect(kept.isEmpty && place(items) == nil)
    _ = items.left(Self.hour, at: .seconds(1800), isOver: false)
    kept = items.takeUnkept()
    #expect(kept == [Self.hour.persistentID: 1_800_000])
  }
}
