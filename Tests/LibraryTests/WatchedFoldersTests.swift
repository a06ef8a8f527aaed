import Media
import TestSupport
import Testing

@testable import Library

/// What the watcher knows of the folders that it watches.
@Suite struct WatchedFoldersTests {
  private static func folder(_ path: String, root: Int64 = 1) -> LibraryParts.Folder {
    LibraryParts.Folder(root: root, path: FilePath(path))
  }

  @Test func `what lies in a folder goes with it, and nothing else`() {
    var folders = WatchedFolders()
    let paths = ["", "a", "a/b", "a/b/c", "ab", "d"]
    for (watch, path) in paths.enumerated() { folders.insert(Int32(watch), Self.folder(path)) }
    folders.insert(10, Self.folder("a/b", root: 2))
    #expect(Set(folders.remove(below: Self.folder("a"))) == [1, 2, 3])
    let rest = paths.filter { folders.contains(Self.folder($0)) }
    #expect(rest == ["", "ab", "d"])
    #expect(folders.contains(Self.folder("a/b", root: 2)))
    // It comes back without those above it, as one that was moved does.
    folders.insert(3, Self.folder("a/b/c"))
    #expect(folders.remove(below: Self.folder("a")) == [3])
    #expect(Set(folders.remove(below: Self.folder(""))) == [0, 4, 5])
    #expect(folders.remove(below: Self.folder("")) == [])
  }

  @Test func `a folder with two places goes with the second`() {
    var folders = WatchedFolders()
    folders.insert(1, Self.folder("a"))
    folders.insert(1, Self.folder("link"))
    #expect(folders.remove(below: Self.folder("a")) == [])
    #expect(folders.places(1) == [Self.folder("link")])
    folders.remove(1)
    #expect(!folders.contains(Self.folder("link")) && folders.places(1) == [])
  }

  @Test func `ten thousand folders come and go, and are put together, in no time`() {
    var folders = WatchedFolders()
    var parts = LibraryParts()
    let took = ContinuousClock().measure {
      for number in 0..<10_000 {
        folders.insert(Int32(number), Self.folder("\(number % 100)/\(number)"))
        parts.deep.insert(Self.folder("\(number % 100)/\(number)"))
      }
      for number in 0..<10_000 {
        _ = folders.remove(below: Self.folder("\(number % 100)/\(number)"))
      }
      parts.simplify()
    }
    #expect(parts.deep.count == 10_000)
    #expect(took < Effort.within(.seconds(10)), "\(took)")
  }
}
