import Media

/// What a search lets through.
enum PickerFilter: Sendable {
  case everything
  /// Lines whose text has all of these; at least one.
  case words([[UInt8]])
  case items(Set<PersistentID>)
}

/// One of the screens that a person goes through: what it lists, and where in it the person is.
struct PickerPage: Sendable {
  /// Its lines.
  enum Content: Sendable {
    case places([PickerPlace])
    /// Rows in their order; `nil` for all of the table.
    case tracks([Int]?)
    case groups([PickerGroup], FoldedText)
    case queue(PickerQueue)
    /// A name and a text each, of an item that need not be among the rows.
    case details(row: Int?, [PickerDetail])
    case keys([PickerDetail])
  }

  /// What its lines are put together by.
  enum Sections: Sendable { case none, albums, letters }

  let place: PickerPlace
  let sections: Sections
  private(set) var content: Content
  /// How often it has come to list something else.
  private(set) var changes = 0
  /// Whether what it lists is still awaited.
  var isGathering = false
  /// How many rows that is made of at least.
  var awaitedRows = 0
  /// The item of which it shows all that is known.
  var item: PersistentID?
  /// The group whose tracks it lists, where it is listed, and how many rows it was made of.
  var group: (place: PickerPlace, group: PickerGroup, madeOf: Int)?

  /// The place of the highlighted line among those shown; 0 where there is none.
  var cursor = 0
  /// The place of the topmost line on the screen.
  var offset = 0

  /// What is searched for, as it was typed.
  var search = ""
  /// Whether the search is being typed.
  var isSearchOpen = false
  /// Whether an answer to the search is awaited.
  var isFinding = false
  /// What is wrong with the search; what was found before is shown meanwhile.
  var mistake: QueryMistake?

  /// The line that was highlighted when what is shown last changed.
  private var lastLine = 0
  /// The place at which a search put the cursor; where the cursor is elsewhere, the person has moved it.
  private var foundPlace = 0
  /// Whether the person chose a line before or while searching, on which the cursor stays.
  private var isOnLine = false
  private var filter = PickerFilter.everything
  /// Lines that are shown; `nil` for all.
  private var hits: PickerHits?
  /// The line where a range begins that is about to be marked.
  private var rangeStart: Int?

  init(_ place: PickerPlace, _ content: Content, sections: Sections = .none) {
    self.place = place
    self.sections = sections
    self.content = content
  }

  /// How many lines there are, shown or not.
  func count(_ table: PickerTable) -> Int {
    switch content {
    case .places(let places): places.count
    case .tracks(let rows): rows?.count ?? table.count
    case .groups(let groups, _): groups.count
    case .queue(let queue): queue.count
    case .details(_, let lines), .keys(let lines): lines.count
    }
  }

  func shownCount(_ table: PickerTable) -> Int { hits?.count ?? count(table) }

  /// The line at a place in what is shown.
  func line(at place: Int) -> Int { hits?[place] ?? place }

  /// The rows that a place in what is shown stands for.
  func rows(at place: Int) -> [Int] {
    switch content {
    case .places, .queue, .keys: []
    case .tracks(let rows): [rows?[line(at: place)] ?? line(at: place)]
    case .groups(let groups, _): groups[line(at: place)].rows
    case .details(let row, _): row.map { [$0] } ?? []
    }
  }

  /// The first of them; without a list of all, for what looks at many.
  private func firstRow(at place: Int) -> Int? {
    switch content {
    case .tracks(let rows): rows?[line(at: place)] ?? line(at: place)
    case .groups(let groups, _): groups[line(at: place)].rows.first
    case .places, .queue, .details, .keys: rows(at: place).first
    }
  }

  /// The places in what is shown of the range that is about to be marked.
  func range(_ table: PickerTable) -> ClosedRange<Int>? {
    guard let rangeStart, shownCount(table) > 0 else { return nil }
    let start = min(place(of: rangeStart), shownCount(table) - 1)
    return min(start, cursor)...max(start, cursor)
  }

  mutating func beginRange() { rangeStart = line(at: cursor) }

  mutating func endRange() { rangeStart = nil }

  /// Those of the rows that the search itself finds.
  func matching(_ rows: [Int], _ table: PickerTable) -> [Int] {
    if case .items(let ids) = filter { rows.filter { ids.contains(table.id($0)) } } else { rows }
  }

  /// The place of a line where it is shown, else of one near it: the next, or where words were searched for, whose hits
  /// are in another order, `best`.
  private func place(of line: Int, orElse best: Int = 0) -> Int {
    guard let hits else { return line }
    if case .queue = content { return hits.place(from: line) }
    if case .words = filter { return hits.place(of: line) ?? best }
    return hits.place(from: line)
  }

