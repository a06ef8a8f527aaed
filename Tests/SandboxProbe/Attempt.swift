import Glibc
import Posix

/// Things to try in the sandbox; each gives 0 or its errno.
enum Attempt {
  static let all: [String: @Sendable (_ channel: Int32) -> Int32] = [
    "protections": { _ in 0 },
    "open": { _ in errnoOf(open("/etc/passwd", O_RDONLY)) },
    "create": { _ in errnoOf(open("/tmp/segue-probe", O_WRONLY | O_CREAT, 0o600)) },
    "list": { _ in opendir("/") == nil ? errno : 0 },
    "stat": { _ in
      do throws(PosixError) {
        _ = try FileStatus("/etc/passwd")
        return 0
      } catch { return error.code }
    },
    "access": { _ in errnoOf(access("/etc/passwd", R_OK)) },
    "socket": { _ in errnoOf(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)) },
    "connect": { channel in
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          errnoOf(connect(channel, $0, socklen_t(MemoryLayout<sockaddr_un>.size)))
        }
      }
    },
    "raise a limit": { _ in
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      return errnoOf(setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit))
    },
    "run": { _ in
      var pid: pid_t = 0
      return posix_spawn(&pid, "/bin/true", nil, nil, [nil], [nil])
    },
    "become": { _ in errnoOf(execve("/bin/true", [nil], [nil])) },
    "thread": { _ in
      do throws(PosixError) {
        try NamedThread.start("probe") {}.join()
        return 0
      } catch { return error.code }
    },
    "signal": { _ in errnoOf(kill(1, 0)) },
    "remove": { _ in errnoOf(unlink("/tmp/segue-no-such-file")) },
    "make a folder": { _ in errnoOf(mkdir("/tmp/segue-no-such-folder/in", 0o700)) },
    "executable memory": { _ in
      mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
        ? errno : 0
    },
    "little memory": { _ in allocate(bytes: 16 << 20) },
    "much memory": { _ in allocate(bytes: 300 << 20) },
    "abort": { _ in abort() },
    "read and write": { _ in
      // Nothing is written, but the call is made.
      errnoOf(write(STDERR_FILENO, "", 0))
    },
  ]

  private static func errnoOf(_ result: Int32) -> Int32 { result < 0 ? errno : 0 }
  private static func errnoOf(_ result: Int) -> Int32 { result < 0 ? errno : 0 }

  private static func allocate(bytes: Int) -> Int32 {
    guard let memory = malloc(bytes) else { return errno }
    memset(memory, 1, bytes)
    free(memory)
    return 0
  }
}
