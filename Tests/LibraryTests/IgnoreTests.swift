import Glibc
import Media
import Posix
import TestSupport
import Testing

@testable import Library

/// Ignore files, against git's own reading of the same patterns.
@Suite struct IgnoreTests {
  @Test(arguments: [
    ["*.flac"], ["/a.flac"], ["one/"], ["one"], ["one/*"], ["**/a.flac"], ["one/**"],
    ["*", "!*/", "!a.flac"],
    ["one/*", "!one/two"], ["# comment", "\\#odd", ""], ["\\!odd"], ["b.flac  ", "c\\ "],
    ["[a-b].flac"],
    ["[!a].flac"], ["[^a].flac"], ["?.flac"], ["one/**/a.flac"], ["**/two/**"], ["*/two"],
    ["a*c.flac"],
    ["[[:alpha:]].flac"], ["[]a].flac"], ["[a"], ["trailing\\"], ["**a.flac"],
    ["/*", "!/one", "/one/*", "!/one/two"],
    ["ONE"], ["two/", "!two/"], ["/"], ["**"], ["*.mp3\r"], ["one//a.flac"], ["\\a.flac"],
    ["a.flac/"],
  ])
  func `patterns keep out what git keeps out`(patterns: [String]) async throws {
    try await Self.compare([("", patterns)])
  }

  @Test func `a nearer file decides before one above it`() async throws {
    try await Self.compare([
      ("", ["*.flac", "/one/two/"]), ("one", ["!a.flac", "/b.flac"]), ("three", ["*", "!c.flac"]),
    ])
  }

