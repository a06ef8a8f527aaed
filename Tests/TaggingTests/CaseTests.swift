import Foundation
import Glibc
import Media
import Posix
import TestSupport
import Testing

@testable import Tagging
@testable import Worker

/// Files that other readers get wrong, one row of a table each.
@Suite(.enabled(if: MutagenFile.isInstalled, "needs .make/venv"), .serialized)
struct CaseTests {
  @Test func `every hard file is read as the table says, by a tagger in its sandbox`() async throws
  {
    let table = try await CaseTable()
    #expect(table.rows.count > 150)
    let tagger = try Tagger()
    for row in table.rows {
      let reply = try #require(try tagger.read([table.path(row)]).first, "\(row.path)")
      switch reply.outcome {
      case .success(let record):
        #expect(row.expected.fails == nil, "\(row.path) was read")
        CaseComparison(record: record, row: row).check()
        try Self.checkLong(row, table.path(row), tagger)
      case .failure(let failure):
        #expect(
          row.expected.fails?.contains(failure.kind.rawValue) == true, "\(row.path): \(failure)")
      }
    }
    try await Self.compareReaders(table)
    // Some have pictures of up to 100 MB, which cost nothing. A sanitizer has memory of its own.
    if Program.environment("SEGUE_SANITIZER") == nil {
      #expect(try Self.peakMegabytes(tagger.process.pid) < 64)
    }
  }

  /// Each disagreement of another reader has its reason in the table, and each reason is still one.
  private static func compareReaders(_ table: CaseTable) async throws {
    // What would take them gigabytes says nothing of us.
    let rows = table.rows.filter { $0.expected.fails == nil && !$0.path.contains("huge") }
    let (sounds, others) = (
      rows.filter { $0.expected.ms != nil }, rows.filter { $0.expected.ms == nil }
    )
    let run = try await ProgramRun.of(
      [MutagenFile.python, CaseTable.program, "--read"] + sounds.map { table.path($0) } + ["--tags"]
        + others.map { table.path($0) }, deadline: 600)
    try #require(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    try #require(lines.count == rows.count)
    for (row, line) in zip(sounds + others, lines) {
      let second = try JSONDecoder().decode(SecondReading.self, from: Data(line.utf8))
      for difference in second.differences(from: row.expected) {
        #expect(difference.isExplained, "\(row.path): \(difference)")
      }
    }
  }

  /// The most memory that a process has had.
  private static func peakMegabytes(_ process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber))) / 1024
  }

  /// 2,000 in a soak, else 200.
  @Test func `a made library is read as it was written, field by field`() async throws {
    let table = try await CaseTable("--library", "\(Effort.count(2000))", "21")
    let tagger = try Tagger()
    for start in stride(from: 0, to: table.rows.count, by: TagRequest.maximumFiles) {
      let rows = table.rows[start...].prefix(TagRequest.maximumFiles)
      for (row, reply) in zip(rows, try tagger.read(rows.map { table.path($0) })) {
        CaseComparison(record: try reply.outcome.get(), row: row).check()
      }
    }
  }

  /// 20,000 in a soak, else 2,000; without the address sanitizer a worker that dies is what would be seen.
  @Test func `every hard file that was changed at random is accounted for`() async throws {
    let count = Effort.count(20_000)
    let table = try await CaseTable("--changed", "\(count)", "5")
    var tagger = try Tagger()
    let names = try MusicFolder.files(table.folder.path("changed"))
    try #require(names.count == count)
    for start in stride(from: 0, to: count, by: TagRequest.maximumFiles) {
      let batch = Array(names[start...].prefix(TagRequest.maximumFiles))
      do {
        _ = try tagger.read(batch)
      } catch {
        tagger = try Tagger()
        Issue.record("\(error), by one of \(batch)")
      }
    }
  }

  private static func checkLong(_ row: CaseRow, _ path: String, _ tagger: Tagger) throws {
    let wanted = row.expected
    if let lyrics = wanted.lyrics {
      let text = String(decoding: try tagger.fetch(.lyrics, of: path).get().bytes, as: UTF8.self)
      #expect(text == lyrics, "\(row.path)")
    }
    if let sheet = wanted.cueSheet {
      let text = String(decoding: try tagger.fetch(.cueSheet, of: path).get().bytes, as: UTF8.self)
      #expect(text == sheet, "\(row.path)")
    }
    if let lines = wanted.lines {
      let bytes = try tagger.fetch(.synchronizedLyrics, of: path).get().bytes
      #expect(try FetchedText.lines(bytes) == lines.map(\.value), "\(row.path)")
    }
    if let chapters = wanted.chapters {
      let bytes = try tagger.fetch(.chapters, of: path).get().bytes
      #expect(try FetchedText.chapters(bytes) == chapters.map(\.value), "\(row.path)")
    }
    for (place, picture) in (wanted.pictures ?? []).enumerated() where picture.value.size < 1 << 20
    {
      let found = try tagger.fetch(.picture(place), of: path).get()
      #expect(found.bytes.count == picture.value.size, "\(row.path)")
      #expect(found.mimeType == picture.value.mimeType, "\(row.path)")
    }
  }
}

extension Tagger {
  /// Fetches one thing of a file.
  func fetch(
    _ content: TagFetch.Content, of path: String, limit: Int = 1 << 20
  ) throws -> Result<(bytes: [UInt8], mimeType: String), ReadFailure> {
    let file = try FileDescriptor(opening: path)
    let request = TagFetch(content, fileExtension: FilePath(path).fileExtension, limit: limit)
    return try process.fetch(request, descriptor: file.raw, milliseconds: 30_000)
  }
}

/// What mutagen and ffprobe say of one file.
struct SecondReading: Decodable {
  let mutagen: Reader
  let ffprobe: Reader

  struct Reader: Decodable {
    var refused: String?
    var title, album, date, track: String?
    var artists, genres: [String]?
    var seconds: Double?
    var rate, channels: Int?
  }

  struct Difference: CustomStringConvertible {
    let description: String
    let isExplained: Bool
  }

  func differences(from expected: CaseRow.Expected) -> [Difference] {
    compare("mutagen", mutagen, expected) + compare("ffprobe", ffprobe, expected)
  }

  /// Only what the reader says and the table names is compared; and a reason for a field that agrees is wrong, too.
  private func compare(
    _ name: String, _ reader: Reader, _ expected: CaseRow.Expected
  ) -> [Difference] {
    let reasons = expected.differs?[name] ?? [:]
    if reader.refused != nil { return [] }
    var differing: [String: String] = [:]
    var agreeing: Set<String> = []
    func note<Value: Equatable>(_ field: String, _ found: Value?, _ wanted: Value?) {
      guard let wanted, let found else { return }
      if found == wanted {
        agreeing.insert(field)
      } else {
        differing[field] = "\(found), not \(wanted)"
      }
    }
    note("title", reader.title, expected.title)
    note("album", reader.album, expected.album)
    note("date", reader.date, expected.date)
    note("artists", reader.artists, expected.artists)
    note("genres", reader.genres, expected.genres)
    if let seconds = reader.seconds, let wanted = expected.ms,
      abs(seconds * 1000 - Double(wanted)) > Double(max(50, expected.tolerance ?? 0))
    {
      differing["seconds"] = "\(seconds) s, not \(wanted) ms"
    }
    let stale = agreeing.intersection(reasons.keys).map {
      Difference(description: "\(name) agrees on \($0), against the table", isExplained: false)
    }
    return stale
      + differing.map {
        Difference(
          description: "\(name) says of \($0.key): \($0.value)", isExplained: reasons[$0.key] != nil
        )
      }
  }
}
