import Foundation
import Media
import TestSupport
import Testing
import Worker

@testable import Tagging

/// The files of `Tests/Cases/make-cases`, and what is right for each.
struct CaseTable {
  let folder: TemporaryFolder
  let rows: [CaseRow]

  static let program = Project.root + "/Tests/Cases/make-cases"

  /// Makes files anew: the table of hard ones, or as the options say.
  init(_ options: String...) async throws {
    folder = try TemporaryFolder()
    let run = try await ProgramRun.of(
      [MutagenFile.python, Self.program, folder.path] + options, deadline: 600)
    try #require(run.status == 0, "\(run.errors)")
    let table = try Data(contentsOf: URL(filePath: folder.path("expected.json")))
    rows = try JSONDecoder().decode([CaseRow].self, from: table)
  }

  func path(_ row: CaseRow) -> String { folder.path(row.path) }
}

/// One file: only what it names is judged.
struct CaseRow: Decodable {
  let path: String
  let expected: Expected

  struct Expected: Decodable {
    var fails: [String]?
    var absent: [String]?
    var title, artistDisplay, album, grouping, work, movement, discSubtitle, date,
      originalDate: String?
    var titleSort, artistSort, albumSort, albumArtistSort, composerSort: String?
    var artists, albumArtists, genres, composers, comments, performers, conductors: [String]?
    var labels, moods, mbArtists, mbAlbumArtists, legacy, long: [String]?
    var mbTrack, mbAlbum, mbReleaseGroup, mbReleaseTrack, mbWork: String?
    var track, trackCount, disc, discCount, movementNumber, tempo, rating, replaced: Int?
    var compilation: Bool?
    var trackGain, trackPeak, albumGain: Double?
    var ms, frames, tolerance: Int64?
    var rate, channels, bits, delay, padding, pictureCount: Int?
    var codec, lyrics, cueSheet: String?
    var pictures: [Picture]?
    var lines: [Line]?
    var chapters: [ChapterRow]?
    /// Why a second reader has another value: by its name, and then by the field.
    var differs: [String: [String: String]]?
  }

  /// `[kind, type, size]`
  struct Picture: Decodable {
    let value: EmbeddedPicture
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      let kind = try list.decode(UInt8.self)
      value = EmbeddedPicture(
        kind: kind, mimeType: try list.decode(String.self), size: try list.decode(Int.self))
    }
  }

  /// `[milliseconds, text]`
  struct Line: Decodable {
    let value: LyricLine
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      value = LyricLine(
        milliseconds: try list.decode(Int64.self), text: try list.decode(String.self))
    }
  }

  /// `[start, end or null, title]`
  struct ChapterRow: Decodable {
    let value: Chapter
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      let start = try list.decode(Int64.self)
      let end = try list.decodeIfPresent(Int64.self)
      value = Chapter(start: start, end: end, title: try list.decode(String.self))
    }
  }
}
