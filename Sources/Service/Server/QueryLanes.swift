@preconcurrency import Dispatch

/// Queues for what takes longer than others should wait for.
///
/// They are serial ones, since with the first use of a concurrent one Dispatch begins to look after its
/// threads each second, for as long as the process lives.
@MainActor
final class QueryLanes {
  static let shared = QueryLanes()

  private let queues = (0..<4).map { _ in
    DispatchQueue(label: "segue.queries", qos: .userInitiated)
  }
  /// How much each has to do.
  private lazy var loads = Array(repeating: 0, count: queues.count)

  /// Does work on the queue that has the least to do, and what follows on the main queue.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, then next: @escaping @MainActor (Result) -> Void
  ) {
    let lane = loads.indices.min { loads[$0] < loads[$1] } ?? 0
    loads[lane] += 1
    queues[lane].async {
      let result = work()
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self.loads[lane] -= 1
          next(result)
        }
      }
    }
  }
}
