/// What `segue-bench` is told.
struct BenchOptions {
  /// The folder of the programs that are measured.
  var programs = ""
  /// The music.
  var library = ""
  /// A tenth of such a library; `nil` where there is none.
  var smaller: String?
  var rounds = 5
  /// MPD, to compare with; `nil` where it is not there.
  var mpd: String?
  /// The plain loop over TagLib; `nil` where it is not there.
  var loop: String?
  /// The script that makes virtual sound cards.
  var sink: String?
  /// The script that fills a library with items of which there are no files; `nil` where there is none.
  var maker: String?
  /// How many items those have.
  var items = [100_000]
  /// Where what was measured is written as JSON.
  var json: String?
  /// Names of figures; all when there are none.
  var figures: [String] = []

  static let usage = """
    usage: segue-bench --programs DIR --library DIR [--smaller DIR] [--rounds N] [--mpd PROGRAM]
           [--loop PROGRAM] [--sink PROGRAM] [--maker PROGRAM] [--items N[,N…]] [--json FILE] [FIGURE…]
    figures: \(Figure.all.map(\.name).joined(separator: " "))
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        figures.append(argument)
        continue
      }
      guard let value = rest.popFirst() else { throw BenchError(Self.usage) }
      switch argument {
      case "--programs": programs = value
      case "--library": library = value
      case "--smaller": smaller = value
      case "--rounds": rounds = max(1, Int(value) ?? 1)
      case "--mpd": mpd = value
      case "--loop": loop = value
      case "--sink": sink = value
      case "--maker": maker = value
      case "--items": items = value.split(separator: ",").compactMap { Int($0) }
      case "--json": json = value
      default: throw BenchError(Self.usage)
      }
    }
    let known = Figure.all.map(\.name)
    guard !programs.isEmpty, !library.isEmpty, figures.allSatisfy(known.contains) else {
      throw BenchError(Self.usage)
    }
  }

  func wants(_ figure: String) -> Bool { figures.isEmpty || figures.contains(figure) }
}
