import Glibc
import TestSupport

/// The most memory that a first scan has to itself, over all its processes.
enum PeakMemory {
  static func measure(_ bench: Bench) throws -> [BenchRow] {
    var row = BenchRow(
      figure: "first scan, private memory", unit: .megabytes, against: "MPD's update",
      goal: .below(80))
    for _ in 0..<min(2, bench.options.rounds) {
      let home = try BenchHome()
      let scan = try SpawnedProgram(
        [bench.program("segue"), "scan", bench.options.library], environment: home.environment)
      row.ours.append(peak(scan) { kill(scan.pid, 0) == 0 && !hasEnded(scan.pid) })
      scan.wait()
      guard let mpd = bench.options.mpd else { continue }
      let server = try MPDServer(mpd, music: bench.options.library)
      try server.client.send("update")
      row.theirs.append(
        try peak(server.program) { try server.client.send("status")["updating_db"] != nil })
    }
    return [row.withoutPeer(bench)]
  }

  /// Looks every 20 ms, as long as it goes on; in MB.
  private static func peak(
    _ program: SpawnedProgram, while goesOn: () throws -> Bool
  ) rethrows -> Double {
    var peak = 0
    while try goesOn() {
      let now = ProcessFiles.tree(program.pid).reduce(0) { $0 + ProcessFiles.privateMemory($1) }
      peak = max(peak, now)
      usleep(20_000)
    }
    return Double(peak) / 1e6
  }

  /// Whether it only waits for us to take note of its end.
  private static func hasEnded(_ pid: pid_t) -> Bool {
    let state = ProcessFiles.read("/proc/\(pid)/stat").split(separator: ")").last ?? ""
    return state.hasPrefix(" Z") || state.isEmpty
  }
}
