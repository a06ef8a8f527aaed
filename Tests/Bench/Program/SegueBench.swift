import Glibc
import Posix

/// Measures the built programs and prints a table.
enum SegueBench {
  static func main(_ arguments: [String]) -> Never {
    if arguments.first == Search.typing { Typing.main(Array(arguments.dropFirst())) }
    do {
      let options = try BenchOptions(arguments)
      let bench = try Bench(options)
      var report = BenchReport(
        machine: .this(), files: bench.files.count, bytes: bench.bytes, rounds: options.rounds,
        rows: [])
      var failed = false
      for figure in Figure.all where options.wants(figure.name) {
        Program.complain("Measuring \(figure.name) …")
        do {
          report.rows += try figure.measure(bench)
        } catch {
          // What was measured is shown all the same, and so is what comes.
          Program.complain("segue-bench: \(figure.name): \(error)")
          failed = true
        }
        // What takes long may be ended early, and what was measured by then is not lost.
        if let file = options.json { try report.write(to: file) }
      }
      print(report.table)
      exit(failed ? 1 : 0)
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
    Figure(name: "watch", measure: Watching.measure),
    Figure(name: "ping", measure: PingWhileScanning.measure),
    Figure(name: "queue", measure: QueueOperations.measure),
    Figure(name: "values", measure: QueueValues.measure),
    Figure(name: "clients", measure: Clients.measure),
    Figure(name: "queries", measure: Queries.measure),
    Figure(name: "search", measure: Search.measure),
    Figure(name: "picker", measure: PickerKeys.measure),
  ]
}

/// What kept something from being measured, or a use that is not meant.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
