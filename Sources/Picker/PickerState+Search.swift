extension PickerState {
  /// Keys while the search is being typed; `nil` for those that do what they do otherwise.
  mutating func edit(_ key: PickerKey) -> [PickerEffect]? {
    if let effects = recall(key) { return effects }
    switch key {
    case .character(let character): return setSearch(search + String(character))
    case .paste(let text): return setSearch(search + Self.oneLine(text))
    case .backspace: return eraseLast()
    case .control("u"): return setSearch("")
    case .control("w"): return setSearch(Self.withoutLastWord(search))
    case .escape:
      page.isSearchOpen = false
      return setSearch("")
    case .enter, .tab, .up, .down, .pageUp, .pageDown, .home, .end, .control: return nil
    case .alt, .backTab, .delete, .left, .right, .mouse: break
    }
    return []
  }

  /// Opens the line in which the search is typed; from home, that of all songs.
  mutating func openSearch() -> [PickerEffect] {
    var effects: [PickerEffect] = []
    switch page.content {
    case .places: effects = enter(.songs)
    case .details, .keys: return []
    case .tracks, .groups, .queue: break
    }
    page.isSearchOpen = true
    return effects
  }

  /// Has a letter open the search, where it shall.
  mutating func typeAhead(_ key: PickerKey) -> [PickerEffect] {
    guard options.typesAhead, !page.isSearchOpen else { return [] }
    switch key {
    case .character, .paste: return openSearch()
    default: return []
    }
  }

  /// Brings back what was searched for earlier, while nothing else is typed; `nil` where the key is not for that.
  private mutating func recall(_ key: PickerKey) -> [PickerEffect]? {
    guard key == .up || key == .down else {
      if key != .enter { recalled = nil }
      return nil
    }
    guard search.isEmpty || recalled != nil, !searches.isEmpty else { return nil }
    let place = (recalled ?? searches.count) + (key == .up ? -1 : 1)
    if place < 0 { return [] }
    recalled = place < searches.count ? place : nil
    return setSearch(recalled.map { searches[$0] } ?? "")
  }

  /// Keeps what is searched for among what was.
  mutating func rememberSearch() -> [PickerEffect] {
    recalled = nil
    let search = search
    guard !search.isEmpty, searches.last != search else { return [] }
    searches.removeAll { $0 == search }
    searches.append(search)
    if searches.count > Self.searchesKept { searches.removeFirst() }
    return [.remember(search)]
  }

  private static let searchesKept = 100

  mutating func setSearch(_ text: String) -> [PickerEffect] {
    guard text != search else { return [] }
    page.search = text
    page.isFinding = true
    return [.find(text)]
  }

  /// Takes the answer to what is searched for now, on whatever page, then the keys that waited for it.
  mutating func take(_ answer: PickerAnswer, to search: String) -> [PickerEffect] {
    let isShown = page.awaits(search)
    for index in pages.indices where pages[index].awaits(search) {
      let answer = upToDate(answer, for: pages[index])
      pages[index].take(answer, table)
    }
    for (place, page) in leftPages where page.awaits(search) {
      let answer = upToDate(answer, for: page)
      leftPages[place]?.take(answer, table)
    }
    guard isShown else { return [] }
    if case .failed(let reason) = answer { message = reason }
    defer { waitingKeys = [] }
    return waitingKeys.isEmpty ? [] : [.press(waitingKeys)]
  }

  /// Has a page that the person comes back to ask what it was left asking: newer questions may have taken the answer's
  /// place. Keys that waited on the page before are forgotten.
  mutating func arrive(after effects: [PickerEffect]) -> [PickerEffect] {
    waitingKeys = []
    let question = PickerEffect.find(search)
    return page.isFinding && !effects.contains(question) ? [question] : []
  }

  private mutating func eraseLast() -> [PickerEffect] {
    if search.isEmpty { page.isSearchOpen = false }
    return setSearch(String(search.dropLast()))
  }

  static func withoutLastWord(_ text: String) -> String {
    var rest = Substring(text)
    while rest.last == " " { rest.removeLast() }
    while let last = rest.last, last != " " { rest.removeLast() }
    return String(rest)
  }

  /// Pasted text as if it had been typed: without what ends lines or controls the terminal.
  static func oneLine(_ text: String) -> String {
    String(
      text.prefix(1000).map { character in
        character.unicodeScalars.contains { $0.properties.generalCategory == .control }
          ? " " : character
      })
  }
}
