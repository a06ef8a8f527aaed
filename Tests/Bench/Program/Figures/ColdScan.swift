import Glibc
import Posix

/// The first scan of files that are on the disk alone.
enum ColdScan {
  private static let switchFile = "/proc/sys/vm/drop_caches"

  static func measure(_ bench: Bench) throws -> [BenchRow] {
    var wall = BenchRow(
      figure: "first scan, cold, wall", unit: .seconds, against: "MPD's update", goal: .faster(4))
    guard access(switchFile, W_OK) == 0 else {
      wall.leftOut = "only root can make the kernel forget what it has read."
      return [wall]
    }
    try bench.rounds(
      min(3, bench.options.rounds),
      of: [
        {
          let home = try BenchHome()
          try forget()
          wall.ours.append(try bench.segue(home, "scan", bench.options.library).wall)
        },
        {
          guard let mpd = bench.options.mpd else { return }
          let server = try MPDServer(mpd, music: bench.options.library)
          try forget()
          wall.theirs.append(try server.update().wall)
        },
      ])
    return [wall.withoutPeer(bench)]
  }

  /// Has the kernel forget what it keeps of files.
  private static func forget() throws {
    sync()
    try FileDescriptor(opening: switchFile, O_WRONLY).write(Array("3\n".utf8))
  }
}
