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
    import ctypes, os, re, select, signal, socket, struct, subprocess, sys, threading, time

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

    class Fading(Silent):
        "Falls silent when it has told of the last of some names."
        def __init__(self, names):
            self.names = names
            super().__init__(True)

        def attributes(self, number):
            mode, size = (0o40755, 4096) if number == 1 else (0o100644, 5000 + number)
            return struct.pack("<6Q10I", number, size, 8, 1, 1, 1, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)

        def entries(self):
            data = b""
            for place, name in enumerate(self.names):
                entry = struct.pack("<QQII", place + 2, place + 1, len(name), 8) + name.encode()
                data += entry + b"\\0" * (-len(entry) % 8)
            return data

        def serve(self):
            left = set(self.names)
            while left:
                request = os.read(self.device, 1 << 17)
                kind, number, node = struct.unpack("<IQQ", request[4:24])
                error, answer = 0, b""
                if kind == 26: answer = struct.pack("<IIIIHHIIHHI28x", 7, 31, 0, 0, 9, 9, 4096, 1, 1, 0, 0)
                elif kind == 3: answer = struct.pack("<QII", 1000, 0, 0) + self.attributes(node)
                elif kind == 17: answer = struct.pack("<5Q4I24x", 1, 1, 1, 1, 1, 4096, 255, 4096, 0)
                elif kind == 27: answer = struct.pack("<QII", 1, 0, 0)
                elif kind == 28: answer = b"" if struct.unpack("<Q", request[48:56])[0] else self.entries()
                elif kind == 1 and request[40:-1].decode() in self.names:
                    name = request[40:-1].decode()
                    left.discard(name)
                    file = 2 + self.names.index(name)
                    answer = struct.pack("<4QII", file, 1, 1000, 1000, 0, 0) + self.attributes(file)
                elif kind == 1: error = -2
                elif kind == 2: continue
                else: error = -38
                os.write(self.device, struct.pack("<IiQ", 16 + len(answer), error, number) + answer)

    class Client:
        def __init__(self):
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(60)
            self.socket.connect(os.environ["XDG_RUNTIME_DIR"] + "/segue/socket")
            self.file = self.socket.makefile("rw")
            self.file.readline()

        def begin(self, *lines):
            for line in lines: self.file.write(line + "\\n")
            self.file.flush()

        def ask(self, line):
            self.begin(line)
            answer = []
            while not answer or not re.match("OK|ACK", answer[-1]): answer.append(self.file.readline().rstrip())
            return answer

    def until(condition):
        end = time.monotonic() + 120
        while not condition():
            if time.monotonic() > end: sys.exit("in vain")
            time.sleep(0.1)

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
      stopped = subprocess.run(["timeout", "8", programs + "/segue", "scan"], capture_output=True, text=True)
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

  @Test func `a folder that falls silent while its tags are read holds up no other`() async throws {
    let run = try await Self.run(
      """
      for number in range(40): put(f"{alive}/{number}.flac")
      fading = Fading(["one.flac", "two.mp3", "three.m3u"])
      print(re.sub(" in .* s", "", segue("scan")), end="")
      print(len(segue("list", "--paths").split()))
      fading.end()
      print(re.sub(" in .* s", "", segue("scan")), end="")
      """)
    #expect(run.errors == "")
    #expect(
      run.lines == [
        "2 added, 0 changed, 0 moved, 0 gone, 0 unreadable",
        "40 added, 0 changed, 0 moved, 0 gone, 0 unreadable",
        "segue: HOME/dead does not answer; its items are kept until it does.",
        "42",
        "0 added, 0 changed, 0 moved, 0 gone, 0 unreadable",
      ], "\(run.output)")
  }

  @Test func `a link to where nothing answers is told of, and what it led to is kept`() async throws
  {
    let run = try await Self.run(
      """
      os.makedirs(home + "/real")
      os.rename(dead + "/one.flac", home + "/real/one.flac")
      os.symlink(home + "/real", alive + "/link")
      os.symlink(home + "/real/one.flac", alive + "/song.flac")
      segue("roots", "remove", dead, "--yes")
      print(re.sub(" in .* s", "", segue("scan")), end="")
      os.remove(alive + "/link")
      os.remove(alive + "/song.flac")
      os.symlink(dead + "/real", alive + "/link")
      os.symlink(dead + "/one.flac", alive + "/song.flac")
      silent = Silent(talks=False)
      put(alive + "/new.flac")
      print(re.sub(" in .* s", "", segue("scan")), end="")
      print(*sorted(segue("list", "--format", "%file%").split()))
      print(*sorted(re.findall("link: .*|song.flac: What.*", segue("scan", "--report"))), sep="\\n")
      """)
    #expect(run.errors == "")
    #expect(
      run.lines == [
        "2 added, 0 changed, 0 moved, 0 gone, 0 unreadable",
        "1 added, 0 changed, 1 moved, 0 gone, 0 unreadable",
        "1 added, 0 changed, 0 moved, 0 gone, 2 unreadable",
        "link/one.flac new.flac song.flac two.flac",
        "link: What this link leads to does not answer.",
        "song.flac: What this link leads to does not answer.",
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
      # Nor are parts of it waited for.
      Client().ask("update dead/folder")
      until(lambda: "its file system does not answer" in open(home + "/log").read())
      put(alive + "/four.flac")
      until(lambda: "four" in segue("list", "--paths"))
      print(len(re.findall("dead does not answer", open(home + "/log").read())))
      segue("quit")
      print(daemon.wait(10))
      silent.end()
      """)
    #expect(run.errors == "")
    #expect(
      run.lines == ["2 added, 0 changed, 0 moved, 0 gone, 0 unreadable", "1", "0"],
      "\(run.output)")
  }

  @Test func `control goes on while what is to be played or added does not answer`() async throws {
    let run = try await Self.run(
      """
      daemon = subprocess.Popen([programs + "/segued"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      until(lambda: os.path.exists(os.environ["XDG_RUNTIME_DIR"] + "/segue/socket"))
      client, other = Client(), Client()
      until(lambda: not any("updating_db" in line for line in client.ask("status")))
      print(client.ask("add dead/one.flac"), client.ask("add alive/two.flac"))
      silent = Silent(talks=False)
      other.begin("add " + dead + "/other.flac", "listfiles dead")
      print(client.ask("play"), client.ask("next"))
      until(lambda: any(re.match("elapsed: 0[.]0*[1-9]", line) for line in client.ask("status")))
      print([line for line in client.ask("status") if re.match("song:|state:", line)])
      print(client.ask("play 0"), client.ask("ping"))
      segue("quit")
      print(daemon.wait(10))
      silent.end()
      """)
    #expect(run.errors == "")
    #expect(
      run.lines == [
        "2 added, 0 changed, 0 moved, 0 gone, 0 unreadable", "['OK'] ['OK']", "['OK'] ['OK']",
        "['state: play', 'song: 1']", "['OK'] ['OK']", "0",
      ], "\(run.output)")
  }

  @Test func `what is kept, and settings, wait for nothing that does not answer`() async throws {
    let run = try await Self.run(
      """
      segue("roots", "remove", dead, "--yes")
      log = open(home + "/log", "w")
      daemon = subprocess.Popen([programs + "/segued"], stdout=log, stderr=log)
      until(lambda: os.path.exists(os.environ["XDG_RUNTIME_DIR"] + "/segue/socket"))
      client, others = Client(), [Client() for _ in range(3)]
      until(lambda: not any("updating_db" in line for line in client.ask("status")))
      silent = Silent(talks=False)
      # Each of them is waited for, one after the other.
      for number, other in enumerate(others): other.begin(f"playlistadd list {dead}/{number}.flac")
      print(client.ask("playlistadd list two.flac"))
      print(select.select([others[2].socket], [], [], 0)[0])
      with open(home + "/config/segue/segue.conf", "a") as file:
          file.write("".join(f"[library]\\nroot = {dead}/{number}\\n" for number in range(3)))
      os.kill(daemon.pid, signal.SIGHUP)
      until(lambda: "configuration was read again" in open(home + "/log").read())
      print("dead" in segue("roots"), client.ask("ping"))
      segue("quit")
      print(daemon.wait(10))
      with open(home + "/other.conf", "w") as file: file.write(f"[library]\\nroot = {dead}/more\\n")
      check = [programs + "/segued", "--check", "--config", home + "/other.conf"]
      print(subprocess.run(["timeout", "120"] + check, capture_output=True).returncode)
      silent.end()
      """)
    #expect(run.errors == "")
    #expect(
      run.lines == [
        "2 added, 0 changed, 0 moved, 0 gone, 0 unreadable", "['OK']", "[]",
        "False ['OK']", "0", "0",
      ], "\(run.output)")
  }

  @Test func `pictures are handed out while that of what plays does not answer`() async throws {
    let run = try await Self.run(
      """
      put(alive + "/other/three.flac")
      for folder in [dead, alive]:
          subprocess.run(["cp", os.path.dirname(song) + "/cover.jpg", folder], check=True)
      os.symlink(dead + "/cover.jpg", alive + "/other/cover.jpg")
      segue("scan")
      address = "unix:path=" + home + "/bus"
      os.environ["DBUS_SESSION_BUS_ADDRESS"] = address
      daemon = subprocess.Popen([programs + "/segued"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      until(lambda: os.path.exists(os.environ["XDG_RUNTIME_DIR"] + "/segue/socket"))
      client = Client()
      until(lambda: not any("updating_db" in line for line in client.ask("status")))
      print(client.ask("albumart alive/other/three.flac 999999"))
      print(client.ask("add dead/one.flac"), client.ask("play"), client.ask("pause 1"))
      silent = Silent(talks=False)
      bus = subprocess.Popen(
          ["timeout", "240", "dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=" + address],
          stderr=subprocess.DEVNULL)
      name = "org.mpris.MediaPlayer2"
      property = [name + ".segue", "/org/mpris/MediaPlayer2", name + ".Player", "Metadata"]
      until(lambda: "xesam:url" in subprocess.run(
          ["busctl", "--address=" + address, "get-property", *property], capture_output=True, text=True).stdout)
      print(client.ask("albumart alive/two.flac 999999"))
      print(client.ask("albumart alive/other/three.flac 999999"))
      segue("quit")
      print(daemon.wait(10))
      bus.terminate()
      bus.wait(10)
      silent.end()
      """)
    #expect(run.errors == "")
    #expect(
      run.lines == [
        "2 added, 0 changed, 0 moved, 0 gone, 0 unreadable",
        "['ACK [2@0] {albumart} Offset too large']", "['OK'] ['OK'] ['OK']",
        "['ACK [2@0] {albumart} Offset too large']", "['ACK [50@0] {albumart} No file exists']",
        "0",
      ], "\(run.output)")
  }

  @Test func `a daemon ends although its folder of playlists does not answer`() async throws {
    let run = try await Self.run(
      """
      with open(os.environ["XDG_CONFIG_HOME"] + "/segue/segue.conf", "a") as file:
          file.write("[playlists]\\nfolder = " + dead + "\\n")
      silent = Silent(talks=True)
      daemon = subprocess.Popen([programs + "/segued"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      until(lambda: os.path.exists(os.environ["XDG_RUNTIME_DIR"] + "/segue/socket"))
      Client().ask("ping")
      daemon.terminate()
      print(daemon.wait(120))
      silent.end()
      """)
    #expect(run.errors == "")
    #expect(
      run.lines == ["2 added, 0 changed, 0 moved, 0 gone, 0 unreadable", "0"], "\(run.output)")
  }

  private static func run(_ rest: String) async throws -> ProgramRun {
    let home = try PrivateHome(configuration: "[output null]\ntype = null\n")
    return try await ProgramRun.of(
      [
        "unshare", "-m", "/usr/bin/python3", "-c", script + "\n" + rest, Project.programs,
        home.folder.path, "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac",
      ], environment: home.environment, deadline: 240)
  }
}
