import Glibc
import TestSupport
import Testing

/// Who is not root has fewer descriptors under way between processes, and may not look everywhere.
@Suite(.enabled(if: geteuid() == 0, "others already are ordinary users"))
struct OrdinaryUserTests {
  @Test func `an ordinary user with few descriptors reads everything that is allowed`()
    async throws
  {
    let home = try PrivateHome()
    for number in 0..<300 { try home.folder.write("music/\(number).mp3", "no music \(number)") }
    let script = """
      set -e
      for name in "$2"/*/*/*; do cp "$name" "$3/music/$(echo "$name" | cksum | cut -d' ' -f1)-${name##*/}"; done
      mkdir "$3/music/closed"
      cp "$2"/*/*/*.flac "$3/music/closed"
      chown -R 65534:65534 "$3"
      chown root "$3/music/closed"
      chmod 700 "$3/music/closed"
      as() { setpriv --reuid=65534 --regid=65534 --clear-groups prlimit --nofile=40:40 "$@"; }
      as "$1" scan "$3/music" | sed 's/ in .*//'
      as "$1" scan --report | grep -c 'no permission'
      as "$1" scan | cut -d, -f1-4
      """
    let run = try await ProgramRun.of(
      [
        "bash", "-c", script, "script", Project.programs + "/segue", Project.music,
        home.folder.path,
      ], environment: home.environment, deadline: 120)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.lines == [
        "33 added, 0 changed, 0 moved, 0 gone, 301 unreadable", "1",
        "0 added, 0 changed, 0 moved, 0 gone",
      ])
  }
}
