import Foundation
import TestSupport
import Testing

/// What `make bench` is made of works; what it measures is not asked here.
@Suite struct BenchTests {
  private typealias Object = [String: Any]

  @Test func `the benchmark's library is read as it was written, and its table is whole`()
    async throws
  {
    let folder = try TemporaryFolder()
    let music = folder.path("music")
    let maker = try await ProgramRun.of(
      [Project.root + "/Tests/Bench/make-library", music, "--files", "50"])
    #expect(maker.status == 0, "\(maker.errors)")
    try await Self.compare(music)

    let run = try await ProgramRun.of([
      Project.programs + "/segue-bench", "--programs", Project.programs, "--library", music,
      "--rounds", "1", "--maker", Project.root + "/Tests/Bench/make-database", "--items", "300",
      "--json", folder.path("json"), "first", "again", "memory", "scale", "search",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.first?.contains("; 50 files, ") == true)
    #expect(run.lines.count { $0.hasPrefix("first scan, ") || $0.hasPrefix("scan again, ") } == 7)
    #expect(run.lines.count { $0.hasPrefix("300 items: ") } == 8)
    #expect(run.output.contains("scan again, wall"))
    #expect(run.lines.last?.hasPrefix("files a second: there is no smaller library") == true)
    let report = try #require(Self.object(Data(contentsOf: URL(filePath: folder.path("json")))))
    let rows = try #require(report["rows"] as? [Object])
    #expect(report["files"] as? Int == 50 && rows.count == 16)
    let again = try #require(rows.first { $0["against"] as? String == "find -printf" })
    #expect((again["ours"] as? [Double])?.count == 3)
    #expect((again["theirs"] as? [Double])?.allSatisfy { $0 > 0 } == true)
  }

  /// What the library says is what its maker wrote down.
  private static func compare(_ music: String) async throws {
    let home = try PrivateHome()
    _ = try await home.segue("scan", music)
    let items = try await home.segue("list", "--json").lines.compactMap { object(Data($0.utf8)) }
    let written = try String(contentsOfFile: music + ".jsonl", encoding: .utf8)
      .split(separator: "\n").compactMap { object(Data($0.utf8)) }
    #expect(items.count == 50 && written.count == 50)
    for row in written {
      let path = row["path"] as? String ?? ""
      let item = items.first { $0["uri"] as? String == path }
      for key in ["title", "artist", "album"] {
        #expect(item?[key] as? String == row[key] as? String, "\(path)")
      }
      #expect(item?["trackNumber"] as? Int == row["trackNumber"] as? Int, "\(path)")
      #expect(row["picture"] as? Bool == false || item?["hasArtwork"] as? Bool == true, "\(path)")
      let seconds = item?["duration"] as? Double ?? 0
      #expect(abs(seconds - (row["duration"] as? Double ?? 0)) < 0.1, "\(path)")
    }
  }

  private static func object(_ data: Data) -> Object? {
    try? JSONSerialization.jsonObject(with: data) as? Object
  }
}
