import Media
import Playback
import Testing

@testable import Service

@Suite struct ListeningTests {
  private let one = MediaItem(persistentID: .random(), uri: "one", path: FilePath("/one"))
  private let two = MediaItem(persistentID: .random(), uri: "two", path: FilePath("/two"))
  private let first = EntryID(rawValue: 1)
  private let second = EntryID(rawValue: 2)

  @Test(arguments: [(100, 49, false), (100, 50, true), (1000, 239, false), (1000, 240, true)])
  func `half of an item or four minutes count as a play`(length: Int, heard: Int, counts: Bool) {
    var listening = Listening()
    #expect(listening.started(first, one, duration: .seconds(length), at: .zero) == nil)
    let result = listening.ended(first, heard: .seconds(heard))
    #expect(result == (counts ? .played(one) : nil))
  }

  @Test func `a play counts once, as soon as enough was heard`() {
    var listening = Listening()
    _ = listening.started(first, one, duration: .seconds(100), at: .zero)
    #expect(listening.reached(.seconds(10)) == nil)
    #expect(listening.reached(.seconds(50)) == .played(one))
    #expect(listening.reached(.seconds(60)) == nil)
    #expect(listening.ended(first, heard: .seconds(100)) == nil)
    // Repeated, it is another play.
    #expect(listening.started(first, one, duration: .seconds(100), at: .zero) == nil)
    #expect(listening.reached(.seconds(50)) == .played(one))
  }

  @Test func `what came to its end early is not skipped`() {
    for isOver in [false, true] {
      var listening = Listening()
      _ = listening.started(first, one, duration: .seconds(100), at: .zero)
      #expect(listening.ended(first, heard: .seconds(15), isOver: isOver) == nil)
      let result = listening.started(second, two, duration: .seconds(100), at: .zero)
      #expect(result == (isOver ? nil : .skipped(one)))
    }
  }

  @Test func `what was jumped over was not heard`() {
    var listening = Listening()
    _ = listening.started(first, one, duration: .seconds(100), at: .zero)
    #expect(listening.ended(first, heard: .seconds(10)) == nil)
    #expect(listening.started(first, one, duration: .seconds(100), at: .seconds(90)) == nil)
    #expect(listening.ended(first, heard: .seconds(100)) == nil)
    #expect(listening.started(second, two, duration: .seconds(100), at: .zero) == nil)
  }

  @Test func `what is left within twenty seconds was skipped, what stops was not`() {
    var listening = Listening()
    _ = listening.started(first, one, duration: .seconds(100), at: .zero)
    #expect(listening.ended(first, heard: .seconds(19)) == nil)
    #expect(
      listening.started(second, two, duration: .seconds(100), at: .zero) == .skipped(one))
    #expect(listening.ended(second, heard: .seconds(21)) == nil)
    #expect(listening.started(first, one, duration: .seconds(100), at: .zero) == nil)
    listening.stopped()
    #expect(listening.started(second, two, duration: .seconds(100), at: .zero) == nil)
  }

  @Test func `what broke or may have been heard whole was not skipped`() {
    var listening = Listening()
    _ = listening.started(first, one, duration: .seconds(100), at: .zero)
    listening.failed(first)
    #expect(listening.ended(first, heard: .seconds(5)) == nil)
    #expect(listening.started(second, two, duration: nil, at: .zero) == nil)
    #expect(listening.ended(second, heard: .seconds(5)) == nil)
    #expect(listening.started(first, one, duration: .seconds(100), at: .zero) == nil)
  }
}
