import Dispatch
import Glibc
import Media
import Posix
import Worker

/// Brings cue sheets and playlists in line with their files, once all items are known.
struct PlaylistSettling: ~Copyable {
  private let workers: WorkerPrograms
  private let roots: RootList
  private let forcedCharset: String?
  private let isCancelled: @Sendable () -> Bool
  private let rootPatience: Duration
  private let queue: @Sendable () -> DispatchQueue
  /// Roots whose file system fell silent: their files are left as they are known.
  private(set) var silentRoots: Set<Int64> = []
  /// Reads playlists in XML.
  private var tagger: Tagger
  /// Rows whose file says something new.
  private var changed: Set<Int64> = []
  /// Where sheets were that changed, moved or went: others may have given way to them.
  private var disturbed: SheetReach
  /// Whether sheets or files came or went.
  private var hasWork = false
  /// Whether a sheet went.
  private var hasSheetWork = false
  /// Whether the tracks of a sheet are others than they were: entries may name their files.
  private var hasOtherTracks = false

  init(
    scan: Scan, probe: FileDescriptor.Owned, roots: RootList,
    _ database: borrowing Database, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(LibraryError) {
    disturbed = try SheetReach(database)
    workers = scan.workers
    self.roots = roots
    forcedCharset = scan.legacyCharset
    self.isCancelled = isCancelled
    (rootPatience, queue) = (scan.rootPatience, scan.queue)
    tagger = Tagger(
      program: workers.tagger, probe: probe, patience: Int(scan.patience / .milliseconds(1)),
      isCancelled: isCancelled)
  }

  mutating func run(_ sideFiles: SideFiles, _ writer: inout ScanWriter) throws(LibraryError) {
    try compare(sideFiles, &writer)
    // What is left undone here is done by the next scan.
    if isCancelled() { return }
    try followEmbedded(&writer)
    try dropOrphans(&writer)
    let sheets = try disturbedSheets(writer)
    // A sheet beside a file goes before the one in it.
    for sheet in sheets.filter({ $0.source == nil }) + sheets.filter({ $0.source != nil }) {
      if isCancelled() { return }
      if try CueTracks.update(sheet, roots, forcedCharset, &writer) { hasOtherTracks = true }
    }
    if hasWork || !sheets.isEmpty { try CueTracks.cover(&writer) }
    let summary = writer.summary
    let hasCome = summary.added > 0 || summary.moved > 0 || hasSheetWork || !sheets.isEmpty
    try resolveEntries(hasCome: hasCome, &writer)
  }

  /// The sheets that may say something new, or whose files may be, or have been, those of another one.
  private mutating func disturbedSheets(
    _ writer: borrowing ScanWriter
  ) throws(LibraryError) -> [PlaylistRow] {
    let all = try PlaylistRows.rows("kind IN ('cue', 'embedded')", [], writer.database)
    let outward = try SheetReach.outward(writer.database)
    for row in all where changed.contains(row.id) {
      disturbed.note(row, leadsOut: outward.contains(row.id))
    }
    return all.filter { row in
      let leadsOut = outward.contains(row.id)
      return changed.contains(row.id) || disturbed.reaches(row, leadsOut: leadsOut)
        || writer.touched.reaches(row.root, below: row.path)
        || leadsOut && !writer.touched.isEmpty
    }
  }

  // MARK: Files

  private mutating func compare(
    _ sideFiles: SideFiles, _ writer: inout ScanWriter
  ) throws(LibraryError) {
    var new: [(root: Int64, file: FoundFile)] = []
    var missing: [PlaylistRow] = []
    let stored = Dictionary(
      grouping: try PlaylistRows.rows("kind <> 'embedded'", [], writer.database)
    ) { FilePlace(root: $0.root, path: $0.path) }
    for folder in sideFiles.folders where !isCancelled() {
      let known = (stored[FilePlace(root: folder.root, path: folder.path)] ?? [])
        .filter { folder.includes($0.name) }
      var rest = Dictionary(known.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      for file in folder.playlists {
        guard let row = rest.removeValue(forKey: file.name) else {
          new.append((folder.root, file))
          continue
        }
        if !file.state.hasSameContent(as: row.state) { try read(file, row, &writer) }
      }
      missing += known.filter { rest[$0.name] != nil }
    }
    for (root, file) in new where !isCancelled() { try add(file, root, &missing, &writer) }
    // Others of the new ones may be what is missing.
    if isCancelled() { return }
    for row in missing where row.isSheet {
      disturbed.note(row)
      hasSheetWork = true
    }
    hasWork = !missing.isEmpty || !changed.isEmpty || !writer.touched.isEmpty
    for row in missing {
      try writer.write { writer throws(LibraryError) in
        try writer.mark(unfinished: true)
        try PlaylistRows.delete(row.id, writer.database)
        writer.noteChange()
      }
    }
  }

  /// Takes in a new file: one that was elsewhere, or a new one.
  private mutating func add(
    _ file: FoundFile, _ root: Int64, _ missing: inout [PlaylistRow], _ writer: inout ScanWriter
  ) throws(LibraryError) {
    let match = missing.firstIndex { row in
      let identity = row.state.identity
      return identity.born != 0 && identity == file.state.identity
        || row.name == file.name && row.state.hasSameContent(as: file.state)
    }
    guard let match else { return try read(file, nil, root: root, &writer) }
    let row = missing.remove(at: match)
    if row.isSheet { disturbed.note(row) }
    guard row.kind == PlaylistFile.Kind(file.name)?.rawValue else {
      missing.append(row)
      return try read(file, nil, root: root, &writer)
    }
    try writer.write { writer throws(LibraryError) in
      try writer.mark(unfinished: true)
      let folder = try writer.folder(file.folder, root: root)
      try PlaylistRows.move(
        row, folder: folder, name: file.name, version: writer.version, writer.database)
      writer.noteChange()
    }
    changed.insert(row.id)
    if !file.state.hasSameContent(as: row.state) { try read(file, row, &writer) }
  }

  private mutating func read(
    _ file: FoundFile, _ row: PlaylistRow?, root: Int64? = nil, _ writer: inout ScanWriter
  ) throws(LibraryError) {
    guard let root = root ?? row?.root, let kind = PlaylistFile.Kind(file.name) else { return }
    guard let (text, problem) = try content(file, root: root, kind), !isCancelled() else { return }
    var id = row?.id
    try writer.write { writer throws(LibraryError) in
      // Until its tracks or entries are stored as well.
      try writer.mark(unfinished: true)
      if let id {
        try PlaylistRows.update(id, file.state, text: text, problem, writer.database)
      } else {
        let place = StoredFile(
          folder: try writer.folder(file.folder, root: root), name: file.name, state: file.state)
        id = try PlaylistRows.insert(
          place, kind: kind.rawValue, source: nil, text: text, problem, writer.database)
      }
      writer.noteChange()
    }
    if let id { changed.insert(id) }
  }

  /// What was found where a file should be.
  private enum Content: Sendable {
    case text([UInt8])
    /// For the tagger.
    case open(FileDescriptor.Owned)
    case problem(String)

    init(_ path: FilePath, isLink: Bool, _ kind: PlaylistFile.Kind) {
      let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (isLink ? 0 : O_NOFOLLOW)
      let raw = path.withCString { Glibc.open($0, flags) }
      guard raw >= 0 else {
        self = .problem("It cannot be read: \(PosixError.reason(errno)).")
        return
      }
      let descriptor = FileDescriptor.Owned(raw)
      if (try? FileStatus(descriptor: raw))?.kind != .file {
        self = .problem("It is no file.")
      } else if kind == .xspf {
        self = .open(descriptor)
      } else {
        self = TextLines.read(raw).map { .text($0) } ?? .problem("It cannot be read.")
      }
    }
  }

  /// The bytes of a file, or why there are none; `nil` when its root does not answer.
  private mutating func content(
    _ file: FoundFile, root: Int64, _ kind: PlaylistFile.Kind
  ) throws(LibraryError) -> (text: [UInt8]?, problem: String?)? {
    guard let root = roots[root] else { return (nil, "Its music folder is gone.") }
    let (path, isLink, isCancelled) = (root.path.appending(file.path), file.isLink, isCancelled)
    let look: @Sendable (Pulse) -> Content = { _ in Content(path, isLink: isLink, kind) }
    let content = SilentRoots.ask(
      root.path, patience: rootPatience, on: queue(), goesOn: { !isCancelled() }, look)
    switch content {
    case .text(let bytes): return (bytes, nil)
    case .problem(let reason): return (nil, reason)
    case .open(let descriptor):
      let opened = Tagger.File(descriptor: descriptor, fileExtension: kind.rawValue)
      let found = try tagger.fetch(.playlist, of: opened, limit: TextLines.maximumBytes)
      return found.map { ($0.bytes, nil) } ?? (nil, "It is no XSPF that Segue can read.")
    case nil:
      silentRoots.insert(root.id)
      return nil
    }
  }

  // MARK: Sheets

  /// Sheets in tags go where their files go.
  private mutating func followEmbedded(_ writer: inout ScanWriter) throws(LibraryError) {
    guard !writer.touched.isEmpty else { return }
    for row in try PlaylistRows.rows("kind = 'embedded'", [], writer.database) {
      guard let source = row.source, let file = try StoredFile.of(source, writer.database),
        file.folder != row.folder || file.name != row.name
      else { continue }
      try writer.write { writer throws(LibraryError) in
        try PlaylistRows.move(
          row, folder: file.folder, name: file.name, version: writer.version, writer.database)
        writer.noteChange()
      }
      changed.insert(row.id)
    }
  }

  /// Tracks of sheets that are gone are gone; their files are items again.
  private func dropOrphans(_ writer: inout ScanWriter) throws(LibraryError) {
    try writer.write { writer throws(LibraryError) in
      let statement = try writer.database.prepare(
        """
        UPDATE items SET gone = ?, version = ?
        WHERE source IS NOT NULL AND gone IS NULL AND cue_track IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM playlists
          WHERE playlists.folder = items.folder AND playlists.name = items.name)
        """, during: "dropping tracks of sheets that are gone")
      statement.bind([.integer(WallClock.now), .integer(writer.version)])
      try statement.run()
      if writer.database.changes > 0 { writer.noteChange() }
    }
  }

  // MARK: Entries

  /// Looks for what playlists name, where they or the items have changed.
  ///
  /// - Parameter hasCome: Whether there are items that were not there before.
  private func resolveEntries(
    hasCome: Bool, _ writer: inout ScanWriter
  ) throws(LibraryError) {
    let hasChanged = writer.summary.hasChanges || writer.isChanged
    let lists = try PlaylistRows.rows("kind IN ('m3u', 'm3u8', 'pls', 'xspf')", [], writer.database)
    var resolver = EntryResolver(roots)
    for list in lists where !isCancelled() {
      let isNew = changed.contains(list.id) || hasOtherTracks || writer.touched.isAll
      if !isNew {
        guard hasChanged else { continue }
        var isDifferent = try PlaylistEntries.hasLost(list.id, writer.database)
        if !isDifferent, hasCome {
          isDifferent = try PlaylistEntries.hasFound(
            list, &resolver, isCancelled, writer.database)
        }
        guard isDifferent else { continue }
      }
      guard let text = try PlaylistRows.text(list.id, writer.database) else { continue }
      let entries = PlaylistFile.read(text, kind: list.kind).entries
      try PlaylistEntries.store(entries, of: list, &resolver, isCancelled, &writer)
    }
  }
}

extension PlaylistFile {
  /// What the text of a row says.
  static func read(_ text: [UInt8], kind: String) -> PlaylistFile {
    switch Kind(rawValue: kind) {
    case .m3u, .m3u8: m3u(text)
    case .pls: pls(text)
    case .xspf: xspf((try? FetchedText.locations(text)) ?? [])
    case .cue, nil: PlaylistFile()
    }
  }
}
