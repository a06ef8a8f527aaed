import Media
import Testing

@testable import Library

/// When changes are taken, by a clock of our own.
@Suite struct PendingChangesTests {
  private let start = ContinuousClock.now

  private func at(_ milliseconds: Int) -> ContinuousClock.Instant {
    start + .milliseconds(milliseconds)
  }

  private static func file(_ path: String) -> FilePlace { FilePlace(root: 1, path: FilePath(path)) }

  private static func folder(_ path: String) -> LibraryParts.Folder {
    LibraryParts.Folder(root: 1, path: FilePath(path))
  }

  @Test func `changes are taken once it is quiet, and only once`() {
    var pending = PendingChanges()
    #expect(pending.deadline == nil)
    pending.noteDone(Self.file("a/1.mp3"), at: at(0))
    pending.noteDone(Self.file("a/2.mp3"), at: at(100))
    #expect(pending.deadline == at(350))
    #expect(pending.take(at: at(349)) == nil)
    #expect(pending.take(at: at(350))?.shallow == [Self.folder("a")])
    #expect(pending.take(at: at(1000)) == nil && pending.deadline == nil)
  }

  @Test func `those who never are quiet are heard all the same`() {
    var pending = PendingChanges()
    for time in stride(from: 0, through: 1900, by: 100) {
      #expect(pending.take(at: at(time)) == nil)
      pending.noteDone(Self.file("a/\(time)"), at: at(time))
    }
    #expect(pending.deadline == at(2000))
    #expect(pending.take(at: at(2000)) != nil)
  }

  @Test func `a file that is written is left alone until it is closed or still for two seconds`() {
    var pending = PendingChanges()
    pending.noteWriting(Self.file("a/closed.mp3"), at: at(0))
    pending.noteWriting(Self.file("b/still.mp3"), at: at(0))
    pending.noteTouched(Self.file("b/still.mp3"), at: at(500))
    pending.noteDone(Self.file("a/closed.mp3"), at: at(600))
    let first = pending.take(at: at(850))
    #expect(first?.shallow == [Self.folder("a")])
    #expect(first?.unfinished == [Self.file("b/still.mp3")])
    #expect(pending.deadline == at(2500))
    #expect(pending.take(at: at(2499)) == nil)
    let second = pending.take(at: at(2500))
    #expect(second?.shallow == [Self.folder("b")] && second?.unfinished == [])
  }

  @Test func `what lies in a tree that has changed is not looked at twice`() {
    var pending = PendingChanges()
    pending.note(tree: Self.folder("a"), at: at(0))
    pending.note(tree: Self.folder("a/b"), at: at(0))
    pending.noteDone(Self.file("a/b/c/1.mp3"), at: at(0))
    pending.noteDone(Self.file("ab/1.mp3"), at: at(0))
    let parts = pending.take(at: at(300))
    #expect(parts?.deep == [Self.folder("a")] && parts?.shallow == [Self.folder("ab")])
  }
}
