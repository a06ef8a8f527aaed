/// What a test may do in a name space of its own, which this machine may not allow.
public enum NameSpace {
  /// Whether a file system can be mounted there.
  public static var canMount: Bool {
    get async { await works(["-m", "sh", "-c", "mount -t tmpfs none /mnt"]) }
  }

  /// Whether it can have a limit on watched folders of its own.
  public static var canLimitWatches: Bool {
    get async { await works(["-Ur", "sh", "-c", "echo 5 >/proc/sys/user/max_inotify_watches"]) }
  }

  private static func works(_ arguments: [String]) async -> Bool {
    (try? await ProgramRun.of(["unshare"] + arguments))?.status == 0
  }
}