  /// Shows rows that have come, where the search lets them through.
  mutating func take(rowsFrom first: Int, of table: PickerTable) {
    guard case .tracks(nil) = content, let known = hits else { return }
    let line = cursor < known.count ? known[cursor] : nil
    let hasMoved = isOnLine || cursor != foundPlace
    switch filter {
    case .everything: break
    case .words(let words):
      let found = table.text.hits(words, from: first, similar: known.count == 0 || !known.isExact)
      if found.isExact, !known.isExact, found.count > 0 {
        // Something is as it was typed after all.
        hits = table.text.hits(words)
      } else if known.isExact || !found.isExact {
        if known.count == 0 { hits = found } else { hits?.append(found) }
      }
    case .items(let ids):
      hits?.append(PickerHits((first..<table.count).filter { ids.contains(table.id($0)) }))
    }
    guard hasMoved, let line, let place = hits?.place(of: line) else { return }
    offset += place - cursor
    if cursor == foundPlace { foundPlace = place }
    cursor = place
  }

  /// Lists something else in the same place. The cursor stays on what it is on, where that is listed too.
  mutating func show(_ content: Content, _ table: PickerTable) {
    noteMoves()
    if cursor < shownCount(table) { lastLine = line(at: cursor) }
    lastLine = self.content.line(lastLine, in: content) ?? lastLine
    rangeStart = rangeStart.map { self.content.line($0, in: content) ?? $0 }
    let distance = cursor - offset
    self.content = content
    changes += 1
    isGathering = false
    hits = nil
    hits = found(by: filter, after: filter, table)
    cursor = place(of: lastLine, orElse: cursor)
    foundPlace = cursor
    offset = cursor - distance
  }

  /// Shows what the search lets through. Where the person has chosen a line the cursor stays on it while it is shown;
  /// else it goes to the best that words find, or the next of another search. A search without hits does not
  /// lose it, and it stays where it is when the search ends.
  ///
  /// - Parameter found: What that is, where it is known.
  mutating func apply(_ filter: PickerFilter, _ table: PickerTable, found: PickerHits? = nil) {
    let isSearch = if case .words = filter { true } else { false }
    noteMoves()
    // Where a search only found something better to be on, the person's own line is not forgotten.
    if cursor < shownCount(table), !isSearch || !isOnLine || cursor != foundPlace {
      lastLine = line(at: cursor)
    }
    let distance = cursor - offset
    let earlier = self.filter
    self.filter = filter
    hits = found ?? self.found(by: filter, after: earlier, table)
    let wanted = isSearch && !isOnLine ? 0 : place(of: lastLine)
    cursor = max(0, min(wanted, shownCount(table) - 1))
    foundPlace = cursor
    offset = cursor - distance
    if case .everything = filter { isOnLine = false }
  }

  private mutating func noteMoves() { if cursor != foundPlace { isOnLine = true } }

  /// The words that were found, for showing where; none where something else is searched for.
  var words: [[UInt8]] { if case .words(let words) = filter { words } else { [] } }

  /// Whether nothing is as it was typed, and what is shown is only like it.
  var isSimilar: Bool { hits.map { !$0.isExact && $0.count > 0 } ?? false }
}

extension PickerPage {
  /// Lists something else. The cursor, and where a range begins, go to the lines that theirs have become.
  mutating func relist(_ content: Content, _ table: PickerTable, line newLine: (Int) -> Int) {
    let distance = cursor - offset
    lastLine = newLine(hits.map { cursor < $0.count ? $0[cursor] : lastLine } ?? cursor)
    rangeStart = rangeStart.map(newLine)
    self.content = content
    changes += 1
    hits = nil
    hits = found(by: filter, after: .everything, table)
    cursor = place(of: lastLine, orElse: cursor)
    foundPlace = cursor
    offset = cursor - distance
  }

  /// Whether this is what an answer is awaited to.
  func awaits(_ text: String) -> Bool { isFinding && search == text }

  mutating func take(_ answer: PickerAnswer, _ table: PickerTable) {
    isFinding = false
    mistake = nil
    show(answer, table)
  }

  private mutating func show(_ answer: PickerAnswer, _ table: PickerTable) {
    switch answer {
    case .words(let words):
      let words = words.map { Array($0.utf8) }.filter { !$0.isEmpty }
      apply(words.isEmpty ? .everything : .words(words), table)
    case .found(let found): apply(.words(found.words), table, found: found.hits)
    case .items(let ids): apply(.items(ids), table)
    case .mistake(let mistake, let meanwhile):
      self.mistake = mistake
      if let meanwhile { show(meanwhile, table) }
    case .failed: break
    }
  }

  /// Whether the library was asked what the search finds.
  var asksLibrary: Bool { if case .items = filter { !search.isEmpty } else { false } }
}

