import Glibc
import Posix

/// Measures the built programs and prints a table.
enum SegueBench {
  static func main(_ arguments: [String]) -> Never {
    do {
      let options = try BenchOptions(arguments)
      let bench = try Bench(options)
      let rows = try Figure.all.filter { options.wants($0.name) }.flatMap { figure in
        Program.complain("Measuring \(figure.name) …")
        return try figure.measure(bench)
      }
      let report = BenchReport(
        machine: .this(), files: bench.files.count, bytes: bench.bytes, rounds: options.rounds,
        rows: rows)
      print(report.table)
      if let file = options.json { try report.write(to: file) }
      exit(0)
    } catch {
      Program.complain("segue-bench: \(error)")
      exit(1)
    }
  }
}

/// Something to measure, in one or more rows of the table.
struct Figure: Sendable {
  let name: String
  let measure: @Sendable (Bench) throws -> [BenchRow]

  static let all = [
    Figure(name: "first", measure: FirstScan.measure),
    Figure(name: "again", measure: Rescan.measure),
    Figure(name: "cold", measure: ColdScan.measure),
    Figure(name: "memory", measure: PeakMemory.measure),
    Figure(name: "scale", measure: Scale.measure),
    Figure(name: "ping", measure: PingWhileScanning.measure),
  ]
}

/// What kept something from being measured, or a use that is not meant.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
