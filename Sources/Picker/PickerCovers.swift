import Dispatch
import Media
import Synchronization

/// Reads covers, one at a time, on a queue of its own; of those that wait only the newest is read. The last few are kept.
final class PickerCovers: Sendable {
  private let read: @Sendable (PersistentID) throws -> PickerCover?
  private let newest = Atomic<Int>(0)
  private let queue = DispatchQueue(label: "segue.picker.covers", qos: .utility)
  /// The one used last stands last.
  private let kept = Mutex<[(id: PersistentID, cover: PickerCover?)]>([])

  /// Who moves on before that does not want to see it.
  private static let delay = DispatchTimeInterval.milliseconds(60)
  private static let keptCount = 12

  init(_ read: @escaping @Sendable (PersistentID) throws -> PickerCover?) { self.read = read }

  /// `receive` is called on the main queue, unless another cover was wanted meanwhile.
  @MainActor func ask(
    _ id: PersistentID, receive: @escaping @MainActor @Sendable (PickerCover?) -> Void
  ) {
    let number = newest.wrappingAdd(1, ordering: .relaxed).newValue
    queue.asyncAfter(deadline: .now() + Self.delay) { [self] in
      guard newest.load(ordering: .relaxed) == number else { return }
      let cover = cover(id)
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          if self.newest.load(ordering: .relaxed) == number { receive(cover) }
        }
      }
    }
  }

  private func cover(_ id: PersistentID) -> PickerCover? {
    let known = kept.withLock { kept in
      kept.firstIndex { $0.id == id }.map { place in
        kept.append(kept.remove(at: place))
        return kept[kept.count - 1].cover
      }
    }
    if let known { return known }
    // A picture that cannot be read is none.
    guard let cover = try? read(id) else {
      keep(id, nil)
      return nil
    }
    keep(id, cover)
    return cover
  }

  private func keep(_ id: PersistentID, _ cover: PickerCover?) {
    kept.withLock { kept in
      kept.append((id, cover))
      if kept.count > Self.keptCount { kept.removeFirst() }
    }
  }
}