extension PickerPage.Content {
  /// The line in another content of what this one has at a line.
  fileprivate func line(_ line: Int, in other: Self) -> Int? {
    switch (self, other) {
    case (.tracks(let rows?), .tracks(let others?)):
      guard rows.indices.contains(line) else { return nil }
      return others.firstIndex(of: rows[line])
    case (.groups(let groups, _), .groups(let others, _)):
      guard groups.indices.contains(line) else { return nil }
      return others.firstIndex { $0.carriesOn(groups[line]) }
    case (.queue(let queue), .queue(let other)):
      guard queue.entries.indices.contains(line) else { return nil }
      return other.place(of: queue.entries[line].id)
    default: return nil
    }
  }
}

// MARK: Searching

extension PickerPage {
  private func found(
    by filter: PickerFilter, after earlier: PickerFilter, _ table: PickerTable
  ) -> PickerHits? {
    switch (content, filter) {
    case (_, .everything), (.places, _), (.details, _), (.keys, _): return nil
    case (.tracks, .words(let words)), (.groups, .words(let words)):
      return look(table, after: earlier)?.hits(words)
    case (.tracks(nil), .items(let ids)):
      return PickerHits((0..<table.count).filter { ids.contains(table.id($0)) })
    case (.tracks(let rows?), .items(let ids)):
      return PickerHits(rows.indices.filter { ids.contains(table.id(rows[$0])) })
    case (.groups(let groups, _), .items(let ids)):
      return PickerHits(
        groups.indices.filter { groups[$0].rows.contains { ids.contains(table.id($0)) } })
    case (.queue(let queue), .words(let words)):
      return PickerHits((0..<queue.count).filter { queue.contains($0, words, table) })
    case (.queue(let queue), .items(let ids)):
      return PickerHits((0..<queue.count).filter { ids.contains(queue.id($0, table)) })
    }
  }

  /// What was found before, where that was for words.
  private func known(_ earlier: PickerFilter) -> PickerLook.Known? {
    guard case .words(let words) = earlier, let hits else { return nil }
    return PickerLook.Known(words: words, hits: hits)
  }

  /// How to look for words in what it lists; `nil` where that is never much.
  func look(_ table: PickerTable) -> PickerLook? { look(table, after: filter) }

  private func look(_ table: PickerTable, after earlier: PickerFilter) -> PickerLook? {
    switch content {
    case .tracks(let rows): PickerLook(rows: rows, text: table.text, known: known(earlier))
    case .groups(_, let text): PickerLook(rows: nil, text: text, known: known(earlier))
    case .places, .queue, .details, .keys: nil
    }
  }

  /// Whether all rows are its lines.
  var listsAll: Bool { if case .tracks(nil) = content { true } else { false } }
}

// MARK: Sections

extension PickerPage {
  /// Whether sections are shown: not among what a search finds, and not where all is one.
  func hasSections(_ table: PickerTable) -> Bool {
    let count = shownCount(table)
    guard sections != .none, hits == nil, count > 1 else { return false }
    return !areTogether(0, count - 1, table)
  }

  /// Whether places in what is shown are of one section.
  func areTogether(_ place: Int, _ other: Int, _ table: PickerTable) -> Bool {
    switch sections {
    case .none: return true
    case .letters:
      return letter(place, table) == letter(other, table)
        || header(place, table) == header(other, table)
    case .albums:
      guard let row = firstRow(at: place), let next = firstRow(at: other) else { return true }
      return table.areOfOneAlbum(row, next)
    }
  }

  /// How many tracks the section that ends at a place has, and how long they play.
  func total(ofSectionAt end: Int, _ table: PickerTable) -> (count: Int, milliseconds: Int64) {
    var (place, count, time) = (end, 0, Int64(0))
    repeat {
      if case .groups(let groups, _) = content {
        let group = groups[line(at: place)]
        (count, time) = (count + group.count, time + group.milliseconds)
      } else {
        if let row = firstRow(at: place) {
          (count, time) = (count + 1, time + table.milliseconds(row))
        }
      }
      place -= 1
    } while place >= 0 && areTogether(place, place + 1, table)
    return (count, time)
  }

  /// What stands above the section of a place.
  func header(_ place: Int, _ table: PickerTable) -> String {
    switch sections {
    case .none: ""
    case .letters: letter(place, table).map { $0.isLetter ? $0.uppercased() : "0 – 9" } ?? "…"
    case .albums: rows(at: place).first.map(table.albumTitle) ?? ""
    }
  }

  /// What the name begins with by which the line at a place is put in order.
  func letter(_ place: Int, _ table: PickerTable) -> Character? {
    switch content {
    case .places, .queue, .details, .keys: nil
    case .tracks(let rows): table.letter(rows?[line(at: place)] ?? line(at: place))
    case .groups(let groups, _): groups[line(at: place)].letter
    }
  }
}
