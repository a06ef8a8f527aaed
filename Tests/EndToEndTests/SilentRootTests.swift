import Glibc
import TestSupport
import Testing

/// A music folder over a network that is gone: whoever asks for it waits, and nobody waits with it.
@Suite(
  .enabled("no file system can be made here") {
    await NameSpace.canMount && access("/dev/fuse", R_OK | W_OK) == 0
  })
struct SilentRootTests {
  /// A file system that answers nothing, or all but what is in it: arguments are programs, home and music.
  private static let script = """
    import ctypes, os, re, struct, subprocess, sys, threading, time

    programs, home, song = sys.argv[1:4]
    dead, alive = home + "/dead", home + "/alive"

    def segue(*arguments, **options):
        run = subprocess.run([programs + "/segue", *arguments], capture_output=True, text=True, **options)
        return run.stdout + run.stderr.replace(home, "HOME")

    def put(place):
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(song, "rb") as source, open(place, "wb") as copy: copy.write(source.read())

    class Silent:
        def __init__(self, talks):
            self.device = os.open("/dev/fuse", os.O_RDWR)
            options = f"fd={self.device},rootmode=40000,user_id=0,group_id=0".encode()
            if ctypes.CDLL(None).mount(b"dead", dead.encode(), b"fuse.dead", 0, options): sys.exit("no mount")
            if talks: threading.Thread(target=self.serve, daemon=True).start()

        def serve(self):
            folder = struct.pack("<QII6Q10I", 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0o40755, 2, 0, 0, 0, 4096, 0)
            answers = {
                26: struct.pack("<IIIIHHIIHHI28x", 7, 31, 0, 0, 9, 9, 4096, 1, 1, 0, 0),
                3: folder, 17: struct.pack("<5Q4I24x", 1, 1, 1, 1, 1, 4096, 255, 4096, 0),
                27: struct.pack("<QII", 1, 0, 0),
            }
            while True:
                try: request = os.read(self.device, 1 << 17)
                except OSError: return
                kind, number = struct.unpack("<IQ", request[4:16])
                if kind == 2: continue
                answer = answers.get(kind, b"")
                error = 0 if kind in answers else -38
                os.write(self.device, struct.pack("<IiQ", 16 + len(answer), error, number) + answer)
                # From here on nothing is even heard, so that who asks can still be ended.
                if kind == 27: return

        def end(self):
            subprocess.run(["umount", "-l", dead], check=True)
            os.close(self.device)

    def until(condition):
        while not condition(): time.sleep(0.1)

    put(dead + "/one.flac")
    put(alive + "/two.flac")
    print(segue("scan", dead, alive).split(" in ")[0])
    """

  @Test func `a scan goes on with the other folders when one does not answer`() async throws {
    let run = try await Self.run(
      """
      silent = Silent(talks=True)
      put(alive + "/three.flac")
      print(re.sub(" in .* s", "", segue("scan")), end="")
      print(*sorted(segue("list", "--format", "%file%").split()))
      stopped = subprocess.run(["timeout", "1", programs + "/segue", "scan"], capture_output=True, text=True)
      print(stopped.returncode, stopped.stdout.split(" in ")[0])
      silent.end()
      print(re.sub(" in .* s", "", segue("scan")), end="")
      """)
    #expect(run.errors == "")
    #expect(
      run.lines == [
        "2 added, 0 changed, 0 moved, 0 gone, 0 unreadable",
        "1 added, 0 changed, 0 moved, 0 gone, 0 unreadable",
        "segue: HOME/dead does not answer; its items are kept until it does.",
        "alive/three.flac alive/two.flac dead/one.flac",
        "124 Stopped: 0 added, 0 changed, 0 moved, 0 gone, 0 unreadable",
        "0 added, 0 changed, 0 moved, 0 gone, 0 unreadable",
      ], "\(run.output)")
  }

  @Test func `a daemon follows the other folders when one does not answer`() async throws {
    let run = try await Self.run(
      """
      silent = Silent(talks=False)
      log = open(home + "/log", "w")
      daemon = subprocess.Popen([programs + "/segued"], stdout=log, stderr=log)
      put(alive + "/three.flac")
      until(lambda: "three" in segue("list", "--paths"))
      until(lambda: "does not answer" in open(home + "/log").read())
      put(alive + "/four.flac")
      until(lambda: "four" in segue("list", "--paths"))
      print(len(re.findall("does not answer", open(home + "/log").read())))
      segue("quit")
      print(daemon.wait(10))
      silent.end()
      """)
    #expect(run.errors == "")
    #expect(
      run.lines == ["2 added, 0 changed, 0 moved, 0 gone, 0 unreadable", "1", "0"],
      "\(run.output)")
  }

  private static func run(_ rest: String) async throws -> ProgramRun {
    let home = try PrivateHome(configuration: "[output null]\ntype = null\n")
    return try await ProgramRun.of(
      [
        "unshare", "-m", "/usr/bin/python3", "-c", script + "\n" + rest, Project.programs,
        home.folder.path, "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac",
      ], environment: home.environment, deadline: 90)
  }
}
