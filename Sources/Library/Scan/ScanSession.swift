import Media
import Posix

/// One scan that has the lock: walk, plan, read tags, store.
struct ScanSession: ~Copyable {
  private let scan: Scan
  private var writer: ScanWriter
  private let isCancelled: @Sendable () -> Bool
  private var meter: ScanMeter
  /// Whether a root fell silent after it was walked, so that not all is known of it that is to be.
  private var isIncomplete = false
  /// Whether texts are to be read in another encoding than before.
  private var isCharsetNew = false

  init(
    scan: Scan, writer: consuming ScanWriter, isCancelled: @escaping @Sendable () -> Bool,
    meter: ScanMeter
  ) {
    self.scan = scan
    self.writer = writer
    self.isCancelled = isCancelled
    self.meter = meter
  }

  mutating func run(_ targets: [ScanTarget]) throws(LibraryError) -> ScanSummary {
    try writer.replaceProgress(meter.progress)
    // A scan that was killed or cancelled may have left undone what comes last.
    if writer.isUnfinished { writer.touchAll() }
    let charset = scan.legacyCharset ?? ""
    isCharsetNew = try (Meta.text(writer.database, .charset) ?? "") != charset
    if isCharsetNew { writer.touchAll() }
    var comparison = ScanComparison(
      isRetrying: scan.isRetrying, patience: scan.rootPatience, queue: scan.queue)
    for target in targets where !isCancelled() {
      try compare(target, &comparison)
    }
    if !isCancelled() {
      try comparison.finish(writer.database)
      if comparison.plan.hasChanges { try mark(unfinished: true) }
      try comparison.apply(to: &writer)
      try read(comparison.plan.toRead)
      if !isCancelled() { try settle(comparison.sideFiles) }
      if !isCancelled(), !isIncomplete { try mark(unfinished: false) }
    }
    try finish()
    let wasCancelled = isCancelled()
    writer.count { $0.isCancelled = wasCancelled }
    return writer.summary
  }

  private mutating func compare(
    _ target: ScanTarget, _ comparison: inout ScanComparison
  ) throws(LibraryError) {
    var meter = meter
    let isCancelled = isCancelled
    try comparison.compare(target, &writer) { found in
      meter.found(found)
      return !isCancelled()
    }
    self.meter = meter
  }

  private mutating func mark(unfinished: Bool) throws(LibraryError) {
    guard writer.isUnfinished != unfinished else { return }
    try writer.write { writer throws(LibraryError) in try writer.mark(unfinished: unfinished) }
    try writer.commit()
  }

  /// What needs more than one file: texts of an album, sheets, playlists, lyrics.
  private mutating func settle(_ sideFiles: SideFiles) throws(LibraryError) {
    try LegacyRows.settle(&writer, forced: scan.legacyCharset, isCancelled)
    if isCancelled() { return }
    var settling = try PlaylistSettling(
      scan: scan, probe: try ScanLock.emptyFile(library: scan.library),
      roots: try RootList(writer.database), writer.database, isCancelled)
    try settling.run(sideFiles, &writer)
    try note(silent: settling.silentRoots)
    try LyricsRows.settle(sideFiles, &writer)
    for change in try VariousRows.changes(writer.touched, writer.database) {
      try writer.write { writer throws(LibraryError) in
        try VariousRows.make(change, writer.database)
        writer.noteChange()
      }
    }
    if isCharsetNew, !isCancelled(), !isIncomplete {
      // Sheets are read by it, too.
      try writer.write { writer throws(LibraryError) in
        try Meta.set(writer.database, .charset, .text(scan.legacyCharset ?? ""))
      }
    }
    try writer.commit()
  }

  /// Has the tags read and stores them as they come.
  private mutating func read(_ tasks: [ReadTask]) throws(LibraryError) {
    meter.beginReading(tasks.count)
    guard !tasks.isEmpty else { return }
    writer.claim(Set(tasks.lazy.filter { $0.kind == .moved }.compactMap(\.row)))
    let reading = TagReading(
      tasks, roots: try roots(), order: try LibraryOrder(writer.database),
      workers: scan.workers,
      probe: try ScanLock.emptyFile(library: scan.library),
      patience: Int(scan.patience / .milliseconds(1)), rootPatience: scan.rootPatience,
      queue: scan.queue, isCancelled: isCancelled)
    do throws(LibraryError) {
      try store(reading, tasks)
    } catch {
      // The disk is full, say: what went wrong first is what is told.
      try? reading.finish()
      throw error
    }
    try reading.finish()
    try note(silent: reading.silentRoots)
    let decoderFailure = reading.decoderFailure
    writer.count { $0.decoderFailure = decoderFailure }
  }

  private mutating func store(
    _ reading: TagReading, _ tasks: [ReadTask]
  ) throws(LibraryError) {
    while true {
      switch reading.take(milliseconds: 20) {
      case .content(let results):
        for result in results { try writer.take(result, of: tasks[result.task]) }
        meter.read(results.count)
      case .nothing:
        try writer.commit()
        reading.lookAfterLanes()
      case .end: return try writer.commit()
      }
      if meter.isRowDue() { try writer.write(meter.progress) }
    }
  }

  private mutating func note(silent: Set<Int64>) throws(LibraryError) {
    guard !silent.isEmpty else { return }
    isIncomplete = true
    for root in try RootList(writer.database).roots where silent.contains(root.id) {
      try writer.setSilent(root)
    }
    try writer.commit()
  }

  private func roots() throws(LibraryError) -> [Int64: FilePath] {
    let roots = try RootList(writer.database).roots
    return Dictionary(roots.map { ($0.id, $0.path) }, uniquingKeysWith: { first, _ in first })
  }

  /// Brings in order what the scan changed, and leaves no progress behind.
  private mutating func finish() throws(LibraryError) {
    try writer.commit()
    if writer.summary.hasChanges { try Upkeep.run(writer.database) }
    try writer.clearProgress()
  }
}
