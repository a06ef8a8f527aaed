extension PickerState {
  /// Whether the row with the cursor takes two lines, the second for what is known beside.
  public var isCursorTall: Bool {
    switch page.content {
    case .tracks: true
    case .groups(let groups, _): groups.first?.artist != nil
    case .places, .details, .keys: false
    }
  }

  /// The places of the rows that fit a list of so many lines, the highlighted one among them.
  public func window(lines: Int) -> Range<Int> {
    visible(from: fittingOffset(lines: lines), lines: lines)
  }

  /// The places of the rows that so many lines have room for when one of them is the topmost.
  private func visible(from offset: Int, lines: Int) -> Range<Int> {
    var (place, used) = (offset, 0)
    while place < shownCount {
      used += place == cursor && isCursorTall ? 2 : 1
      // The first is there even where there is room for half of it.
      if used > lines, place > offset { break }
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
