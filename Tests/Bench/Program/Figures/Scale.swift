/// Whether more files take more time each.
enum Scale {
  static func measure(_ bench: Bench) throws -> [BenchRow] {
    var row = BenchRow(figure: "files a second", unit: .perSecond, goal: .atLeast(0.9))
    guard let smaller = bench.options.smaller else {
      row.leftOut = "there is no smaller library to compare with (it needs BENCH_FILES > 10000)."
      return [row]
    }
    let count = try Run.output(["sh", "-c", "find '\(smaller)' -type f ! -name cover.jpg | wc -l"])
    let few = Double(count.filter(\.isNumber)) ?? 0
    row.against = "\(Int(few)) files"
    _ = try bench.segue(BenchHome(), "scan", smaller)
    try bench.rounds(of: [
      {
        let run = try bench.segue(BenchHome(), "scan", bench.options.library)
        row.ours.append(Double(bench.files.count) / run.wall)
      },
      { row.theirs.append(few / (try bench.segue(BenchHome(), "scan", smaller).wall)) },
    ])
    return [row]
  }
}
