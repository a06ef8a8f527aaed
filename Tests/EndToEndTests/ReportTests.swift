import Foundation
import Glibc
import Posix
import TestSupport
import Testing

/// What segue says of the library and of itself.
@Suite struct ReportTests {
  @Test func `a scan tells programs how far it is and what came of it`() async throws {
    let home = try PrivateHome()
    let scan = try await home.segue("scan", "--json", Project.music)
    #expect(scan.status == 0, "\(scan.errors)")
    let events = try scan.lines.map(Self.object)
    #expect(events.dropLast().allSatisfy { $0["event"] as? String == "progress" })
    #expect(events.contains { $0["phase"] as? String == "reading" && $0["toRead"] as? Int == 34 })
    let last = try #require(events.last)
    #expect(last["event"] as? String == "done" && last["added"] as? Int == 34)
    #expect(last["elapsed"] as? Double ?? 0 > 0)
  }

  @Test func `files of the same sound are found whatever their tags, and no others`() async throws {
    let home = try PrivateHome()
    let source = "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac"
    let bytes = try FileDescriptor(opening: source).readAll()
    try home.folder.write("music/a.flac", bytes)
    try home.folder.write("music/b.flac", bytes)
    let run = try await ProgramRun.of([
      "ffmpeg", "-v", "error", "-i", source, "-metadata", "title=Another Title", "-c", "copy",
      home.folder.path("music/retagged.flac"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    // As long, and another sound.
    let other = try await ProgramRun.of([
      "ffmpeg", "-v", "error", "-i", source, "-af", "volume=0.5",
      home.folder.path("music/softer.flac"),
    ])
    #expect(other.status == 0, "\(other.errors)")
    _ = try await home.segue("scan", home.folder.path("music"))
    let likely = try await Self.duplicates(home)
    #expect(likely == ["b.flac: It may have the same sound as "])
    let proven = try await Self.duplicates(home, "--verify")
    #expect(
      proven == [
        "b.flac: It has the same sound as ", "retagged.flac: It has the same sound as ",
      ])
    #expect(try await home.segue("scan", "--verify").status == 2)
  }

  private static func duplicates(_ home: PrivateHome, _ option: String...) async throws -> [String]
  {
    let arguments = ["\(Project.programs)/segue", "scan", "--report", "--json"] + option
    let run = try await ProgramRun.of(arguments, environment: home.environment, deadline: 60)
    return try run.lines.map(object).filter { $0["status"] as? String == "duplicate" }.map {
      let path = $0["path"] as? String ?? ""
      let reason = $0["reason"] as? String ?? ""
      let end = reason.range(of: home.folder.path("music"))?.lowerBound ?? reason.endIndex
      return "\(path.split(separator: "/").last ?? ""): \(reason[..<end])"
    }.sorted()
  }

  @Test func `the doctor finds nothing wrong where nothing is`() async throws {
    let home = try PrivateHome()
    let none = try await home.segue("doctor")
    #expect(
      none.status == 0 && none.output.contains("Make it: segue scan FOLDER"), "\(none.output)")
    _ = try await home.segue("scan", Project.music)
    let doctor = try await home.segue("doctor", "--json")
    #expect(doctor.status == 0, "\(doctor.output)")
    let findings = try doctor.lines.map(Self.object)
    let states = Dictionary(
      findings.map { ($0["about"] as? String ?? "", $0["state"] as? String ?? "") },
      uniquingKeysWith: { first, _ in first })
    for about in ["version", "library", "backup", "folder", "places", "daemon", "files"] {
      #expect(states[about] == "good", "\(about)")
    }
    if Effort.sanitizer == nil {
      #expect(doctor.output.contains("seccomp"))
    }
    #expect(findings.allSatisfy { ($0["state"] as? String == "good") == ($0["advice"] == nil) })
  }

  @Test func `the doctor says what is wrong and what to do`() async throws {
    let home = try PrivateHome()
    try home.folder.write("music/empty.mp3", "")
    let bytes = try FileDescriptor(opening: "\(Project.music)/Abel Marr/Low Water/01 Ebb Line.flac")
      .readAll()
    try home.folder.write("music/a.flac", bytes)
    _ = try await home.segue("scan", home.folder.path("music"))
    #expect(rename(home.folder.path("music"), home.folder.path("away")) == 0)
    let away = try await home.segue("doctor")
    #expect(away.status == 1)
    #expect(away.output.contains("No such file or directory"))
    #expect(away.output.contains("segue roots remove \"music\""))
    #expect(away.output.contains("See which and why: segue scan --report"))
    for suffix in ["-wal", "-shm"] { unlink(home.folder.path("data/segue/segue.db\(suffix)")) }
    try FileDescriptor(opening: home.folder.path("data/segue/segue.db"), O_WRONLY)
      .write([UInt8](repeating: 0x5A, count: 8192))
    let damaged = try await home.segue("doctor")
    #expect(damaged.status == 1 && damaged.output.contains("Mend it: segue scan"))
  }

  private static func object(_ line: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
  }
}
