/// A scan that finds nothing changed.
enum Rescan {
  static func measure(_ bench: Bench) throws -> [BenchRow] {
    var mpdWall = BenchRow(
      figure: "scan again, wall", unit: .milliseconds, against: "MPD's update", goal: .faster(5))
    var findWall = BenchRow(
      figure: "scan again, wall", unit: .milliseconds, against: "find -printf", goal: .atMost(1.5))
    var findCPU = BenchRow(
      figure: "scan again, CPU", unit: .milliseconds, against: "find -printf", goal: .atMost(1.5))
    let home = try BenchHome()
    _ = try bench.segue(home, "scan", bench.options.library)
    let mpd = try bench.options.mpd.map { try MPDServer($0, music: bench.options.library) }
    _ = try mpd?.update()
    let find = "exec find '\(bench.options.library)' -printf '%p %s %T@ %i\\n' >/dev/null"
    // What takes so little is measured more often.
    try bench.rounds(
      bench.options.rounds * 3,
      of: [
        {
          let run = try bench.segue(home, "scan")
          mpdWall.ours.append(run.wall * 1000)
          findWall.ours.append(run.wall * 1000)
          findCPU.ours.append(run.cpu * 1000)
        },
        {
          let run = try Run(["sh", "-c", find])
          findWall.theirs.append(run.wall * 1000)
          findCPU.theirs.append(run.cpu * 1000)
        },
        { if let mpd { mpdWall.theirs.append(try mpd.update().wall * 1000) } },
      ])
    return [mpdWall.withoutPeer(bench), findWall, findCPU]
  }
}
