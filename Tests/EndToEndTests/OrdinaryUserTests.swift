import Glibc
import TestSupport
import Testing

/// Who is not root has fewer descriptors under way between processes, and may not look everywhere.
@Suite(.enabled(if: geteuid() == 0, "others already are ordinary users"))
struct OrdinaryUserTests {
  /// The kernel counts the descriptors that all programs of a user have under way.
  @Test(.enabled(if: Effort.sanitizer == nil, "strace and a sanitizer do not go together"))
  func `who has too many descriptors under way waits until they have arrived`() async throws {
    let home = try PrivateHome()
    for number in 0..<30 { try home.folder.write("music/\(number).mp3", "no music \(number)") }
    let script = """
      set -e
      chown -R 65534:65534 "$2"
      as() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
      as /usr/bin/python3 -c '
      import os, socket, sys, time
      one, two = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
      for _ in range(10): socket.send_fds(one, [b"x"], [0] * 10)
      open(sys.argv[1], "w").close()
      while not os.path.exists(sys.argv[2]): time.sleep(0.02)
      ' "$2/held" "$2/let go" &
      until [ -e "$2/held" ]; do sleep 0.02; done
      (until grep -qs ETOOMANYREFS "$2/trace"; do sleep 0.02; done; : >"$2/let go") &
      as prlimit --nofile=40:40 strace -f -e trace=sendmsg -o "$2/trace" "$1" scan "$2/music" | sed 's/ in .*//'
      wait
      grep -c ETOOMANYREFS "$2/trace" | sed 's/^[1-9][0-9]*$/some/'
      """
    let run = try await ProgramRun.of(
      ["bash", "-c", script, "script", Project.programs + "/segue", home.folder.path],
      environment: home.environment, deadline: 60)
    #expect(run.errors == "")
    #expect(run.lines == ["0 added, 0 changed, 0 moved, 0 gone, 30 unreadable", "some"])
  }

  @Test(
    .enabled(if: Effort.sanitizer == nil, "needs the sandbox"),
    arguments: [[], ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]])
  func `a worker of root and one of an ordinary user are locked in alike`(user: [String])
    async throws
  {
    let home = try PrivateHome()
    for word in ["open", "connect", "fork", "eat", "after"] {
      try home.folder.write("music/\(word).mp3", word)
    }
    let script = """
      set -e
      mkdir "$2/bin"
      cp "$1/segue" "$2/bin/segue"
      cp "$1/TaggerStandIn" "$2/bin/segue-tagger"
      cp "$1/segue-decoder" "$2/bin/segue-decoder"
      chown -R 65534:65534 "$2"
      segue=$2/bin/segue home=$2
      shift 2
      "$@" "$segue" scan "$home/music" | sed 's/ in .*//'
      "$@" "$segue" list --format '%title%'
      "$@" "$segue" scan --report --json | sed 's/.*"class":"\\([a-zA-Z]*\\)".*/\\1/' | sort
      """
    let run = try await ProgramRun.of(
      ["bash", "-c", script, "script", Project.programs, home.folder.path] + user,
      environment: home.environment, deadline: 60)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.lines == [
        "3 added, 0 changed, 0 moved, 0 gone, 2 unreadable", "after", "connect: 1", "open: 1",
        "crashed", "memory",
      ], "\(run.output) \(run.errors)")
  }

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
