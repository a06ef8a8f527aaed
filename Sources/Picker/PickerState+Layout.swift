import Media

/// A line of the list on the screen.
public enum PickerListLine: Sendable, Hashable {
  /// What stands above a section; the first one stays while its rows scroll.
  case header(String)
  /// The row at a place among those shown.
  case row(Int)
  /// What stands below a section of several rows: how many tracks it has, and how long they play.
  case footer(count: Int, PlaybackTime)
}

/// A line of the scroll bar.
public struct PickerScrollLine: Sendable, Hashable {
  /// Whether it stands for rows that are on the screen.
  public var isShown: Bool
  /// The letter that begins here, where rows are put together by what they begin with.
  public var letter: Character?
}

extension PickerState {
  /// Whether the row with the cursor takes two lines, the second for what is known beside.
  public var isCursorTall: Bool {
    switch page.content {
    case .tracks, .queue: true
    case .groups(let groups, _): groups.first?.artist != nil
    case .places, .details, .keys: false
    }
  }

  /// What a list of so many lines shows, the highlighted row among it.
  public func layout(lines: Int) -> [PickerListLine] {
    let rows = window(lines: lines)
    return rows.flatMap { place -> [PickerListLine] in
      var shown = [PickerListLine.row(place)]
      if hasHeader(place, below: rows.lowerBound, lines: lines) {
        shown.insert(.header(page.header(place, table)), at: 0)
      }
      if hasFooter(place, lines: lines) {
        let total = page.total(ofSectionAt: place, table)
        shown.append(.footer(count: total.count, PlaybackTime(milliseconds: total.milliseconds)))
      }
      return shown
    }
  }

  /// The scroll bar beside so many lines; empty where all is shown.
  public func scrollBar(lines: Int) -> [PickerScrollLine] {
    let window = window(lines: lines)
    guard lines > 1, window.count < shownCount else { return [] }
    let hasLetters = page.hasSections(table)
    var last: Character?
    return (0..<lines).map { line in
      let first = line * shownCount / lines
      let end = max(first + 1, (line + 1) * shownCount / lines)
      var shown = PickerScrollLine(isShown: window.overlaps(first..<end))
      guard hasLetters, let letter = page.letter(first, table) else { return shown }
      let sign = letter.isLetter ? letter.uppercased().first ?? letter : "#"
      if sign != last { shown.letter = sign }
      last = sign
      return shown
    }
  }

  /// The place of the row that a line of the list shows.
  func place(onLine wanted: Int) -> Int? {
    var line = 0
    for shown in layout(lines: lines) {
      guard case .row(let place) = shown else {
        line += 1
        continue
      }
      line += place == cursor && isCursorTall && lines > 1 ? 2 : 1
      if line > wanted { return place }
    }
    return nil
  }

  /// The places of the rows that fit a list of so many lines, the highlighted one among them.
  public func window(lines: Int) -> Range<Int> {
    visible(from: fittingOffset(lines: lines), lines: lines)
  }

  /// Whether a header stands above the row at a place when the topmost is at `offset`.
  private func hasHeader(_ place: Int, below offset: Int, lines: Int) -> Bool {
    // On a small screen rows are worth more.
    guard lines >= 5, page.hasSections(table) else { return false }
    return place == offset || !page.areTogether(place - 1, place, table)
  }

  /// Whether the row at a place ends a section of several.
  private func hasFooter(_ place: Int, lines: Int) -> Bool {
    guard lines >= Self.linesForFooters, page.hasSections(table), place > 0,
      page.areTogether(place - 1, place, table)
    else { return false }
    return place + 1 == shownCount || !page.areTogether(place, place + 1, table)
  }

  /// On smaller screens rows are worth more.
  private static let linesForFooters = 12

  /// The places of the rows that so many lines have room for when one of them is the topmost.
  private func visible(from offset: Int, lines: Int) -> Range<Int> {
    var (place, used) = (offset, 0)
    while place < shownCount {
      used += place == cursor && isCursorTall ? 2 : 1
      if hasHeader(place, below: offset, lines: lines) { used += 1 }
      // The first is there even where there is room for half of it.
      if used > lines, place > offset { break }
      if hasFooter(place, lines: lines) { used += 1 }
      place += 1
    }
    return offset..<place
  }

  /// The offset nearest to the one that is, so that the cursor is visible and no room is wasted.
  func fittingOffset(lines: Int) -> Int {
    guard shownCount > 0 else { return 0 }
    var offset = max(0, min(self.offset, cursor), cursor - lines)
    while !visible(from: offset, lines: lines).contains(cursor) { offset += 1 }
    while offset > 0 {
      let earlier = visible(from: offset - 1, lines: lines)
      guard earlier.upperBound == shownCount, earlier.contains(cursor) else { break }
      offset -= 1
    }
    return offset
  }

  mutating func scroll(_ direction: Int) {
    let rows = window(lines: lines).count * direction
    page.cursor += rows
    page.offset += rows
  }

  /// Keeps cursor and offset inside of what is shown.
  mutating func settle() {
    page.cursor = max(0, min(cursor, shownCount - 1))
    page.offset = fittingOffset(lines: lines)
  }
}

// MARK: Jumping

extension PickerState {
  /// To the first row of the next section, or of this one and then of the one before.
  mutating func jumpToSection(_ direction: Int) {
    guard page.hasSections(table) else { return direction < 0 ? first() : last() }
    var place = cursor
    if direction > 0 {
      repeat { place += 1 } while place < shownCount && page.areTogether(place - 1, place, table)
      if place == shownCount { return }
    } else {
      repeat { place -= 1 } while place > 0 && page.areTogether(place - 1, place, table)
    }
    show(first: place)
  }

  mutating func first() { page.cursor = 0 }
  mutating func last() { page.cursor = shownCount - 1 }

  /// To the first row whose name begins with a letter, or with the nearest one after it.
  mutating func jump(to letter: Character) {
    let wanted = letter.lowercased().first ?? letter
    let places = (0..<shownCount).filter { page.letter($0, table).map { $0 >= wanted } ?? false }
    guard let place = places.first(where: { page.letter($0, table) == wanted }) ?? places.first
    else {
      message = "No name begins with \(letter)"
      return
    }
    show(first: place)
  }

  /// Highlights a row that begins something, at the top.
  private mutating func show(first place: Int) {
    page.cursor = max(0, place)
    page.offset = page.cursor
  }

  /// Takes the letter to jump to.
  mutating func takeLetter(_ key: PickerKey) {
    isJumping = false
    if case .character(let letter) = key { jump(to: letter) }
  }
}
