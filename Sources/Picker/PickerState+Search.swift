extension PickerState {
  /// Keys while the search is being typed; `nil` for those that do what they do otherwise.
  mutating func edit(_ key: PickerKey) -> [PickerEffect]? {
    switch key {
    case .character(let character): return setSearch(search + String(character))
    case .paste(let text): return setSearch(search + Self.oneLine(text))
    case .backspace: return eraseLast()
    case .control("u"): return setSearch("")
    case .control("w"): return setSearch(Self.withoutLastWord(search))
    case .enter: isSearchOpen = false
    case .escape:
      isSearchOpen = false
      return setSearch("")
    case .up, .down, .pageUp, .pageDown, .home, .end, .control: return nil
    case .alt, .tab, .backTab, .delete, .left, .right: break
    }
    return []
  }

  mutating func setSearch(_ text: String) -> [PickerEffect] {
    guard text != search else { return [] }
    search = text
    return [.fold(text)]
  }

  /// Shows what the folded text finds. The cursor stays on its row while that is shown, else goes to
  /// the next one that is; a search without hits does not lose it.
  mutating func filter(_ search: String, _ folded: String) {
    guard search == self.search else { return }
    if cursor < shownCount { lastRow = list.row(at: cursor) }
    let distance = cursor - offset
    list.filter(folded)
    cursor = list.place(of: lastRow)
    offset = cursor - distance
  }

  private mutating func eraseLast() -> [PickerEffect] {
    if search.isEmpty { isSearchOpen = false }
    return setSearch(String(search.dropLast()))
  }

  private static func withoutLastWord(_ text: String) -> String {
    var rest = Substring(text)
    while rest.last == " " { rest.removeLast() }
    while let last = rest.last, last != " " { rest.removeLast() }
    return String(rest)
  }

  /// Pasted text as if it had been typed: without what ends lines or controls the terminal.
  private static func oneLine(_ text: String) -> String {
    String(
      text.prefix(1000).map { character in
        character.unicodeScalars.contains { $0.properties.generalCategory == .control }
          ? " " : character
      })
  }
}
