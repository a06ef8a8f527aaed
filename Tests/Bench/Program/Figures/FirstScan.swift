/// The first scan of all, everything included: program, workers, database, keys, backup.
enum FirstScan {
  static func measure(_ bench: Bench) throws -> [BenchRow] {
    var wall = BenchRow(figure: "first scan, wall", unit: .seconds, goal: .faster(10))
    var cpu = BenchRow(figure: "first scan, CPU a file", unit: .microseconds, goal: .atMost(1))
    var cpuOfMPD = BenchRow(figure: "first scan, CPU a file", unit: .microseconds)
    let perFile = 1e6 / Double(bench.files.count)
    // Once for all, so that the files are in memory.
    _ = try Run([
      "sh", "-c", "tr '\\n' '\\0' <'\(bench.folder.path("list"))' | xargs -0 cat >/dev/null",
    ])
    try bench.rounds(of: [
      {
        let run = try bench.segue(BenchHome(), "scan", bench.options.library)
        wall.ours.append(run.wall)
        cpu.ours.append(run.cpu * perFile)
      },
      {
        guard let mpd = bench.options.mpd else { return }
        let took = try MPDServer(mpd, music: bench.options.library).update()
        wall.theirs.append(took.wall)
        cpuOfMPD.theirs.append(took.cpu * perFile)
      },
      { if let loop = try bench.loop() { cpu.theirs.append(loop.cpu * perFile) } },
    ])
    cpuOfMPD.ours = cpu.ours
    (wall.against, cpuOfMPD.against) = ("MPD's update", "MPD's update")
    cpu.against = "plain TagLib loop"
    return [wall, cpu, cpuOfMPD].map { $0.withoutPeer(bench) }
  }
}

extension BenchRow {
  /// Says so where there was nobody to compare with.
  func withoutPeer(_ bench: Bench) -> BenchRow {
    guard theirs.isEmpty else { return self }
    var row = self
    row.against = nil
    return row
  }
}
