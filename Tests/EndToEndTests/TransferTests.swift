import Foundation
import Posix
import TestSupport
import Testing

/// `segue export` and `segue import`.
@Suite struct TransferTests {
  @Test func `what was added comes into a library elsewhere, and what is not there is told`()
    async throws
  {
    let home = try await ControlTests.scannedHome()
    _ = try await home.segue("play", "Abel Marr", "Kit Harrow")
    _ = try await home.segue("pause")
    _ = try await home.segue("rate", "8", "Abel Marr/Low Water/01 Ebb Line.flac")
    _ = try await home.segue("rate", "love", "Abel Marr/Low Water/01 Ebb Line.flac")
    _ = try await home.segue("bookmark", "add", "here")
    let list = try home.folder.write(
      "mixed.m3u", Array("\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac\ngone.mp3\n".utf8))
    let imported = try await home.segue("import", list)
    #expect(imported.output == "\(list): 1 playlist; 1 not found\n", "\(imported.errors)")
    #expect(imported.errors.contains("gone.mp3 is not in the library."))
    let file = home.folder.path("all.json")
    #expect(try await home.segue("export", file).status == 0)
    _ = try await home.segue("quit")
    let json = try JSONSerialization.jsonObject(
      with: Data(FileDescriptor(opening: file).readAll()))
    let document = try #require(json as? [String: Any])
    #expect(document["segue"] as? Int == 1)
    let items = try #require(document["items"] as? [[String: Any]])
    #expect(items.contains { $0["rating"] as? Int == 8 && $0["loved"] as? Bool == true })

    // Elsewhere items have other identities.
    let other = try await ControlTests.scannedHome()
    let run = try await other.segue("import", file)
    #expect(run.output.contains("1 playlist"), "\(run.output)\(run.errors)")
    let queue = try await home.segue("queue", "--paths").lines
    #expect(try await other.segue("queue", "--paths").lines == queue && !queue.isEmpty)
    #expect(
      try await other.segue("find", "rating:8 loved:1", "--format", "%title%").output
        == "Ebb Line\n")
    #expect(try await other.segue("bookmark", "list").output.hasPrefix("here  00:0"))
    #expect(try await other.segue("playlist", "show", "mixed", "--paths").lines.count == 1)
    let again = try await other.segue("import", file)
    #expect(again.output == "\(file): nothing new; 1 not found\n", "\(again.output)")
    #expect(try await other.segue("undo").status == 0)
    #expect(try await other.segue("undo").output.contains("\"mixed\" is gone"))
    #expect(try await other.segue("import", "/dev/null").status == 1)
    _ = try await other.segue("quit")
    _ = try await home.segue("quit")
  }

  @Test func `what was set for entries of the queue comes in and goes out with them`() async throws
  {
    let home = try await ControlTests.scannedHome()
    let entries: [[String: Any]] = [
      ["uri": "nowhere.flac", "priority": 3],
      ["uri": "Abel Marr/Low Water/01 Ebb Line.flac", "priority": 7, "start": 1.5, "end": 3.25],
      ["uri": "Abel Marr/Low Water/02 Slack Water.flac", "priority": 999, "start": 2],
      ["uri": "Abel Marr/Low Water/03 Young Flood.flac", "start": 3, "end": 2],
    ]
    let queue: [String: Any] = ["entries": entries, "current": 2, "position": 0.5]
    let file = try home.folder.write(
      "all.json", Array(JSONSerialization.data(withJSONObject: ["segue": 1, "queue": queue])))
    let run = try await home.segue("import", file)
    #expect(run.output == "\(file): 3 tracks in the queue; 1 not found\n", "\(run.errors)")
    let status = try await home.segue("status")
    #expect(status.output.contains("paused 00:00 of 00:03 · 2 of 3"), "\(status.output)")
    _ = try await home.segue("quit")
    let exported = try await home.segue("export")
    let json = try JSONSerialization.jsonObject(with: Data(exported.output.utf8))
    let known = try #require((json as? [String: Any])?["queue"] as? [String: Any])
    #expect(known["current"] as? Int == 1 && known["position"] as? Double == 0.5)
    let all = try #require(known["entries"] as? [[String: Any]])
    #expect(all.map { $0["title"] as? String } == ["Ebb Line", "Slack Water", "Young Flood"])
    #expect(all.map { $0["priority"] as? Int } == [7, 255, nil])
    #expect(all.map { $0["start"] as? Double } == [1.5, 2, nil])
    #expect(all.map { $0["end"] as? Double } == [3.25, nil, nil])
  }

  @Test func `what was exported is known again when its files have moved`() async throws {
    let home = try PrivateHome()
    let song = "Kit Harrow/Tin Roof Demos/03 Borrowed Ladder.wav"
    let bytes = try FileDescriptor(opening: "\(Project.music)/\(song)").readAll()
    try home.folder.write("music/old/a.wav", bytes)
    _ = try await home.segue("scan", home.folder.path("music"))
    _ = try await home.segue("playlist", "add", "kept", "old/a.wav")
    _ = try await home.segue("play", "--wait", "old/a.wav")
    let file = home.folder.path("all.json")
    #expect(try await home.segue("export", file).status == 0)
    try FileManager.default.moveItem(
      atPath: home.folder.path("music/old"), toPath: home.folder.path("music/new"))
    _ = try await home.segue("scan")
    let run = try await home.segue("import", file)
    #expect(run.output == "\(file): nothing new\n", "\(run.errors)")
    #expect(try await home.segue("playlist", "show", "kept").lines.count == 1)
    #expect(try await home.segue("history").lines.count == 1)
    _ = try await home.segue("quit")
  }

  @Test func `a document comes in as a whole, however long it is`() async throws {
    let home = try await ControlTests.scannedHome()
    let uri = "nowhere/" + String(repeating: "x", count: 390)
    let entries = Array(repeating: "{\"uri\":\"\(uri)\"}", count: 45_000).joined(separator: ",\n")
    let file = try home.folder.write(
      "all.json", "{\"segue\":1,\"playlists\":[{\"name\":\"long\",\"entries\":[\(entries)]}]}")
    let run = try await home.segue("import", file)
    #expect(run.output == "\(file): 1 playlist; 1 not found\n", "\(run.errors)")
    #expect(
      try await home.segue("playlist", "list", "--long").output.hasPrefix("long  45000 tracks"))
    _ = try await home.segue("quit")
  }

  @Test func `a query that cannot be read is told, and is in nobody's way`() async throws {
    let home = try await ControlTests.scannedHome()
    let file = try home.folder.write(
      "all.json",
      #"{"segue":1,"queries":[{"name":"Q","query":"","limit":-1},{"name":"odd","query":"foo:x"}]}"#)
    let run = try await home.segue("import", file)
    #expect(run.output == "\(file): 1 playlist\n")
    #expect(run.errors.hasPrefix("segue: The saved query \"odd\" is left out: At character 1 "))
    let shown = try await home.segue("playlist", "show", "Q")
    #expect(shown.status == 0 && shown.output == "")
    #expect(try await home.segue("playlist", "play", "Q").status == 1)
    #expect(try await home.segue("status").status == 0)
    _ = try await home.segue("quit")
  }

  @Test func `what MPD and cmus keep is read`() async throws {
    let home = try await ControlTests.scannedHome()
    let database = home.folder.path("sticker.sql")
    let made = try await ProgramRun.of(
      ["python3", "-c", Self.stickers, database], environment: [:], input: "", deadline: 20)
    try #require(made.status == 0, "\(made.errors)")
    #expect(try await home.segue("import", database).output == "\(database): 1 item; 1 not found\n")
    #expect(
      try await home.segue("find", "rating:6 plays:7", "--format", "%title%").output
        == "Slack Water\n")
    let state = try home.folder.write(
      "mpd-state",
      Array(
        """
        sw_volume: 100
        state: pause
        current: 1
        time: 2.5
        playlist_begin
        0:Abel Marr/Low Water/01 Ebb Line.flac
        song_begin: Abel Marr/Low Water/02 Slack Water.flac
        Time: 5.0
        song_end
        playlist_end

        """.utf8))
    #expect(try await home.segue("import", state).output == "\(state): 2 tracks in the queue\n")
    let status = try await home.segue("status")
    #expect(status.lines.contains { $0.hasPrefix("paused 00:02") }, "\(status.output)")
    let folder = home.folder.path("cmus")
    try home.folder.makeFolder("cmus")
    _ = try home.folder.write(
      "cmus/evening", Array("\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac\n".utf8))
    let paths = "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac\n/elsewhere/".utf8
    _ = try home.folder.write("cmus/Vol. 1", Array(paths) + [0xFF, 0x0A])
    // A name that is no UTF-8, which is told as it can be.
    let odd = try await ProgramRun.of(
      ["sh", "-c", "cp \"$1/evening\" \"$1/$(printf '\\377').m3u\"", "sh", folder])
    #expect(odd.status == 0, "\(odd.errors)")
    _ = try home.folder.write(
      "cmus/morning.m3u", Array("\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac\n".utf8))
    let imported = try await home.segue("import", folder)
    #expect(imported.output == "\(folder): 4 playlists; 1 not found\n", "\(imported.errors)")
    #expect(
      try await home.segue("playlist", "list").lines.sorted()
        == ["Vol. 1", "\\xFF", "evening", "morning"])
    #expect(try await home.segue("playlist", "show", "evening", "--paths").lines.count == 1)
    _ = try await home.segue("quit")
  }

  @Test func `how often cmus has played tracks, and its playlists, come from its folder`()
    async throws
  {
    let home = try await ControlTests.scannedHome()
    let folder = "\(Project.fixtures)/cmus"
    // Made on another machine: items are found by the ends of their paths.
    let run = try await home.segue("import", folder)
    #expect(run.output == "\(folder): 1 playlist, 4 items\n", "\(run.errors)")
    #expect(
      try await home.segue("find", "plays:2", "--format", "%title%").output == "Ebb Line\n")
    #expect(try await home.segue("find", "plays:>0", "--paths").lines.count == 4)
    #expect(
      try await home.segue("playlist", "show", "default", "--format", "%title%").output
        == "Slack Water\n")
    // One that is cut off has what it has, and one of another cmus is told.
    var bytes = try FileDescriptor(opening: "\(folder)/cache").readAll()
    let cut = try home.folder.write("cut", Array(bytes.prefix(bytes.count / 2)))
    #expect(try await home.segue("import", cut).status == 0)
    bytes[3] = 99
    let other = try home.folder.write("other", bytes)
    let refused = try await home.segue("import", other)
    #expect(refused.status == 1 && refused.errors.contains("not as cmus 2.10 writes it"))
    _ = try await home.segue("quit")
  }

  @Test func `the library of Apple's players is read, and one that declares entities is not`()
    async throws
  {
    let home = try await ControlTests.scannedHome()
    let file = try home.folder.write("Library.xml", Self.appleLibrary)
    let run = try await home.segue("import", file)
    #expect(run.output == "\(file): 1 playlist, 2 items; 1 not found\n", "\(run.errors)")
    #expect(run.errors.contains("Nowhere · Nobody"))
    #expect(
      try await home.segue("find", "rating:8 plays:12 loved:1", "--format", "%title%").output
        == "Ebb Line\n")
    #expect(
      try await home.segue("find", "plays:3 no:rating", "--format", "%title%").output
        == "Slack Water\n")
    #expect(try await home.segue("playlist", "show", "Sea-side", "--paths").lines.count == 2)
    let bomb = Self.appleLibrary.replacingOccurrences(
      of: "<plist", with: "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist")
    let refused = try home.folder.write("Bomb.xml", bomb)
    #expect(try await home.segue("import", refused).status == 1)
    _ = try await home.segue("quit")
  }

  private static let appleLibrary = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>Major Version</key><integer>1</integer>
    <key>Tracks</key><dict>
    <key>7</key><dict>
    <key>Track ID</key><integer>7</integer><key>Name</key><string>Ebb Line</string>
    <key>Artist</key><string>Abel Marr</string><key>Play Count</key><integer>12</integer>
    <key>Play Date UTC</key><date>2020-05-06T07:08:09Z</date><key>Rating</key><integer>80</integer>
    <key>Loved</key><true/>
    <key>Location</key><string>file:///Users/a/Music/Abel%20Marr/Low%20Water/01%20Ebb%20Line.flac</string>
    </dict>
    <key>9</key><dict>
    <key>Track ID</key><integer>9</integer><key>Name</key><string>Slack Water</string>
    <key>Artist</key><string>Abel Marr</string><key>Play Count</key><integer>3</integer>
    <key>Rating</key><integer>60</integer><key>Rating Computed</key><true/>
    </dict>
    <key>11</key><dict>
    <key>Track ID</key><integer>11</integer><key>Name</key><string>Nowhere</string>
    <key>Artist</key><string>Nobody</string><key>Play Count</key><integer>1</integer>
    </dict>
    </dict>
    <key>Playlists</key><array>
    <dict><key>Name</key><string>Library</string><key>Master</key><true/>
    <key>Playlist Items</key><array><dict><key>Track ID</key><integer>7</integer></dict></array></dict>
    <dict><key>Name</key><string>Sea/side</string>
    <key>Playlist Items</key><array>
    <dict><key>Track ID</key><integer>9</integer></dict>
    <dict><key>Track ID</key><integer>7</integer></dict>
    </array></dict>
    </array>
    </dict></plist>
    """

  /// As MPD makes it.
  private static let stickers = """
    import sqlite3, sys
    db = sqlite3.connect(sys.argv[1])
    db.execute("CREATE TABLE sticker (type VARCHAR NOT NULL, uri VARCHAR NOT NULL, name VARCHAR NOT NULL, value VARCHAR NOT NULL)")
    db.execute("CREATE UNIQUE INDEX sticker_value ON sticker(type, uri, name)")
    song = "Abel Marr/Low Water/02 Slack Water.flac"
    for row in [("song", song, "rating", "6"), ("song", song, "playCount", "7"), ("song", song, "lastPlayed", "-9999999999999"), ("song", "nowhere.mp3", "rating", "1")]:
        db.execute("INSERT INTO sticker VALUES (?, ?, ?, ?)", row)
    db.commit()
    """
}
