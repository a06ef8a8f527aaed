import Media
import Posix
import Worker

extension LibraryStore {
  /// The words of an item: of the file beside it, else of its tags. Blocks while a worker reads them.
  ///
  /// - Parameters:
  ///   - workers: Whose tagger reads the tags.
  ///   - legacyCharset: The encoding of a file beside it that is no Unicode; `nil` to guess it.
  /// - Returns: `nil` where there are none, or none that can be read.
  public func lyrics(
    of item: MediaItem, workers: WorkerPrograms, legacyCharset: String? = nil
  ) throws(LibraryError) -> Lyrics? {
    switch item.lyricsSource {
    case nil: return nil
    case .file:
      guard let name = try lyricsFile(item.persistentID) else { return nil }
      let path = item.path.parent.appending(name)
      guard let file = Self.opened(path), let bytes = TextLines.read(file.raw) else { return nil }
      return Lyrics(lrc: LegacyCharset.text(bytes, forced: legacyCharset))
    case .embedded:
      guard let file = Self.opened(item.path) else { return nil }
      return Self.embedded(file, item.path.fileExtension, workers)
    }
  }

  /// What the file beside it with its words is called.
  private func lyricsFile(_ id: PersistentID) throws(LibraryError) -> FilePath? {
    try read("looking for lyrics") { (database) throws(LibraryError) -> FilePath? in
      let statement = try database.prepare(
        "SELECT lyrics_file FROM items WHERE id = ?", during: "looking for lyrics")
      statement.bind([.integer(Int64(bitPattern: id.rawValue))])
      guard try statement.step() else { return nil }
      var columns = statement.columns
      let name = FilePath(bytes: columns.blob())
      return name.bytes.isEmpty ? nil : name
    }
  }

  /// Times are worth more than words alone.
  private static func embedded(
    _ file: borrowing FileDescriptor.Owned, _ fileExtension: String, _ workers: WorkerPrograms
  ) -> Lyrics? {
    guard let tagger = try? WorkerProcess(workers.tagger) else { return nil }
    let lines =
      fetched(.synchronizedLyrics, of: file.raw, fileExtension, by: tagger)
      .flatMap { try? FetchedText.lines($0) } ?? []
    let text = fetched(.lyrics, of: file.raw, fileExtension, by: tagger)
      .map { String(decoding: $0, as: UTF8.self) }
    if lines.isEmpty { return text.flatMap { Lyrics(lrc: $0) } }
    return Lyrics(lines: lines, text: text)
  }

  static func fetched(
    _ content: TagFetch.Content, of file: Int32, _ fileExtension: String, by tagger: WorkerProcess
  ) -> [UInt8]? {
    let request = TagFetch(content, fileExtension: fileExtension, limit: TextLines.maximumBytes)
    let found = try? tagger.fetch(request, descriptor: file, milliseconds: 10_000)
    return (try? found?.get())?.bytes
  }

  /// The chapters of an item's file in its order. Blocks while a worker reads them.
  ///
  /// - Returns: Empty where there are none, or none that can be read.
  public static func chapters(of item: MediaItem, workers: WorkerPrograms) -> [Chapter] {
    guard let file = opened(item.path), let tagger = try? WorkerProcess(workers.tagger) else {
      return []
    }
    return fetched(.chapters, of: file.raw, item.path.fileExtension, by: tagger)
      .flatMap { try? FetchedText.chapters($0) } ?? []
  }

  private static func opened(_ path: FilePath) -> FileDescriptor.Owned? {
    try? path.withCString(FileDescriptor.regularFile).file
  }
}
