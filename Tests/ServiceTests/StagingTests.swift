import Configuration
import MPDProtocol
import Testing

@testable import Service

/// Items that clients have named for a command to come.
@MainActor @Suite struct StagingTests {
  private let area = StagingArea()
  private var limits = Limits()

  init() { limits.stagedByAll = 10_000 }

  private func client() -> Session { Session(isLocal: false, permissions: .all) }

  /// Names that take some 1,000 bytes.
  private let names = (0..<10).map { "\($0)" + String(repeating: "x", count: 35) }

  @Test func `what is staged is taken once, in its order`() throws {
    let one = client()
    try area.add(["a", "b"], for: one, within: limits)
    #expect(
      try area.take(["c"], for: one, within: limits).names == ["a", "b", "c"].map { .uri($0) })
    #expect(try area.take([], for: one, within: limits).names.isEmpty)
  }

  @Test func `no more is staged than a client may have`() throws {
    var limits = Limits()
    (limits.staged, limits.stagedBytes) = (5, 20)
    let one = client()
    #expect(throws: MPDError.self) {
      try area.add(Array(repeating: "", count: 6), for: one, within: limits)
    }
    #expect(throws: MPDError.self) {
      try area.add(["123456789012345678901"], for: one, within: limits)
    }
    #expect(try area.take([], for: one, within: limits).names.isEmpty)
    try area.add(["1234567890", "1234567890"], for: one, within: limits)
    #expect(throws: MPDError.self) { try area.add(["1"], for: one, within: limits) }
    try area.add(["12345678901234567890"], for: one, within: limits)
    #expect(try area.take([], for: one, within: limits).names.count == 1)
  }

  @Test func `who holds the most pays for all, and is told`() throws {
    let (greedy, other, modest) = (client(), client(), client())
    for _ in 0..<6 { try area.add(names, for: greedy, within: limits) }
    for _ in 0..<3 { try area.add(names, for: other, within: limits) }
    for _ in 0..<2 { try area.add(names, for: modest, within: limits) }
    #expect(try area.take([], for: modest, within: limits).names.count == 20)
    #expect(throws: MPDError.self) { try area.take(["x"], for: greedy, within: limits) }
    #expect(try area.take([], for: other, within: limits).names.count == 30)
    // It begins again.
    #expect(try area.take(["x"], for: greedy, within: limits).names.count == 1)
  }

  @Test func `no number of clients holds more than all may`() throws {
    let clients = (0..<100).map { _ in client() }
    for client in clients { try? area.add(names + names, for: client, within: limits) }
    let held = clients.reduce(0) { sum, client in
      sum + ((try? area.take([], for: client, within: limits).names.count) ?? 0)
    }
    #expect(held > 0 && held <= 100)
  }

  @Test func `what is in use counts until it is not`() throws {
    let (one, other) = (client(), client())
    for _ in 0..<6 { try area.add(names, for: one, within: limits) }
    var taken: StagedNames? = try area.take([], for: one, within: limits)
    #expect(taken?.names.count == 60)
    #expect(throws: MPDError.self) {
      for _ in 0..<6 { try area.add(names, for: other, within: limits) }
    }
    taken = nil
    for _ in 0..<9 { try area.add(names, for: other, within: limits) }
    area.leave(other)
    for _ in 0..<9 { try area.add(names, for: one, within: limits) }
  }
}
