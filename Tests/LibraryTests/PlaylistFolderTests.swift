import Glibc
import Media
import Posix
import TestSupport
import Testing

@testable import Library

/// A folder in which playlists are files, and files are playlists: nothing of it is lost.
@Suite struct PlaylistFolderTests {
  private let rig: FolderRig

  init() throws { rig = try FolderRig() }

  @Test func `files become playlists and playlists files, and nothing goes back and forth`() throws
  {
    try rig.save("Ours", "http://a/1")
    try rig.put("Theirs.m3u", "http://a/2\nhttp://a/3\n")
    #expect(try rig.agree().taken == ["Theirs"])
    #expect(try rig.entries("Theirs") == ["http://a/2", "http://a/3"])
    #expect(rig.text("Ours.m3u")?.hasSuffix("\nhttp://a/1\n") == true)
    try rig.put("Ours.m3u", "http://a/4\n")
    #expect(try rig.agree().taken == ["Ours"])
    for _ in 0..<2 {
      rig.restart()
      let outcome = try rig.agree()
      #expect(outcome.taken.isEmpty && outcome.problems.isEmpty)
      #expect(try rig.entries("Ours") == ["http://a/4"])
    }
    try rig.undo()
    try rig.agree()
    #expect(rig.text("Ours.m3u")?.hasSuffix("\nhttp://a/1\n") == true)
    #expect(try rig.names == ["Ours.m3u", "Theirs.m3u"])
  }

  @Test func `a file that we did not write stays, whatever becomes of its playlist`() throws {
    try rig.put("Rock.m3u8", "http://old/1\n")
    try rig.put("Foo.xspf", "this is no XML")
    try rig.save("Rock", "http://new/1")
    let problems = try rig.agree().problems
    #expect(Set(problems.keys) == ["Rock.m3u8", "Foo.xspf"], "\(problems)")
    try rig.save("Foo", "http://new/2")
    try rig.agree()
    #expect(try rig.names == ["Foo.m3u", "Foo.xspf", "Rock.m3u", "Rock.m3u8"])
    try rig.store.renamePlaylist("Rock", to: "Rock 2", step: 1)
    try rig.store.deletePlaylist("Foo", step: 2)
    try rig.agree()
    #expect(try rig.names == ["Foo.xspf", "Rock 2.m3u", "Rock.m3u8"])
    #expect(rig.text("Rock.m3u8") == "http://old/1\n")
    rig.restart()
    #expect(try rig.agree().problems["Rock.m3u8"] == nil)
    #expect(try rig.lists == ["Rock 2"])
  }

  @Test func `what was taken stays when an undo ends its playlist, and is taken up by a redo`()
    throws
  {
    try rig.put("A.m3u", "# mine\nhttp://a/1\n")
    try rig.put("B.pls", "[playlist]\nFile1=http://b/1\n")
    try rig.agree()
    #expect(try rig.lists == ["A", "B"])
    try rig.undo()
    #expect(try rig.lists.isEmpty)
    for isRestarted in [false, true] {
      if isRestarted { rig.restart() }
      try rig.agree()
      #expect(try rig.lists.isEmpty)
      #expect(try rig.names == ["A.m3u", "B.pls"])
    }
    try rig.undo(redo: true)
    try rig.agree()
    #expect(try rig.lists == ["A", "B"])
    #expect(rig.text("A.m3u") == "# mine\nhttp://a/1\n")
    #expect(try rig.names == ["A.m3u", "B.m3u", "B.pls"])
    // What we wrote goes with its playlist.
    try rig.store.deletePlaylist("B", step: 3)
    try rig.agree()
    #expect(try rig.names == ["A.m3u", "B.pls"])
  }

  @Test func `of two files of one name one is taken, and both stay as they are`() throws {
    try rig.put("Rock.m3u", "http://first/1\n")
    try rig.put("Rock.pls", "[playlist]\nFile1=http://second/1\n")
    let outcome = try rig.agree()
    #expect(outcome.taken == ["Rock"])
    #expect(outcome.problems["Rock.pls"] != nil)
    #expect(try rig.entries("Rock") == ["http://first/1"])
    rig.restart()
    #expect(try rig.agree().taken.isEmpty)
    #expect(rig.text("Rock.m3u") == "http://first/1\n")
    #expect(rig.text("Rock.pls") == "[playlist]\nFile1=http://second/1\n")
    // Whichever is changed then says what the playlist is.
    try rig.put("Rock.pls", "[playlist]\nFile1=http://third/1\n")
    #expect(try rig.agree().taken == ["Rock"])
    #expect(try rig.entries("Rock") == ["http://third/1"])
    #expect(rig.text("Rock.m3u")?.contains("http://third/1") == true)
  }

  @Test func `a file that is too long to be read is neither taken nor written`() throws {
    let long = "http://a/2\n#" + String(repeating: "x", count: TextLines.maximumBytes)
    try rig.save("Long", "http://a/1")
    try rig.agree()
    try rig.put("Long.m3u", long)
    try rig.put("Other.m3u", long)
    for _ in 0..<2 { try rig.agree() }
    #expect(try rig.lists == ["Long"])
    #expect(try rig.entries("Long") == ["http://a/1"])
    for name in ["Long.m3u", "Other.m3u"] {
      #expect(try FileStatus(rig.place.appending(name).uri).size == long.utf8.count)
    }
  }

  @Test func `a playlist file says when more is in it than is read`() {
    let line = Array("a\n".utf8)
    let most = PlaylistFile.maximumEntries
    for (count, isCut) in [(most, false), (most + 1, true)] {
      let list = PlaylistFile.m3u(Array(repeatElement(line, count: count).joined()))
      #expect(list.entries.count == most && list.isCut == isCut)
    }
  }

