import Glibc
import Library
import MPDProtocol
import Media
import Posix
import TestSupport
import Testing

/// Whatever people do to their files, in whatever order, items stay who they are.
@Suite struct FileOperationTests {
  @Test(arguments: [true, false])
  func `any order of operations on files ends in the library that a model expects`(isLive: Bool)
    async throws
  {
    try await blocking {
      let world = try OperationWorld(seed: Effort.seed + (isLive ? 41 : 42), isLive: isLive)
      for _ in 0..<Effort.count(2000) / 20 {
        for _ in 0..<20 { try world.step() }
        try world.settle()
      }
    }
  }
}

/// Two roots with files, what the library should say of them, and dice.
private final class OperationWorld {
  /// A file as the model knows it.
  struct Model {
    var uri: String
    /// Its title, which no other file ever has.
    var title: String
    /// `nil` until the library has given one.
    var id: PersistentID?
    /// Whether it was moved, or replaced by another file, since the library last saw it. After both nothing is
    /// left that would tell who it is, unless it kept its name.
    var isMoved = false
    var isReplaced = false
    /// A copy may take the place of a file whose tags were the same when the library last saw it.
    var isCopy = false
  }

  private let home: PrivateHome
  private let daemon: RunningDaemon?
  private let client: MPDClient?
  private let seed: UInt64
  private var generator: SeededGenerator
  private var files: [Model] = []
  /// Files that were deleted: their identities never come again.
  private var dead: Set<PersistentID> = []
  private var isMounted = true
  private var titles = 0
  private var log: [String] = []
  private let template: [UInt8]

  init(seed: UInt64, isLive: Bool) throws {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    home = try PrivateHome()
    for root in ["one", "two"] { try home.folder.makeFolder("music/\(root)") }
    try home.folder.write(
      "config/segue/segue.conf",
      """
      [library]
      root = \(home.folder.path("music/one"))
      root = \(home.folder.path("music/two"))
      [output null]
      type = null

      """)
    template = Self.wave()
    daemon = isLive ? try RunningDaemon(home: home) : nil
    client = try daemon?.client()
    try daemon?.waitForScan()
    if daemon == nil {
      let store = try LibraryStore(path: library, access: .write, locale: "en_US")
      for root in ["one", "two"] { try store.addRoot(FilePath(path(root))) }
    }
    // Neither root is ever empty: an empty one that was not is one whose disk is away.
    for root in ["one", "two"] {
      for _ in 0..<3 { try create("\(root)/base") }
    }
    try settle()
  }

  private var library: String { home.folder.path("data/segue/segue.db") }

  private func path(_ uri: String) -> String { home.folder.path("music/\(uri)") }

  // MARK: Operations

  func step() throws {
    let choice = Int.random(in: 0..<100, using: &generator)
    switch choice {
    case 0..<25: try create("\(root())/\(folder())")
    case 25..<40: try retag(inPlace: choice % 2 == 0)
    case 40..<65: try move(retagging: choice >= 60)
    case 65..<75: try copy()
    case 75..<90: try delete()
    case 90..<95: try moveFolder()
    default: try mountOrUnmount()
    }
  }

  private func root() -> String { isMounted && Bool.random(using: &generator) ? "two" : "one" }

  private func folder() -> String {
    ["a", "b", "a/c", "b/d", "e"].randomElement(using: &generator) ?? "a"
  }

  /// A file that may be touched: one of each root's first stays, and an unmounted root is out of reach.
  private func pick() -> Int? {
    let candidates = files.indices.filter { isReachable(files[$0]) }
    return candidates.randomElement(using: &generator)
  }

  private func isReachable(_ file: Model) -> Bool {
    !file.uri.contains("/base/") && (isMounted || file.uri.hasPrefix("one/"))
  }

  private func newTitle() -> String {
    titles += 1
    return "title \(titles)"
  }

  private func create(_ folder: String) throws {
    let title = newTitle()
    let uri = "\(folder)/\(title).wav"
    try write(uri, title)
    files.append(Model(uri: uri, title: title))
    log.append("create \(uri)")
  }

  private func retag(inPlace: Bool) throws {
    guard let index = pick() else { return }
    let title = newTitle()
    let inPlace = inPlace || files[index].isMoved
    try rewrite(files[index].uri, title, inPlace: inPlace)
    files[index].title = title
    if !inPlace { files[index].isReplaced = true }
    log.append("retag \(files[index].uri) \(inPlace)")
  }

  private func move(retagging: Bool) throws {
    guard let index = pick(), !files[index].isReplaced else { return }
    let old = files[index].uri
    let new = "\(root())/\(folder())/moved \(newTitle()).wav"
    try makeFolder(of: new)
    try check(rename(path(old), path(new)), "rename \(old)")
    files[index].uri = new
    files[index].isMoved = true
    log.append("move \(old) \(new)")
    guard retagging else { return }
    let title = newTitle()
    try rewrite(new, title, inPlace: true)
    files[index].title = title
    log.append("and retag")
  }

