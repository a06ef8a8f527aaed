import Glibc
import TestSupport
import Testing

/// `segue roots`, and disks that come and go.
@Suite struct RootsTests {
  @Test func `a configured folder is known however it is written`() async throws {
    let home = try PrivateHome()
    try home.folder.makeFolder("music")
    try home.folder.makeFolder("more")
    let (music, link) = (home.folder.path("music"), home.folder.path("link"))
    let more = home.folder.path("more")
    #expect(symlink(music, link) == 0)
    try home.folder.write(
      "config/segue/segue.conf", "[library]\nroot = \(link)\nroot = \(more)//\n")
    _ = try await home.segue("scan")
    #expect(rmdir(more) == 0)
    for root in [music, more] {
      let refused = try await home.segue("roots", "remove", "--yes", root)
      #expect(refused.status == 1 && refused.errors.contains("segue.conf"), "\(refused.errors)")
    }
    #expect(try await home.segue("roots").lines.count == 2)
  }

  @Test func `music folders are listed, added, renamed and removed`() async throws {
    let home = try PrivateHome()
    try home.folder.makeFolder("more")
    #expect(try await home.segue("roots").output == "")
    _ = try await home.segue("scan", Project.music)
    let added = try await home.segue("roots", "add", home.folder.path("more"))
    #expect(added.status == 0 && added.output == "Added \(home.folder.path("more")) as more.\n")
    #expect(try await home.segue("roots", "rename", "Music", "All of it").status == 0)
    #expect(
      try await home.segue("roots", "list").lines == [
        "All of it: \(Project.music), 34 items", "more: \(home.folder.path("more")), 0 items",
      ])
    #expect(try await home.segue("list", "--format", "%file%").lines[0].hasPrefix("All of it/Abel"))
    let json = try await home.segue("roots", "--json").lines
    #expect(json.last?.contains(#""items":0"#) == true && json.last?.contains("more") == true)

    let nested = try await home.segue("roots", "add", Project.music + "/Abel Marr")
    #expect(nested.status == 1 && nested.errors.contains("music folders do not nest"))
    let unsaid = try await home.segue("roots", "remove", "All of it")
    #expect(unsaid.status == 1 && unsaid.errors.contains("--yes"))
    #expect(try await home.segue("list").lines.count == 34)
    let removed = try await home.segue("roots", "remove", "--yes", "All of it")
    #expect(removed.status == 0)
    #expect(try await home.segue("list").lines.isEmpty)
    #expect(try await home.segue("roots", "remove", "--yes", "nobody").status == 1)
    #expect(try await home.segue("roots", "become").status == 2)
    #expect(try await home.segue("roots", "add").status == 2)
  }

  @Test(.enabled("nothing can be mounted here") { await NameSpace.canMount })
  func `music on a disk that is not mounted is kept, and music that was deleted is not`()
    async throws
  {
    let home = try PrivateHome()
    // In a name space of its own, so that nothing stays mounted.
    let script = """
      set -e
      segue=$1 music=$2 home=$3
      mkdir -p "$home/library/disk"
      mount -t tmpfs none "$home/library/disk"
      cp "$music"/*/*/*.flac "$home/library/disk"
      all=$(ls "$home/library/disk" | wc -l)
      "$segue" scan "$home/library" >/dev/null
      umount "$home/library/disk"
      "$segue" scan 2>/dev/null
      echo "kept $(($("$segue" list --json | grep -c '"unavailable":true') - all))"
      touch "$home/library/disk/not-music.txt"
      "$segue" scan 2>/dev/null | cut -d, -f4
      mkdir "$home/own" && cp "$music"/*/*/*.flac "$home/own"
      "$segue" roots remove --yes library >/dev/null
      "$segue" scan "$home/own" >/dev/null
      rm "$home"/own/*
      "$segue" scan | cut -d, -f4 | grep -c " $all gone"
      mkdir "$home/own/a" "$home/own/b" && cp "$music"/*/*/*.flac "$home/own/a"
      mount --bind "$home/own/a" "$home/own/b"
      "$segue" scan >/dev/null
      echo "seen once $(($("$segue" list --paths | wc -l) - all))"
      """
    let run = try await ProgramRun.of(
      [
        "unshare", "-m", "bash", "-c", script, "script", Project.programs + "/segue", Project.music,
        home.folder.path,
      ], environment: home.environment, deadline: 120)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.dropFirst() == ["kept 0", " 0 gone", "1", "seen once 0"])
  }
}
