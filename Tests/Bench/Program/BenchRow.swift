/// One row of the table: what was measured, round by round, and what it is held against.
struct BenchRow: Codable, Sendable {
  enum Unit: String, Codable, Sendable {
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "µs"
    case megabytes = "MB"
    case bytes = "B"
    case perSecond = "/s"
    case times = "×"
  }

  /// What is asked of it.
  enum Goal: Codable, Sendable, Hashable {
    /// The other takes so many times as long.
    case faster(Double)
    /// So many times the other's at most.
    case atMost(Double)
    /// So many times the other's at least.
    case atLeast(Double)
    /// Less than this, whatever others take.
    case below(Double)
  }

  var figure: String
  var unit: Unit
  var ours: [Double] = []
  /// Who else was measured, and what it took in the same rounds.
  var against: String?
  var theirs: [Double] = []
  var goal: Goal?
  /// Why it was not measured.
  var leftOut: String?

  /// Both, pair by pair: of each round one ratio, so that what else the machine does meanwhile counts for both.
  var ratios: [Double] {
    zip(ours, theirs).compactMap { ours, theirs in
      guard ours > 0, theirs > 0 else { return nil }
      if case .faster = goal { return theirs / ours }
      return ours / theirs
    }
  }

  /// Whether the goal is reached; `nil` where there is none or it was not measured.
  var holds: Bool? {
    switch goal {
    case .faster(let limit), .atLeast(let limit):
      ratios.isEmpty ? nil : Spread(ratios).median >= limit
    case .atMost(let limit): ratios.isEmpty ? nil : Spread(ratios).median <= limit
    case .below(let limit): ours.isEmpty ? nil : Spread(ours).median < limit
    case nil: nil
    }
  }
}

/// Where measured values lie.
struct Spread: Sendable, Hashable {
  let median: Double
  let low: Double
  let high: Double

  /// - Parameter values: Not empty.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    (low, high) = (sorted[0], sorted[sorted.count - 1])
  }
}
