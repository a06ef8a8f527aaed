import Foundation
import TestSupport
import Testing

/// The tree that `make-cases --tree` makes, scanned, with its table.
struct CaseTree {
  static let python = Project.root + "/.build/venv/bin/python"

  let home: PrivateHome
  let music: String
  let rows: [Row]
  /// By the bytes of their paths below the music folder.
  let items: [Data: [[String: Any]]]
  let report: [Data: [String: String]]

  struct Row {
    let path: Data
    let status: String
    private let values: [String: Any]

    init?(_ values: [String: Any]) {
      guard let path = values["path"] as? String, let bytes = Data(base64Encoded: path),
        let status = values["status"] as? String
      else { return nil }
      (self.path, self.status, self.values) = (bytes, status, values)
    }

    func text(_ key: String) -> String? { values[key] as? String }

    /// For messages.
    var name: Comment {
      Comment(rawValue: String(String(decoding: path, as: UTF8.self).prefix(80)))
    }
    var title: String? { text("title") }
    var seconds: Double { values["seconds"] as? Double ?? 0 }
    var seen: [String: [String: Any]] { values["seen"] as? [String: [String: Any]] ?? [:] }
    var differs: [String: [String: String]] {
      values["differs"] as? [String: [String: String]] ?? [:]
    }

    var entries: [Data?] {
      (values["entries"] as? [Any] ?? []).map {
        ($0 as? String).flatMap { Data(base64Encoded: $0) }
      }
    }

    var tracks: [(title: String, start: Double, seconds: Double)] {
      (values["tracks"] as? [[Any]] ?? []).map {
        ($0[0] as? String ?? "", $0[1] as? Double ?? 0, $0[2] as? Double ?? 0)
      }
    }
  }

  /// - Parameter isSeen: Whether other readers are asked, too.
  init(
    isSeen: Bool = false, configuration: String = "[output null]\ntype = null\n"
  ) async throws {
    home = try PrivateHome(configuration: configuration)
    let made = try await ProgramRun.of(
      [Self.python, Project.root + "/Tests/Cases/make-cases", home.folder.path("tree"), "--tree"]
        + (isSeen ? ["--seen"] : []),
      deadline: 120)
    #expect(made.errors == "")
    music = home.folder.path("tree/music")
    let table = try Data(contentsOf: URL(fileURLWithPath: home.folder.path("tree/expected.json")))
    let values = try JSONSerialization.jsonObject(with: table) as? [[String: Any]] ?? []
    rows = values.compactMap(Row.init)
    let scan = try await home.segue("scan", music)
    #expect(scan.status == 0, "\(scan.errors)")
    let top = Data("\(music)/".utf8)
    items = Dictionary(grouping: try await Self.lines(home, "list")) { Self.path(of: $0, top) }
    // Many of the files are copies of each other, which is told of them besides.
    let problems = try await Self.lines(home, "scan", "--report").filter {
      $0["status"] as? String != "duplicate"
    }
    report = Dictionary(
      uniqueKeysWithValues: problems.map {
        (Self.path(of: $0, top), $0 as? [String: String] ?? [:])
      })
  }

  func lines(_ arguments: String...) async throws -> [[String: Any]] {
    try await Self.lines(home, arguments)
  }

  /// How the playlists and sheets that have files of their own are called, by their paths.
  func playlists() async throws -> [Data: String] {
    Dictionary(
      uniqueKeysWithValues: try await lines("playlist", "list").map {
        (path(of: $0), $0["uri"] as? String ?? "")
      })
  }

  func path(of object: [String: Any]) -> Data { Self.path(of: object, Data("\(music)/".utf8)) }

  private static func lines(
    _ home: PrivateHome, _ arguments: String...
  ) async throws -> [[String: Any]] {
    try await lines(home, arguments)
  }

  private static func lines(
    _ home: PrivateHome, _ arguments: [String]
  ) async throws -> [[String: Any]] {
    let run = try await ProgramRun.of(
      [Project.programs + "/segue"] + arguments + ["--json"], environment: home.environment)
    return try run.lines.map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
  }

  /// The true bytes of an object's path, below the top.
  private static func path(of object: [String: Any], _ top: Data) -> Data {
    let coded = (object["pathBase64"] as? String).flatMap { Data(base64Encoded: $0) }
    let path = coded ?? Data((object["path"] as? String ?? "").utf8)
    return Data(path.dropFirst(top.count))
  }
}
