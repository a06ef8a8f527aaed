extension PickerState {
  /// Keys while the search is being typed; `nil` for those that do what they do otherwise.
  mutating func edit(_ key: PickerKey) -> [PickerEffect]? {
    switch key {
    case .character(let character): return setSearch(search + String(character))
    case .paste(let text): return setSearch(search + Self.oneLine(text))
    case .backspace: return eraseLast()
    case .control("u"): return setSearch("")
    case .control("w"): return setSearch(Self.withoutLastWord(search))
    case .escape:
      waitingKeys = []
      page.isSearchOpen = false
      return setSearch("")
    case .enter, .up, .down, .pageUp, .pageDown, .home, .end, .control: return nil
    case .alt, .tab, .backTab, .delete, .left, .right: break
    }
    return []
  }

  /// Opens the line in which the search is typed; from home, that of all songs.
  mutating func openSearch() -> [PickerEffect] {
    var effects: [PickerEffect] = []
    switch page.content {
    case .places: effects = enter(.songs)
    case .details, .keys: return []
    case .tracks, .groups: break
    }
    page.isSearchOpen = true
    return effects
  }

  mutating func setSearch(_ text: String) -> [PickerEffect] {
    guard text != search else { return [] }
    page.search = text
    page.isFinding = true
    return [.find(text)]
  }

  /// Takes the answer to what is searched for now, then the keys that waited for it.
  mutating func take(_ answer: PickerAnswer, to search: String) -> [PickerEffect] {
    guard search == self.search, page.isFinding else { return [] }
    page.isFinding = false
    page.mistake = nil
    show(answer)
    let keys = waitingKeys
    waitingKeys = []
    return keys.flatMap { reduce(.key($0)) }
  }

  private mutating func show(_ answer: PickerAnswer) {
    switch answer {
    case .words(let words):
      let words = words.map { Array($0.utf8) }.filter { !$0.isEmpty }
      page.apply(words.isEmpty ? .everything : .words(words), table)
    case .items(let ids): page.apply(.items(ids), table)
    case .mistake(let mistake, let meanwhile):
      page.mistake = mistake
      if let meanwhile { show(meanwhile) }
    case .failed(let reason): message = reason
    }
  }

  private mutating func eraseLast() -> [PickerEffect] {
    if search.isEmpty { page.isSearchOpen = false }
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
