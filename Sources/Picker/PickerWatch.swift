import Dispatch
import Synchronization

/// Takes what happens elsewhere to a picker.
public final class PickerWatch: Sendable {
  private let cancelled = Atomic<Bool>(false)
  private let receive: @MainActor @Sendable (PickerEvent) -> Void

  init(receive: @escaping @MainActor @Sendable (PickerEvent) -> Void) { self.receive = receive }

  /// Whether nobody wants to know any more.
  public var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Hands on an event, from any thread; they arrive on the main queue, in order where they are told in order.
  public func tell(_ event: PickerEvent) {
    DispatchQueue.main.async { [self] in
      MainActor.assumeIsolated { if !isCancelled { receive(event) } }
    }
  }

  func cancel() { cancelled.store(true, ordering: .relaxed) }
}