  @Test(arguments: 1...UInt64(Effort.isSoak ? 200 : 12))
  func `random patterns keep out what git keeps out`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "*", "**", "/", "/", "a", "b", "one", "two", ".flac", "?", "[ab]", "[!a]", "[a-c]", "!",
      "\\a",
      "[[:lower:]]", "**/", "/**", "[", "]", "-",
    ]
    let files = (0..<3).map { index in
      (
        ["", "one", "one/two"][index],
        (0..<Int.random(in: 1...4, using: &generator)).map { _ in
          // git forgets what stands before a wildcard, and so takes `b**` for `**`, against its own manual.
          (0..<Int.random(in: 1...5, using: &generator)).map { _ in
            parts.randomElement(using: &generator) ?? ""
          }.reduce("") { $1.hasPrefix("**") && $0.last?.isLetter == true ? $0 : $0 + $1 }
        }
      )
    }
    try await Self.compare(files)
  }

  private static let names = [
    "a.flac", "b.flac", "c.flac", "abc.flac", "one/a.flac", "one/b.flac", "one/two/a.flac",
    "one/two/c.flac", "one/two/three/a.flac", "three/a.flac", "three/c.flac", "three/one/b.flac",
    "two/a.flac", "a/a.flac", "-.flac", "].flac", "[a.flac", "x.mp3",
  ]

  /// Asks git and the walk about the same tree.
  private static func compare(_ ignoreFiles: [(folder: String, lines: [String])]) async throws {
    let folder = try TemporaryFolder()
    for name in names { try folder.write("tree/\(name)", name) }
    for (place, lines) in ignoreFiles {
      let text = lines.map { "\($0)\n" }.joined()
      for name in [".segueignore", ".gitignore"] {
        try folder.write("tree/\(place)\(place.isEmpty ? "" : "/")\(name)", text)
      }
    }
    let tree = folder.path("tree")
    let environment = ["HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1"]
    #expect(
      try await ProgramRun.of(["git", "init", "-q", tree], environment: environment).status == 0)
    let git = try await ProgramRun.of(
      ["git", "-C", tree, "ls-files", "--others", "--exclude-standard", "-z"],
      environment: environment)
    let expected = git.output.split(separator: "\0").map(String.init)
      .filter { !$0.hasSuffix("ignore") }.sorted()
    var found: [String] = []
    var walk = FolderWalk(root: FilePath(tree), roots: [FilePath(tree)])
    walk.walk(FilePath("")) { folder in
      found += folder.files.map(\.path.uri)
      return true
    }
    #expect(found.sorted() == expected, "\(ignoreFiles)")
  }

  @Test func `both kinds of files count, and a marker keeps its folder out`() async throws {
    let rig = try Rig()
    for name in ["a", "b", "in/a", "in/b", "marked/a", "marked/in/a", "else/a"] {
      try rig.put(as: "\(name).flac")
    }
    try await rig.scan(["music"])
    let ids = try ScanTests.ids(rig)
    #expect(ids.count == 7)
    try rig.folder.write("music/.mpdignore", "b.flac\n")
    try rig.folder.write("music/.segueignore", "else/\n")
    try rig.folder.write("music/marked/.nomedia", "")
    let summary = try await rig.scan()
    #expect(summary.gone == 5)
    #expect(try rig.uris().sorted() == ["a.flac", "in/a.flac"])
    // Not by asking for a part, either.
    for part in ["music/else", "music/marked/in", "music/in/b.flac"] {
      #expect(try await rig.scan([part]).added == 0, "\(part)")
    }
    for name in [".mpdignore", ".segueignore", "marked/.nomedia"] {
      #expect(unlink(rig.folder.path("music/\(name)")) == 0)
    }
    try await rig.scan()
    #expect(try ScanTests.ids(rig) == ids)
  }

  @Test(arguments: ["*a", "**/", "[a-z]*", "[[:alpha:][:alpha:][:alpha:][:alpha:]]*"])
  func `a hostile ignore file takes no time and no stack, and is told`(part: String) throws {
    let folder = try TemporaryFolder()
    let line = String(repeating: part, count: 4000 / part.utf8.count) + "b\n"
    let deep = String(repeating: part, count: 1_000_000 / part.utf8.count) + "b\n"
    try folder.write("music/.segueignore", String(repeating: line, count: 200) + "*.mp3\n")
    try folder.write("music/in/.mpdignore", deep)
    let name = String(repeating: "a", count: 200)
    for number in 0..<2 { try folder.write("music/in/\(name)\(number).flac", "") }
    try folder.write("music/x.mp3", "")
    let music = FilePath(folder.path("music"))
    var walk = FolderWalk(root: music, roots: [music])
    var found = 0
    let took = ContinuousClock().measure {
      walk.walk(FilePath("")) { folder in
        found += folder.files.count
        return true
      }
    }
    #expect(found == 2)
    #expect(took < Effort.within(.seconds(10)), "\(took)")
    // The other one is told of where it took too long.
    let told = Set(walk.problems.map(\.path.uri)).subtracting([".segueignore"])
    #expect(told == ["in/.mpdignore"])
    #expect(walk.problems.count <= 2)
  }

  @Test func `patterns that take too long to compare are told of`() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "x", count: 150)
    try folder.write("in/\(name).flac", "")
    try folder.write(
      "in/.mpdignore", (0..<1000).map { "*x*\($0)*.bak\n" }.joined())
    var walk = FolderWalk(root: FilePath(folder.path), roots: [])
    var found = 0
    walk.walk(FilePath("")) { folder in
      found += folder.files.count
      return true
    }
    #expect(found == 1)
    #expect(walk.problems.map(\.path.uri) == ["in/.mpdignore"])
    #expect(walk.problems.first?.failure.kind == .tooLong)
  }

  @Test func `of an ignore file a thousand patterns count`() throws {
    let lines = (0..<1001).map { "\($0)\n" }.joined()
    let (patterns, isCut) = IgnoreRules.patterns(Array(lines.utf8))
    #expect(patterns.count == 1000 && isCut)
    #expect(!IgnoreRules.patterns(Array("a\n#b\n".utf8)).isCut)
  }
}
