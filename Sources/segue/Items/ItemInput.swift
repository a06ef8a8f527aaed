import FoundationEssentials
import Glibc
import Library
import Media
import Posix
import Synchronization

/// Items that standard input names, one a line: files, URIs of the library, or objects as `segue find --json`
/// prints them.
final class ItemInput: Sendable {
  /// What ends a line.
  private let end: UInt8
  private let unknownLines = Atomic<Int>(0)

  /// - Parameter isNull: Whether NULs end the lines.
  init(isNull: Bool) { end = isNull ? 0 : UInt8(ascii: "\n") }

  /// Whether standard input is a pipe or a file, and no terminal or `/dev/null`.
  static var isGiven: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    return [S_IFIFO, S_IFREG].contains(status.st_mode & S_IFMT)
  }

  /// How many lines named nothing that is in the library.
  var unknownCount: Int { unknownLines.load(ordering: .relaxed) }

  /// The items' identities in their order, each once, in batches that grow; ends early when `body` answers `false`.
  func forEachBatch(
    _ library: LibraryStore, _ body: ([PersistentID]) throws -> Bool
  ) throws {
    var seen: Set<PersistentID> = []
    var (batch, size): ([PersistentID], Int) = ([], 100)
    var isWanted = true
    try forEachLine { line in
      let ids = try Self.ids(line, library)
      if ids.isEmpty { unknownLines.wrappingAdd(1, ordering: .relaxed) }
      batch += ids.filter { seen.insert($0).inserted }
      guard batch.count >= size else { return true }
      isWanted = try body(batch)
      (batch, size) = ([], 2000)
      return isWanted
    }
    if isWanted, !batch.isEmpty { _ = try body(batch) }
    if seen.isEmpty { throw ExitError(.usage, "Standard input names no item of the library.") }
  }

  private func forEachLine(_ body: ([UInt8]) throws -> Bool) throws {
    var pending: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try retrying("read standard input") { read(STDIN_FILENO, &chunk, chunk.count) }
      pending += chunk[..<count]
      let lines = pending.split(separator: end, omittingEmptySubsequences: false)
      for line in lines.dropLast() where !line.isEmpty {
        guard try body(Array(line)) else { return }
      }
      pending = Array(lines.last ?? [])
      if count == 0 { break }
    }
    if !pending.isEmpty { _ = try body(pending) }
  }

  /// What a line names; none where that is not in the library.
  private static func ids(_ line: [UInt8], _ library: LibraryStore) throws -> [PersistentID] {
    if line.first == UInt8(ascii: "{"),
      let record = try? JSONDecoder().decode(Record.self, from: Data(line))
    {
      if let id = record.id, try library.item(id) != nil { return [id] }
      if let path = record.path, let item = try library.item(path: path) {
        return [item.persistentID]
      }
      return try record.uri.flatMap { try library.item(uri: $0) }.map { [$0.persistentID] } ?? []
    }
    if let item = try library.item(path: FilePath(bytes: line)) { return [item.persistentID] }
    let name = String(decoding: line, as: UTF8.self)
    return try library.named(name)?.map(\.persistentID) ?? []
  }

  /// What a line of `--json` knows an item by.
  private struct Record: Decodable {
    let persistentID: String?
    let uri: String?
    let pathText: String?
    let pathBase64: String?

    private enum CodingKeys: String, CodingKey {
      case persistentID, uri, pathBase64
      case pathText = "path"
    }

    var id: PersistentID? { persistentID.flatMap { PersistentID($0) } }

    var path: FilePath? {
      pathText.map { FilePath($0) }
        ?? pathBase64.flatMap { Data(base64Encoded: $0) }.map { FilePath(bytes: Array($0)) }
    }
  }
}