  private func copy() throws {
    guard let index = pick() else { return }
    let uri = "\(root())/\(folder())/copy \(newTitle()).wav"
    try write(uri, files[index].title)
    files.append(Model(uri: uri, title: files[index].title, isCopy: true))
    log.append("copy \(files[index].uri) \(uri)")
  }

  private func delete() throws {
    guard let index = pick() else { return }
    // Who deletes a file that has a copy may have moved the one that is left.
    guard files.count(where: { $0.title == files[index].title }) == 1 else { return }
    try check(unlink(path(files[index].uri)), "delete")
    log.append("delete \(files[index].uri)")
    if let id = files[index].id { dead.insert(id) }
    files.remove(at: index)
  }

  private func moveFolder() throws {
    let root = root()
    let old = "\(root)/\(folder())"
    let new = "\(self.root())/folder \(newTitle())"
    let inside = files.filter { $0.uri.hasPrefix(old + "/") }
    // One that was replaced is known by its name and its sound.
    guard !inside.isEmpty else { return }
    try check(rename(path(old), path(new)), "rename \(old)")
    for index in files.indices where files[index].uri.hasPrefix(old + "/") {
      files[index].uri = new + files[index].uri.dropFirst(old.count)
      files[index].isMoved = true
    }
    log.append("move folder \(old) \(new)")
  }

  private func mountOrUnmount() throws {
    let away = home.folder.path("music/unmounted")
    if isMounted {
      // What was done to it before must be known, as a scan knows nothing of what is away.
      try settle()
      try check(rename(path("two"), away), "unmount")
    } else {
      try check(rename(away, path("two")), "mount")
    }
    isMounted.toggle()
    log.append(isMounted ? "mount" : "unmount")
  }

  // MARK: Files

  /// A second of silence with room for a title.
  private static func wave() -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let format =
      number(1, 2) + number(1, 2) + number(8000, 4) + number(16000, 4) + number(2, 2)
      + number(16, 2)
    return Array("WAVEfmt ".utf8) + number(16, 4) + format + Array("data".utf8) + number(1600, 4)
      + [UInt8](repeating: 0, count: 1600)
  }

  private func bytes(_ title: String) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var text = Array(title.utf8) + [0]
    if text.count % 2 == 1 { text.append(0) }
    let info = Array("INFOINAM".utf8) + number(text.count) + text
    let body = template + Array("LIST".utf8) + number(info.count) + info
    return Array("RIFF".utf8) + number(body.count) + body
  }

  private func makeFolder(of uri: String) throws {
    try home.folder.makeFolder(
      "music/\(uri.split(separator: "/").dropLast().joined(separator: "/"))")
  }

  private func write(_ uri: String, _ title: String) throws {
    try home.folder.write("music/\(uri)", bytes(title))
  }

  private func rewrite(_ uri: String, _ title: String, inPlace: Bool) throws {
    if inPlace { return try write(uri, title) }
    try write("\(uri).tmp", title)
    try check(rename(path("\(uri).tmp"), path(uri)), "replace \(uri)")
  }

  private func check(_ result: Int32, _ action: String) throws {
    guard result == 0 else { throw PosixError(action) }
  }

  // MARK: Comparison

  /// Waits until the library is as the model, or scans, and compares; learns new identities.
  func settle() throws {
    let store = try LibraryStore(path: library, access: .read)
    if daemon == nil {
      var scan = Scan(library: library, workers: .init(folder: Project.programs))
      scan.locale = "en_US"
      _ = try scan.run()
    }
    let deadline = ContinuousClock.now + Effort.within(.seconds(20))
    while let client, try !isReached(store), ContinuousClock.now < deadline {
      _ = try client.idle(["database"], timeout: .milliseconds(200))
    }
    let items = try store.items()
    #expect(
      items.map(\.uri).sorted() == files.map(\.uri).sorted(),
      "seed \(seed): \(log.suffix(60).joined(separator: "\n"))")
    let found = Dictionary(items.map { ($0.uri, $0) }, uniquingKeysWith: { first, _ in first })
    for index in files.indices {
      guard let item = found[files[index].uri] else { continue }
      let file = files[index]
      let story: Comment = "seed \(seed): \(file.uri) \(log.suffix(60).joined(separator: "\n"))"
      #expect(item.tags.title == file.title, story)
      #expect(item.isAvailable == (isMounted || file.uri.hasPrefix("one/")), story)
      if let id = file.id { #expect(item.id == id, story) }
      if file.id == nil, !file.isCopy { #expect(!dead.contains(item.id), story) }
      files[index].id = item.id
      (files[index].isMoved, files[index].isReplaced) = (false, false)
    }
    #expect(Set(items.map(\.id)).count == items.count)
  }

  private func isReached(_ store: LibraryStore) throws -> Bool {
    let items = try store.items()
    let expected = Dictionary(files.map { ($0.uri, $0.title) }, uniquingKeysWith: { $1 })
    return items.count == files.count
      && items.allSatisfy {
        expected[$0.uri] == $0.tags.title
          && $0.isAvailable == (isMounted || $0.uri.hasPrefix("one/"))
      }
  }
}
