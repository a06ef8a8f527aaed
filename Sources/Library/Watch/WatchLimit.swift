import Glibc
import Posix

/// What is said when the kernel watches no more folders.
enum WatchLimit {
  static func sentence(_ error: PosixError) -> String {
    let key = error.code == EMFILE ? "max_user_instances" : "max_user_watches"
    let walked = "so they are walked every 10 minutes"
    guard error.code == ENOSPC || error.code == EMFILE,
      // It cannot be opened when it is this process that has too many files open.
      let text = try? FileDescriptor(opening: "/proc/sys/fs/inotify/\(key)").readHead(20),
      let limit = Int(String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self))
    else { return "The music folders cannot be watched (\(error.reason)), \(walked)." }
    let cause =
      error.code == EMFILE
      ? "As many programs watch folders as the system lets, and the music folders are not watched"
      : "There are more music folders than the system watches"
    return
      "\(cause), \(walked); to have changes seen at once: sudo sysctl fs.inotify.\(key)=\(max(1024, limit * 4))"
  }
}
