import Media

/// The mouse.
extension PickerState {
  mutating func point(_ pointer: PickerPointer) -> [PickerEffect] {
    // A question waits for a key.
    if isLeaving || prompt != nil { return [] }
    isJumping = false
    switch pointer {
    case .press(let line, let isMark, let time): return press(line, isMark, time)
    case .drag(let line): return drag(line)
    case .release:
      guard isRanging, pressed != nil else { return [] }
      pressed = nil
      return perform(.range)
    case .wheel(let rows):
      page.cursor += rows
      page.offset += rows
    case .scroll(let line):
      page.cursor = line * shownCount / max(1, lines)
      page.offset = page.cursor
    }
    return []
  }

  private mutating func press(_ line: Int, _ isMark: Bool, _ time: Int64) -> [PickerEffect] {
    message = nil
    let before = pressed
    pressed = nil
    guard let place = place(onLine: line) else { return [] }
    page.cursor = place
    if isMark {
      let effects = perform(.mark)
      page.cursor = place
      return effects
    }
    let row = rowName(at: place)
    if let before, before.place == place, before.row == row, time - before.time < Self.doubleClick {
      return perform(.choose)
    }
    pressed = (row, place, time)
    return []
  }

  /// Begins a range where the button was pressed, and has it go to here.
  private mutating func drag(_ line: Int) -> [PickerEffect] {
    guard let pressed, let place = place(onLine: line) else { return [] }
    var effects: [PickerEffect] = []
    if !isRanging {
      // Where another row stands now, nobody has pressed that.
      if place == pressed.place || rowName(at: pressed.place) != pressed.row { return [] }
      page.cursor = pressed.place
      effects = perform(.range)
    }
    if isRanging { page.cursor = place }
    return effects
  }

  /// Milliseconds within which two clicks are one thing.
  private static let doubleClick: Int64 = 400

  private func rowName(at place: Int) -> PickerRowName? {
    guard place < shownCount else { return nil }
    if case .queue(let queue) = page.content {
      return .entry(queue.entries[page.line(at: place)].id)
    }
    return switch row(at: place) {
    case .track(let track): .track(track.id)
    case .group(let group): .text(group.title)
    case .place(let place): .text(place.title)
    case .detail(let detail): .text(detail.name)
    }
  }
}

/// What a row is told by from the others of its page, wherever it stands.
enum PickerRowName: Sendable, Hashable {
  case entry(UInt32)
  case track(PersistentID)
  case text(String)
}
