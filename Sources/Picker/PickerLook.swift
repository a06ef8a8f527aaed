/// A look for words among tracks or groups. It can take a while where they are many.
struct PickerLook: Sendable {
  /// What was found for other words.
  struct Known: Sendable {
    let words: [[UInt8]]
    let hits: PickerHits
  }

  /// Texts in the order of the lines; `nil` for all there are.
  let rows: [Int]?
  let text: FoldedText
  let known: Known?

  /// How many are looked at.
  var count: Int { rows?.count ?? text.count }

  /// - Parameter words: Folded, not empty; at least one.
  func hits(_ words: [[UInt8]]) -> PickerHits {
    guard let rows else { return narrowed(words) ?? text.hits(words) }
    let exact = rows.indices.filter { text.contains(rows[$0], words) }
    if !exact.isEmpty { return PickerHits(exact, isExact: true) { text.rank(rows[$0], words) } }
    return PickerHits(rows.indices.filter { text.isSimilar(rows[$0], words) }, isExact: false) {
      text.rank(rows[$0], words)
    }
  }

  /// Those of what is known that have the new words; `nil` where there are none, or one pass over everything is
  /// faster than thousands of small ones.
  private func narrowed(_ words: [[UInt8]]) -> PickerHits? {
    guard let known else { return nil }
    if !known.hits.isExact {
      guard FoldedText.narrows(known.words, to: words) else { return nil }
      let narrowed = known.hits.lines.filter { text.isSimilar($0, words) }
      return PickerHits(narrowed, isExact: false) { text.rank($0, words) }
    }
    guard known.hits.count < text.count / 8, Self.narrows(known.words, to: words) else {
      return nil
    }
    let narrowed = text.narrow(known.hits.lines, to: words)
    return narrowed.isEmpty
      ? nil : PickerHits(narrowed, isExact: true) { text.rank($0, words) }
  }

  /// Whether whatever contains all the new words contains the earlier ones too.
  private static func narrows(_ earlier: [[UInt8]], to words: [[UInt8]]) -> Bool {
    earlier.allSatisfy { old in
      words.contains { new in
        (0...max(0, new.count - old.count)).contains { new[$0...].starts(with: old) }
      }
    }
  }
}

/// What a look for words has found, and where.
public struct PickerFound: Sendable {
  let words: [[UInt8]]
  /// `nil` where it is no more true.
  fileprivate(set) var hits: PickerHits?
  /// What it was looked for in, to be told from what is there by now.
  fileprivate let ground: Ground

  var place: PickerPlace { ground.place }

  fileprivate struct Ground: Sendable, Hashable {
    let place: PickerPlace
    let reloads: Int
    /// How often the page had come to list something else.
    let changes: Int
    /// Rows that there were.
    let rows: Int
  }
}

/// A look for words that is taken elsewhere, so that typing goes on.
struct PickerSearch: Sendable {
  fileprivate let look: PickerLook
  fileprivate let ground: PickerFound.Ground
  fileprivate let words: [[UInt8]]

  func run() -> PickerFound { PickerFound(words: words, hits: look.hits(words), ground: ground) }
}

extension PickerState {
  /// Below this it is found sooner than anybody sees.
  private static let few = 20_000

  /// What finds words on the page; `nil` where there are few lines.
  func looking(for words: [String]) -> PickerSearch? {
    let words = words.map { Array($0.utf8) }.filter { !$0.isEmpty }
    guard !words.isEmpty, let look = page.look(table), look.count >= Self.few else { return nil }
    return PickerSearch(look: look, ground: ground(of: page), words: words)
  }

  /// An answer with the rows that have come since; without hits where these are not true any more.
  func upToDate(_ answer: PickerAnswer, for page: PickerPage) -> PickerAnswer {
    switch answer {
    case .found(var found):
      found.hits = hits(found, on: page)
      return .found(found)
    case .mistake(let mistake, let meanwhile?):
      return .mistake(mistake, meanwhile: upToDate(meanwhile, for: page))
    default: return answer
    }
  }

  private func hits(_ found: PickerFound, on page: PickerPage) -> PickerHits? {
    let (then, now) = (found.ground, ground(of: page))
    if now == then { return found.hits }
    guard page.listsAll,
      (now.place, now.reloads, now.changes) == (then.place, then.reloads, then.changes),
      var hits = found.hits, hits.isExact
    else { return nil }
    hits.append(table.text.hits(found.words, from: then.rows, similar: false))
    return hits
  }

  private func ground(of page: PickerPage) -> PickerFound.Ground {
    PickerFound.Ground(
      place: page.place, reloads: reloads, changes: page.changes, rows: table.count)
  }
}
