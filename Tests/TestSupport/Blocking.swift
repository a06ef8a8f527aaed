import Dispatch

/// Runs what blocks on a thread that may, away from the pool that all tests share.
public func blocking<Success: Sendable>(
  _ body: @escaping @Sendable () throws -> Success
) async throws -> Success {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
  }
}
