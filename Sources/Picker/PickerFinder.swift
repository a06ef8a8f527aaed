import Dispatch
import Glibc
import Media
import Synchronization

/// Asks what a query means, one question at a time; of those that wait only the newest is asked.
final class PickerFinder: Sendable {
  private let source: PickerSource
  private let newest = Atomic<Int>(0)
  private let queue = DispatchQueue(label: "segue.picker.find", qos: .userInitiated)

  init(_ source: PickerSource) { self.source = source }

  /// What is to be done for an answer.
  enum Course {
    /// Nothing: words are looked for in the rows themselves.
    case answer(PickerAnswer)
    /// The library is asked for what matches.
    case ask(MediaPropertyPredicate, QueryMistake?)
  }

  func course(_ text: String) -> Course {
    newest.wrappingAdd(1, ordering: .relaxed)
    do throws(QueryMistake) {
      return course(try QueryParser.predicate(text, now: Self.now), nil)
    } catch {
      return course(text, error)
    }
  }

  private func course(_ predicate: MediaPropertyPredicate, _ mistake: QueryMistake?) -> Course {
    guard let words = predicate.words?.map(source.fold) else { return .ask(predicate, mistake) }
    return .answer(mistake.map { .mistake($0, meanwhile: .words(words)) } ?? .words(words))
  }

  /// While a word such as `artist:` waits for what shall follow it, what stands before it counts.
  private func course(_ text: String, _ mistake: QueryMistake) -> Course {
    guard case .nothingAfter = mistake.problem, mistake.place == text.count else {
      return .answer(.mistake(mistake, meanwhile: nil))
    }
    let rest = text[..<(text.lastIndex(of: " ") ?? text.startIndex)]
    guard let predicate = try? QueryParser.predicate(String(rest), now: Self.now) else {
      return .answer(.mistake(mistake, meanwhile: nil))
    }
    return course(predicate, mistake)
  }

  /// Asks on a queue of its own. `receive` is called on the main queue, unless a newer question made this one pointless.
  @MainActor func ask(
    _ predicate: MediaPropertyPredicate, _ mistake: QueryMistake?,
    receive: @escaping @MainActor @Sendable (PickerAnswer) -> Void
  ) {
    answer(receive) { [source] in
      do {
        let found = PickerAnswer.items(try source.find(predicate))
        return mistake.map { .mistake($0, meanwhile: found) } ?? found
      } catch {
        return .failed(String(describing: error))
      }
    }
  }

  /// Looks for words on a queue of its own, as `ask`.
  @MainActor func look(
    _ search: PickerSearch, _ mistake: QueryMistake?,
    receive: @escaping @MainActor @Sendable (PickerAnswer) -> Void
  ) {
    answer(receive) {
      let found = PickerAnswer.found(search.run())
      return mistake.map { .mistake($0, meanwhile: found) } ?? found
    }
  }

  @MainActor private func answer(
    _ receive: @escaping @MainActor @Sendable (PickerAnswer) -> Void,
    _ body: @escaping @Sendable () -> PickerAnswer
  ) {
    let number = newest.load(ordering: .relaxed)
    queue.async { [self] in
      guard newest.load(ordering: .relaxed) == number else { return }
      let answer = body()
      DispatchQueue.main.async { MainActor.assumeIsolated { receive(answer) } }
    }
  }

  private static var now: Timestamp {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Timestamp(nanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
  }
}

extension MediaPropertyPredicate {
  /// What must be found anywhere, where it asks for nothing else.
  var words: [String]? {
    switch self {
    case .anywhere(let text): return [text]
    case .all(let parts):
      let words = parts.compactMap(\.words)
      return words.count == parts.count ? words.flatMap(\.self) : nil
    default: return nil
    }
  }
}

extension PickerAnswer {
  /// The words that are to be found, where it is no more than that.
  var words: [String]? {
    switch self {
    case .words(let words): words
    case .mistake(_, meanwhile: .words(let words)?): words
    default: nil
    }
  }

  var mistake: QueryMistake? { if case .mistake(let mistake, _) = self { mistake } else { nil } }
}
