import FoundationEssentials
import Glibc
import Posix

/// All that was measured, for people and for programs.
struct BenchReport: Codable, Sendable {
  var machine: Machine
  var files: Int
  var bytes: Int
  var rounds: Int
  var rows: [BenchRow]

  private static let header = ["figure", "segue", "against", "ratio", "asked", ""]

  /// The table, with a line above it that says where it comes from.
  var table: String {
    let cells = [Self.header] + rows.map(Self.cells)
    let widths = Self.header.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    let lines = cells.map { row in
      var line = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
    let notes = rows.filter { $0.leftOut != nil }.map { "\($0.figure): \($0.leftOut ?? "")" }
    return
      (["\(machine); \(files) files, \(bytes / 1_000_000) MB; median (lowest–highest)", ""]
      + lines + notes).joined(separator: "\n")
  }

  func write(to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    let target = try FileDescriptor(opening: file, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    try target.write(Array(try encoder.encode(self)) + [UInt8(ascii: "\n")])
  }

  private static func cells(_ row: BenchRow) -> [String] {
    guard row.leftOut == nil, !row.ours.isEmpty else {
      return [row.figure, "left out", "", "", row.goal.map(text) ?? "", ""]
    }
    let theirs = row.theirs.isEmpty ? "" : " \(text(Spread(row.theirs), row.unit))"
    let ratios = row.ratios
    let ratio = ratios.isEmpty ? "" : text(Spread(ratios), .times)
    return [
      row.figure, text(Spread(row.ours), row.unit), (row.against ?? "") + theirs, ratio,
      row.goal.map(text) ?? "", row.holds.map { $0 ? "holds" : "MISSED" } ?? "",
    ]
  }

  private static func text(_ spread: Spread, _ unit: BenchRow.Unit) -> String {
    let values = [spread.median, spread.low, spread.high].map(number)
    let name = unit == .times ? unit.rawValue : " \(unit.rawValue)"
    return "\(values[0])\(name) (\(values[1])–\(values[2]))"
  }

  private static func text(_ goal: BenchRow.Goal) -> String {
    switch goal {
    case .faster(let limit): "\(number(limit))× as fast"
    case .atMost(let limit): "≤ \(number(limit))×"
    case .atLeast(let limit): "≥ \(number(limit))×"
    case .below(let limit): "< \(number(limit))"
    }
  }

  /// Three figures, as `1.05`, `23.4`, `4710`.
  static func number(_ value: Double) -> String {
    let digits = value < 10 ? 2 : value < 100 ? 1 : 0
    let factor = [1.0, 10, 100][digits]
    let whole = Int((value * factor).rounded())
    if digits == 0 { return String(whole) }
    let fraction = String(whole % Int(factor))
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(whole / Int(factor)).\(zeros)\(fraction)"
  }
}
