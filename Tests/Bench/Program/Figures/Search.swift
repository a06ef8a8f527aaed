import FoundationEssentials
import TestSupport

/// What a person waits for who opens the picker and types, in libraries of items that have no files.
enum Search {
  /// The argument that makes this program a `Typing`.
  static let typing = "--typing"

  static func measure(_ bench: Bench) throws -> [BenchRow] {
    guard let maker = bench.options.maker else { throw BenchError("There is no --maker.") }
    return try bench.options.items.flatMap { try measure(bench, maker, $0) }
  }

  private static func measure(
    _ bench: Bench, _ maker: String, _ count: Int
  ) throws -> [BenchRow] {
    let home = try BenchHome()
    let (database, typings) = (
      home.folder.path("DATA_HOME/segue/segue.db"), home.folder.path("typings")
    )
    let music = try home.folder.makeFolder("music")
    _ = try bench.segue(home, "scan", music)
    // One round shows that all of it works.
    let lines = bench.options.rounds == 1 ? 10 : 200
    _ = try Run([maker, database, typings, "--items", "\(count)", "--typings", "\(lines)"])
    // Makes keys and search texts, and keeps the items, whose folder has nothing in it.
    _ = try bench.segue(home, "scan")
    let first = try bench.segue(home, "list", "-n", "1", "--format", "%title%").output
    let isMillion = count >= 1_000_000
    var rows = Rows(count, isMillion)
    for _ in 0..<bench.options.rounds {
      rows.screen.ours.append(try firstScreen(bench, home, String(first.prefix { $0 != "\n" })))
      rows.find.ours.append(try bench.segue(home, "find", "zeppelinx").wall * 1000)
    }
    let bare = try figures([database], home)
    for _ in 0..<min(3, bench.options.rounds) {
      let typed = try figures([database, typings], home)
      guard typed.rows == count, typed.wrong.isEmpty else {
        throw BenchError("\(typed.rows) of \(count) rows; wrong totals: \(typed.wrong)")
      }
      rows.take(typed, bare)
    }
    return rows.all
  }

  private static func figures(_ arguments: [String], _ home: BenchHome) throws -> Typing.Figures {
    let run = try Run(["/proc/self/exe", typing] + arguments, environment: home.environment)
    return try JSONDecoder().decode(Typing.Figures.self, from: Data(run.output.utf8))
  }

  /// In milliseconds.
  private static func firstScreen(
    _ bench: Bench, _ home: BenchHome, _ title: String
  ) throws -> Double {
    let script = bench.options.maker.map { $0.prefix($0.count - "make-database".count) } ?? ""
    let run = try Run(
      ["\(script)first-screen", title, bench.program("segue"), "pick"],
      environment: home.environment)
    return Double(run.output.filter { !$0.isWhitespace }) ?? 0
  }

  private struct Rows {
    var screen, find, loading, median, worst, blocking, total, text: BenchRow

    init(_ count: Int, _ isMillion: Bool) {
      func row(_ name: String, _ goal: Double?, _ unit: BenchRow.Unit = .milliseconds) -> BenchRow {
        BenchRow(figure: "\(count) items: \(name)", unit: unit, goal: goal.map { .below($0) })
      }
      screen = row("picker's first screen", 30)
      find = row("segue find, whole process", isMillion ? nil : 30)
      loading = row("until all can be searched", isMillion ? 1000 : nil)
      median = row("a key, until it is shown, median", isMillion ? 2 : 1)
      worst = row("a key, until it is shown, 99th percentile", isMillion ? 8 : 1)
      blocking = row("a key, until the next can come, 99th percentile", isMillion ? 8 : 1)
      total = row("a key, until its total is exact, longest", 50)
      text = row("memory beside the text", 60, .bytes)
    }

    mutating func take(_ typed: Typing.Figures, _ bare: Typing.Figures) {
      loading.ours.append(typed.loading)
      median.ours.append(Spread(typed.shown).median)
      worst.ours.append(Self.percentile(typed.shown))
      blocking.ours.append(Self.percentile(typed.blocking))
      total.ours.append(typed.shown.max() ?? 0)
      let memory = typed.memory - bare.memory - typed.text
      text.ours.append(max(0, Double(memory) / Double(max(1, typed.rows))))
    }

    private static func percentile(_ values: [Double]) -> Double {
      values.isEmpty ? 0 : values.sorted()[values.count * 99 / 100]
    }

    var all: [BenchRow] { [screen, loading, median, worst, blocking, total, text, find] }
  }
}
