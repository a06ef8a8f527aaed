import Dispatch
import Posix
import TestSupport
import Testing

@testable import Library

@Suite struct StopFlagTests {
  /// What would never end.
  private static let endless =
    "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"

  @Test func `a query that nobody waits for any more ends`() async throws {
    let folder = try TemporaryFolder()
    let store = try LibraryStore(path: folder.path("segue.db"), access: .write)
    let flag = StopFlag()
    let error = try await blocking {
      let began = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        began.wait()
        flag.raise()
      }
      return #expect(throws: LibraryError.self) {
        try StopFlag.$current.withValue(flag) {
          try store.read("counting") { database throws(LibraryError) in
            began.signal()
            _ = try database.number(Self.endless, during: "counting")
          }
        }
      }
    }
    guard case .database(9, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // The connection is as it was.
    #expect(try store.roots().isEmpty)
    #expect(try StopFlag.$current.withValue(StopFlag()) { try store.roots() }.isEmpty)
  }
}
