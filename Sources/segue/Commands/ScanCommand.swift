import Configuration
import Dispatch
import Glibc
import Library
import Media
import Posix
import Synchronization
import Worker

extension Command {
  static let scan = Command(
    name: "scan", usage: "[DIR…]", summary: "Read the music in folders into the library",
    details: """
      A folder that is given is remembered; without one, all remembered folders are scanned again,
      and where there is none, your music folder. Files that have not changed are not read again.
      Ctrl-C stops a scan and keeps what it has done.
      """,
    options: [
      .init("verbose", letter: "v", "Name each file that cannot be read, with the reason"),
      .init("retry", "Read again what could not be read, although it has not changed"),
      .init("report", "Scan nothing: print what the last scans found wrong"),
      .init("verify", "With --report: compare the sound of items that may be duplicates"),
      .init("json", "Print one JSON object a line: progress and result, or the report"),
    ],
    arguments: 0...1000
  ) { arguments in
    let user = try UserEnvironment(arguments)
    if arguments.has("report") {
      try ScanReport(isJSON: arguments.has("json")).print(
        user.library(), isVerifying: arguments.has("verify"))
    } else if arguments.has("verify") {
      throw UsageError.badArgument("--verify", allowed: "possible without --report")
    } else {
      try ScanCommand(
        user: user, isVerbose: arguments.has("verbose"), isRetrying: arguments.has("retry"),
        isJSON: arguments.has("json")
      ).run(arguments.positional)
    }
  }
}

/// A scan in a terminal or a script.
@MainActor
private struct ScanCommand {
  let user: UserEnvironment
  let isVerbose: Bool
  let isRetrying: Bool
  let isJSON: Bool

  func run(_ folders: [String]) throws {
    let settings = try user.settings()
    var isRescued = false
    // Kept open until the end, for each opening and closing takes a while.
    var library: LibraryStore?
    defer { withExtendedLifetime(library) {} }
    if access(user.places.database, F_OK) == 0 {
      library = try LibraryRescue.open(user.places.database, locale: user.locale()) { sentence in
        Program.complain("segue: \(sentence)")
        isRescued = true
      }
    }
    var paths = try folders.isEmpty ? rememberedOrOwn(library) : folders.map(CommandPath.absolute)
    // A mended library is looked through as a whole.
    if isRescued, !paths.isEmpty { paths += try user.library().roots().map(\.path) }
    let locale = try user.locale()
    var scan = try Scan(
      library: user.places.database, workers: .ofThisProgram(), notify: user.places.notify,
      locale: locale)
    scan.legacyCharset = settings.legacyCharset
    scan.order = OrderWish(locale: settings.locale, articles: settings.articles)
    scan.isRetrying = isRetrying
    scan.backsUpNew = false
    let interrupt = try Interrupt()
    var display = ScanDisplay(isJSON: isJSON)
    let summary = Result { () throws(LibraryError) in
      do throws(LibraryError) {
        return try scan.run(paths, isCancelled: { interrupt.happened }) { display.show($0) }
      } catch {
        guard case .corrupt = error,
          let sentence = try LibraryRescue.rescue(scan.library, locale: locale)
        else { throw error }
        display.clear()
        Program.complain("segue: \(sentence)")
        return try scan.run(paths, isCancelled: { interrupt.happened }) { display.show($0) }
      }
    }
    display.clear()
    try finish(summary.get())
  }

  /// No paths when there are roots to scan again, else the user's music folder.
  private func rememberedOrOwn(_ known: LibraryStore?) throws -> [FilePath] {
    let configured = try user.settings().libraryRoots
    if !configured.isEmpty {
      try Places.makeFolder(user.places.data)
      let library =
        try known
        ?? LibraryStore(path: user.places.database, access: .write, locale: user.locale())
      for root in configured { try library.addRoot(FilePath(root)) }
      return []
    }
    if let known, try !known.roots().isEmpty { return [] }
    let folder = user.places.musicFolder
    guard access(folder, F_OK) == 0 else { throw LibraryError.noRoots }
    return [FilePath(folder)]
  }

  private func finish(_ summary: ScanSummary) throws {
    for sentence in summary.complaints { Program.complain("segue: \(sentence)") }
    if isVerbose, summary.unreadable > 0 {
      for problem in try user.library().problems() {
        Program.complain("segue: \(ScanReport.line(problem))")
      }
    }
    if isJSON {
      ScanEvents.write(summary)
    } else {
      if summary.isReordered { Program.complain("segue: The library is in another order now.") }
      Console.standard.line(Self.line(summary))
    }
    if summary.isCancelled { throw ExitError(.interrupted) }
  }

  private static func line(_ summary: ScanSummary) -> String {
    let counts = [
      "\(summary.added) added", "\(summary.changed) changed", "\(summary.moved) moved",
      "\(summary.gone) gone", "\(summary.unreadable) unreadable",
    ].joined(separator: ", ")
    let hundredths = Int(summary.elapsed / .milliseconds(10))
    let fraction = hundredths % 100 < 10 ? "0\(hundredths % 100)" : "\(hundredths % 100)"
    let time = "\(hundredths / 100).\(fraction) s"
    return "\(summary.isCancelled ? "Stopped: " : "")\(counts) in \(time)"
  }
}

/// Ctrl-C and a polite end, noticed instead of obeyed.
private final class Interrupt: Sendable {
  private let flag = Atomic<Bool>(false)
  // Fine to share: made once and never touched again.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  init() throws(PosixError) {
    let signals = try Program.catchSignals([SIGINT, SIGTERM, SIGHUP])
    source = DispatchSource.makeReadSource(fileDescriptor: signals, queue: .global())
    source.setEventHandler { [weak self] in self?.flag.store(true, ordering: .relaxed) }
    source.resume()
  }

  deinit { source.cancel() }

  var happened: Bool { flag.load(ordering: .relaxed) }
}
