import Synchronization

/// Says once, to whoever does something for another, that nobody waits for it any more.
public final class StopFlag: Sendable {
  private let isRaised = Atomic<Bool>(false)

  /// The flag of what the current thread is doing; `nil` where nobody can lose interest in it.
  @TaskLocal public static var current: StopFlag?

  public init() {}

  public func raise() { isRaised.store(true, ordering: .relaxed) }

  public var isSet: Bool { isRaised.load(ordering: .relaxed) }
}