  @Test func `what a file cannot hold stays in its playlist when the file is changed`() throws {
    try rig.save("Odd", "http://a/1", "two\nlines", "http://a/2")
    #expect(try rig.agree().problems["Odd"]?.hasPrefix("1 entry is left out") == true)
    try rig.put("Odd.m3u", "http://a/1\nhttp://a/3\n")
    try rig.agree()
    #expect(try rig.entries("Odd") == ["http://a/1", "two\nlines", "http://a/3"])
  }

  @Test func `a file that is newer by its own changes alone is set aside, not overwritten`() throws
  {
    try rig.save("Both", "http://a/1")
    try rig.agree()
    try rig.put("Both.m3u", "http://mine/1\n")
    try rig.save("Both", "http://a/2")
    #expect(try rig.agree().problems["Both"]?.contains("Both.m3u.old") == true)
    try rig.put("Both.m3u", "http://mine/2\n")
    try rig.save("Both", "http://a/3")
    try rig.agree()
    #expect(rig.text("Both.m3u")?.contains("http://a/3") == true)
    #expect(rig.text("Both.m3u.old") == "http://mine/1\n")
    #expect(rig.text("Both.m3u.old2") == "http://mine/2\n")
    #expect(try rig.names == ["Both.m3u", "Both.m3u.old", "Both.m3u.old2"])
  }

  @Test func `a file that is being written is left until it rests`() throws {
    try rig.save("Busy", "http://a/1")
    try rig.agree()
    let moment = rig.now()
    try rig.put("Busy.m3u", "http://a/1\nhttp://a/2\nhttp://ha", at: moment)
    try rig.put("New.m3u", "http://a/1\nhttp://ha", at: moment)
    let soon = Timestamp(nanoseconds: moment.nanoseconds + 1_000_000_000)
    #expect(try rig.agree(at: soon).isUnsettled)
    #expect(try rig.lists == ["Busy"])
    #expect(rig.text("Busy.m3u") == "http://a/1\nhttp://a/2\nhttp://ha")
    let outcome = try rig.agree()
    #expect(outcome.taken == ["Busy", "New"] && !outcome.isUnsettled)
    #expect(rig.text("New.m3u") == "http://a/1\nhttp://ha")
  }

  @Test func `links and pipes are neither read nor written`() throws {
    let target = try rig.rig.folder.write("else/Rock.m3u", "http://else/1\n")
    #expect(symlink(target, rig.place.appending("Rock.m3u").uri) == 0)
    #expect(symlink("/nowhere/at all", rig.place.appending("Gone.m3u").uri) == 0)
    #expect(mkfifo(rig.place.appending("Pipe.m3u").uri, 0o600) == 0)
    for name in ["Rock", "Gone", "Pipe"] { try rig.save(name, "http://a/1") }
    let problems = try rig.agree().problems
    #expect(problems.count == 6, "\(problems)")
    #expect(try rig.entries("Rock") == ["http://a/1"])
    let text = try FileDescriptor(opening: target).readAll()
    #expect(String(decoding: text, as: UTF8.self) == "http://else/1\n")
    #expect(try rig.names == ["Gone.m3u", "Pipe.m3u", "Rock.m3u"])
    #expect(try rig.agree().problems.isEmpty)
  }

  @Test func `a file that was taken stays as it is until its playlist changes`() throws {
    let radio = "#EXTM3U\n#PLAYLIST:Mine\n#EXTINF:-1 logo=\"x\",A\nhttp://a/1\n/old/"
    let bytes = Array(radio.utf8) + [0xE9] + Array(".mp3\n".utf8)
    try rig.put("Radio.m3u", bytes)
    #expect(chmod(rig.place.appending("Radio.m3u").uri, 0o660) == 0)
    for _ in 0..<2 {
      try rig.agree()
      rig.restart()
    }
    #expect(try rig.lists == ["Radio"])
    #expect(rig.bytes("Radio.m3u") == bytes)
    try rig.store.changePlaylist("Radio", now: rig.now()) { $0.swapAt(0, 1) }
    try rig.agree()
    let lines = rig.bytes("Radio.m3u")?.split(separator: UInt8(ascii: "\n")).map(Array.init)
    #expect(lines?.contains(Array("/old/".utf8) + [0xE9] + Array(".mp3".utf8)) == true)
    #expect(try FileStatus(rig.place.appending("Radio.m3u").uri).permissions == 0o660)
  }

  @Test func `names that a disk or Swift takes for one are those of two files`() throws {
    for (index, name) in ["Caf\u{E9}", "Cafe\u{301}", "Rock", "rock"].enumerated() {
      try rig.save(name, "http://a/\(index)")
    }
    try rig.agree()
    let names = try rig.names
    #expect(Set(names.map { $0.lowercased() }).count == 4, "\(names)")
    for _ in 0..<2 {
      rig.restart()
      #expect(try rig.agree().taken.isEmpty)
      #expect(try rig.names.map { FilePath($0) } == names.map { FilePath($0) })
    }
    #expect(try rig.entries("Caf\u{E9}") == ["http://a/0"])
    #expect(try rig.entries("Cafe\u{301}") == ["http://a/1"])
    #expect(try rig.entries("rock") == ["http://a/3"])
  }

  @Test func `a library that was lost gets its playlists back from their files`() throws {
    try rig.save("Ours", "http://a/1")
    try rig.agree()
    for suffix in ["", "-wal", "-shm"] { unlink(rig.rig.library + suffix) }
    _ = try LibraryStore(path: rig.rig.library, access: .write)
    #expect(try rig.lists.isEmpty)
    #expect(try rig.agree().taken == ["Ours"])
    #expect(try rig.entries("Ours") == ["http://a/1"])
    #expect(try rig.names == ["Ours.m3u"])
  }
}
