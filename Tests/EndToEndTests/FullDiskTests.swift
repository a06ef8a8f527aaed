import Glibc
import Posix
import TestSupport
import Testing

/// A disk without room, a quota that is reached and a home that is read-only are told in one sentence, and nobody has
/// to do more than make room.
@Suite(.enabled("nothing can be mounted here") { await NameSpace.canMount })
struct FullDiskTests {
  /// Makes the library's folder a disk of its own: arguments are programs, music, home, and what mount is told.
  private static let script = """
    segue=$1/segue music=$2 home=$3 options=$4
    data=$home/data
    mkdir -p "$data"
    mount -t tmpfs -o "$options" none "$data" || exit 77
    chmod 777 "$data"
    errors() { grep -c . "$home/errors"; sed 's/ [^ ]*segue.db/ DB/' "$home/errors" | cut -c1-70; }
    check() { python3 -c 'import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute("PRAGMA integrity_check").fetchone()[0])' "$data/segue/segue.db"; }
    """

  private static let sentence = "segue: There is no room left to write DB; make some and try again."

  @Test func `a scan on a full disk says so, and the next one goes on when there is room`()
    async throws
  {
    let run = try await Self.run(
      """
      "$segue" scan "$music" 2>"$home/errors"
      echo "status $?"; errors; check
      "$segue" list >"$home/list"; echo "list $?"
      mount -o remount,size=64m "$data"
      "$segue" scan | cut -d, -f2-4
      "$segue" list | wc -l
      check
      """, "size=400k")
    #expect(run.errors == "")
    #expect(
      run.lines == [
        "status 1", "1", Self.sentence, "ok", "list 0", " 0 changed, 0 moved, 0 gone", "400", "ok",
      ])
  }

  @Test func `a daemon on a full disk plays, says so once, and goes on by itself`() async throws {
    let run = try await Self.run(
      """
      mkdir "$home/few"; cp "$music"/1*.flac "$home/few"
      "$segue" scan "$home/few" | cut -d, -f2-4
      "$segue" play "$home/few" >/dev/null
      dd if=/dev/zero of="$data/full" bs=4k 2>/dev/null
      cp "$music"/*.flac "$home/few"
      log=$home/state/segue/segued.log
      until grep -q "no room left" "$log"; do sleep 0.1; done
      "$segue" status --json | grep -o '"state":"[a-z]*"'
      rm "$data/full"
      until [ "$("$segue" list | wc -l)" = 400 ]; do sleep 0.2; done
      grep -o "[A-Z][a-z ]*cannot be kept.*\\|There is no room left.*" "$log" | sort | uniq -d
      "$segue" quit; check
      """, "size=4m")
    #expect(run.errors == "")
    #expect(
      run.lines == [" 0 changed, 0 moved, 0 gone", #""state":"play""#, "ok"], "\(run.output)")
  }

  @Test func `what is changed and undone on a full disk is kept when there is room`() async throws {
    let run = try await Self.run(
      """
      mkdir "$home/few"; cp "$music"/1*.flac "$home/few"
      "$segue" scan "$home/few" | cut -d, -f2-4
      "$segue" add "$home/few" >/dev/null
      "$segue" playlist save kept >/dev/null
      dd if=/dev/zero of="$data/full" bs=4k 2>/dev/null
      "$segue" shuffle; "$segue" remove 1-11
      "$segue" queue | wc -l
      "$segue" undo 2>"$home/errors" || errors
      "$segue" playlist delete kept 2>"$home/errors" || errors
      "$segue" queue | wc -l
      rm "$data/full"
      "$segue" undo; "$segue" undo
      "$segue" queue --paths >"$home/before"; wc -l <"$home/before"
      "$segue" quit
      "$segue" queue --paths | cmp - "$home/before" && echo same
      "$segue" playlist show kept | wc -l
      "$segue" quit; check
      """, "size=4m")
    #expect(run.errors == "")
    #expect(
      run.lines == [
        " 0 changed, 0 moved, 0 gone", "11 tracks removed", "100", "1", Self.sentence, "1",
        Self.sentence, "100", "11 tracks came back to the queue.",
        "The queue is in its earlier order again.", "111", "same", "111", "ok",
      ], "\(run.output)")
  }

  /// No file system at hand has quotas, so the kernel's answer is put in its mouth.
  @Test(.enabled(if: Effort.sanitizer == nil, "strace and a sanitizer do not go together"))
  func `a quota that is reached is told as a full disk is`() async throws {
    let run = try await Self.run(
      """
      strace -f -o /dev/null -e trace=pwrite64 -e inject=pwrite64:error=EDQUOT:when=200+ \\
        "$segue" scan "$music" 2>"$home/errors"
      echo "status $?"; errors; check
      "$segue" scan | cut -d, -f2-4
      "$segue" list | wc -l; check
      """, "size=64m")
    #expect(
      run.lines == [
        "status 1", "1", Self.sentence, "ok", " 0 changed, 0 moved, 0 gone", "400", "ok",
      ], "\(run.output) \(run.errors)")
  }

  @Test func `a home that is read-only is told in one sentence`() async throws {
    let run = try await Self.run(
      """
      "$segue" scan "$music" | cut -d, -f2-4
      mount -o remount,ro "$data"
      touch "$music"/1*.flac
      "$segue" scan 2>"$home/errors"
      echo "status $?"; errors | head -1; grep -c read-only "$home/errors"
      "$segue" list | wc -l
      """, "size=64m")
    #expect(run.errors == "")
    #expect(
      run.lines == [" 0 changed, 0 moved, 0 gone", "status 1", "1", "1", "400"], "\(run.output)")
  }

  @Test func `a daemon on a home that is read-only says so in one sentence, and harms nothing`()
    async throws
  {
    let run = try await Self.run(
      """
      "$segue" scan "$music" | cut -d, -f2-4
      mount -o remount,ro "$data"
      before=$(cat "$data"/segue/* | cksum)
      for program in "${segue}d" "$segue play"; do
        timeout 20 $program 2>&1 | grep -v "Running as root" | sed 's/ [^ ]*segue.db/ DB/'
      done
      [ "$(cat "$data"/segue/* | cksum)" = "$before" ] && echo same
      "$segue" list | wc -l
      """, "size=64m")
    let sentence = "The library DB cannot be written: it, or its folder, is read-only."
    #expect(run.errors == "")
    #expect(
      run.lines == [
        " 0 changed, 0 moved, 0 gone", "segued: " + sentence, "segue: " + sentence, "same", "400",
      ], "\(run.output)")
  }

  /// Runs the script with what follows it, in a name space of its own.
  private static func run(_ rest: String, _ options: String) async throws -> ProgramRun {
    let home = try PrivateHome()
    let song = try FileDescriptor(
      opening: "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac"
    ).readAll()
    for number in 0..<400 { try home.folder.write("music/\(number).flac", song) }
    return try await ProgramRun.of(
      [
        "unshare", "-m", "bash", "-c", script + "\n" + rest, "script", Project.programs,
        home.folder.path("music"), home.folder.path, options,
      ], environment: home.environment, deadline: 90)
  }
}
