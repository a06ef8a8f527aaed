import Library
import MPDProtocol
import Media

/// Writes items straight from their rows: of long answers most of the time went into texts that were made for a line.
struct SongWriter: Sendable {
  /// What a client sees of the tags, in MPD's order.
  private let columns: [(name: StaticString, column: ItemRow.Column)]
  private let tags: MPDTagSet

  init(_ tags: MPDTagSet) {
    self.tags = tags
    columns = MPDTag.allCases.compactMap { tag in
      guard tags.contains(tag), let property = tag.property else { return nil }
      return ItemRow.Column(property).map { (tag.name, $0) }
    }
  }

  func write(_ item: FoundItem, _ answer: inout ResponseWriter) {
    switch item {
    case .item(let item): answer.song(item, tags: tags)
    case .row(let row): write(row, &answer)
    }
  }

  /// As `ResponseWriter.song`.
  func write(_ row: ItemRow, _ answer: inout ResponseWriter) {
    answer.file(row)
    answer.line("Last-Modified", row.modified.description)
    answer.line("added", row.added.description)
    if let rate = row.sampleRate, let channels = row.channels {
      answer.line("Format", "\(rate):\(row.bitsPerSample.map { String($0) } ?? "f"):\(channels)")
    }
    for (name, column) in columns {
      if let value = row.value(column) { answer.lines(name, value) }
    }
    if let milliseconds = row.milliseconds {
      answer.line("Time", (milliseconds + 500) / 1000)
      answer.line("duration", milliseconds: milliseconds)
    }
  }
}

/// A folder and everything below it as an answer in pieces, written as it is read.
struct TreeAnswer {
  private(set) var answer = ResponseWriter()
  private(set) var pieces: [[UInt8]] = []
  /// Of one folder, before their order is known.
  private var rows = ResponseWriter()
  private var ends: [Int] = []
  private let writeRow: (ItemRow, inout ResponseWriter) -> Void
  private let writeEntry: (FolderEntry, inout ResponseWriter) -> Void

  private static let pieceSize = 1 << 18

  init(
    row: @escaping (ItemRow, inout ResponseWriter) -> Void,
    entry: @escaping (FolderEntry, inout ResponseWriter) -> Void
  ) {
    (writeRow, writeEntry) = (row, entry)
  }

  mutating func take(_ visit: FolderVisit) {
    switch visit {
    case .row(let row):
      writeRow(row, &rows)
      ends.append(rows.count)
      return
    case .order(let order):
      answer.append(rows, order, ends: ends)
      rows.clear()
      ends.removeAll(keepingCapacity: true)
    case .entry(let entry): writeEntry(entry, &answer)
    }
    if answer.count >= Self.pieceSize { pieces.append(answer.drain()) }
  }
}

extension ResponseWriter {
  mutating func file(_ row: ItemRow) {
    let name = row.name
    // As `FilePath.uri`: all but these is written in another way.
    if name.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) {
      line("file", in: row.folder, name)
    } else {
      line("file", row.folder.isEmpty ? row.nameURI : "\(row.folder)/\(row.nameURI)")
    }
  }

  fileprivate mutating func lines(_ key: StaticString, _ value: ItemRow.Value) {
    switch value {
    case .text(let text): line(key, text)
    case .number(let number): line(key, number)
    case .date(let date): line(key, date.description)
    case .list(var list):
      while let end = list.firstIndex(of: 0x1F) {
        line(key, UnsafeBufferPointer(rebasing: list[..<end]))
        list = UnsafeBufferPointer(rebasing: list[(end + 1)...])
      }
      line(key, list)
    }
  }
}
