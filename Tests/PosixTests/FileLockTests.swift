import Posix
import TestSupport
import Testing

@Suite struct FileLockTests {
  @Test func `a lock is held by one at a time and free when let go`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("lock")
    #expect(try Self.isFree(path))
    let freeWhileHeld = try Self.holding(path) { try Self.isFree(path) }
    #expect(!freeWhileHeld)
    #expect(try Self.isFree(path))
  }

  private static func isFree(_ path: String) throws -> Bool {
    if let lock = try FileLock.take(path, waiting: false) {
      _ = consume lock
      return true
    }
    return false
  }

  private static func holding(_ path: String, _ body: () throws -> Bool) throws -> Bool {
    let lock = try FileLock.take(path, waiting: true)
    let result = try body()
    _ = consume lock
    return result
  }
}
