import Media

/// The way through the pages.
extension PickerState {
  /// A page before it is filled.
  func emptyPage(_ place: PickerPlace) -> PickerPage {
    let sections: PickerPage.Sections
    switch place {
    case .songs: sections = .albums
    case .groups(let grouping):
      let isNamed = ![.year, .decade, .folder, .root, .addedDay, .addedWeek, .addedMonth].contains(
        grouping)
      sections = isNamed ? .letters : .none
    default: sections = .none
    }
    return PickerPage(place, emptyContent(of: place), sections: sections)
  }

  private func emptyContent(of place: PickerPlace) -> PickerPage.Content {
    switch place {
    case .home: .places(homePlaces)
    case .groups, .playlists, .savedQueries: .groups([], FoldedText())
    case .recentlyAdded, .group: .tracks([])
    case .songs: .tracks(nil)
    case .queue: .queue(PickerQueue())
    case .item: .details(row: 0, [])
    case .keys: .keys([])
    }
  }

  /// Goes into the row with the cursor.
  mutating func advance() -> [PickerEffect] {
    guard cursor < shownCount else { return [] }
    switch page.content {
    case .places(let places): return enter(places[page.line(at: cursor)])
    case .groups(let groups, _):
      let group = groups[page.line(at: cursor)]
      // An album is one; a playlist has an order of its own.
      let isMixed = ![.groups(.album), .playlists, .savedQueries].contains(place)
      var page = PickerPage(
        .group(group.title), .tracks(group.rows), sections: isMixed ? .albums : .none)
      page.group = (place, group, self.page.awaitedRows)
      pages.append(page)
      return []
    case .tracks, .queue: return showDetails()
    case .details, .keys: return []
    }
  }

  /// Opens a page of home, as it was left.
  mutating func enter(_ place: PickerPlace) -> [PickerEffect] {
    if let page = leftPages.removeValue(forKey: place) {
      pages.append(page)
      return []
    }
    pages.append(emptyPage(place))
    return fill(place)
  }

  /// Shows all that is known of the track with the cursor.
  mutating func showDetails() -> [PickerEffect] {
    guard cursor < shownCount, case .track(let track) = row(at: cursor) else { return [] }
    let row =
      if case .queue(let queue) = page.content { queue.row(page.line(at: cursor)) } else {
        page.rows(at: cursor).first
      }
    var details = PickerPage(.item(track.title), .details(row: row, []))
    details.isGathering = true
    details.item = track.id
    pages.append(details)
    return [.read(track.id)]
  }

  /// Lists the keys; once more, goes back.
  mutating func showKeys() {
    if place == .keys { return unwind() }
    let lines = PickerCommand.help(options.keys) { command in
      switch command {
      case .play: options.uses.contains(.play)
      case .playNext: options.uses.contains(.playNext)
      case .append: options.uses.contains(.append)
      case .print: options.canPrint
      case .run, .queue, .current, .remove, .moveUp, .moveDown, .moveHere, .shuffle, .clear, .save,
        .undo,
        .redo,
        .nextTrack, .previousTrack, .pause:
        options.hasPlayer
      case .mark, .range, .markAll, .markMatching, .markNone, .invertMarks, .done:
        options.allowsMultiple
      default: true
      }
    }
    pages.append(PickerPage(.keys, .keys(lines)))
  }

  /// Goes back to the page before, which is as it was; from the first one to home.
  mutating func unwind() {
    if place == .home { return }
    var left = pages.removeLast()
    left.isSearchOpen = false
    left.endRange()
    if pages.isEmpty {
      pages = [emptyPage(.home)]
      page.cursor = homePlaces.firstIndex(of: left.place) ?? 0
    }
    if homePlaces.contains(left.place) { leftPages[left.place] = left }
  }

  /// Fills a page with what there is now.
  mutating func fill(_ place: PickerPlace) -> [PickerEffect] {
    switch place {
    case .groups, .playlists, .savedQueries:
      let age = tableAge
      change(place) { page, table in
        page.isGathering = true
        page.awaitedRows = age
      }
      return [.gather(place)]
    case .queue:
      change(place) { page, _ in page.isGathering = true }
      return [.readQueue]
    case .recentlyAdded:
      change(place) { page, table in page.show(.tracks(table.rowsByAge), table) }
      return []
    case .home, .songs, .group, .item, .keys: return []
    }
  }

  /// Fills the pages that were made of fewer rows than there are now.
  mutating func refill() -> [PickerEffect] {
    pages.map(\.place).flatMap { fill($0) } + leftPages.keys.flatMap { fill($0) }
  }

  /// Whether a place is shown, or was and will be as it was left.
  func isListed(_ place: PickerPlace) -> Bool {
    leftPages[place] != nil || pages.contains { $0.place == place }
  }

  /// Gathers the playlists anew, where they are listed.
  func refillPlaylists() -> [PickerEffect] {
    [.playlists, .savedQueries].filter { isListed($0) }.map { .gather($0) }
  }

  /// What has to be gathered for a page.
  public func gathering(_ place: PickerPlace) -> PickerGathering {
    PickerGathering(place: place, table: table, rows: tableAge)
  }

  /// Grows with every row, and when all are loaded anew.
  var tableAge: Int { reloads << 40 + table.count }

  /// Takes in groups, unless those of more rows are awaited; pages of groups list what these have now.
  mutating func take(_ groups: [PickerGroup], of place: PickerPlace, madeOf rows: Int) {
    var text = FoldedText()
    for group in groups { text.append(group.searchText) }
    change(place) { page, table in
      if rows >= page.awaitedRows { page.show(.groups(groups, text), table) }
    }
    for index in pages.indices {
      guard let known = pages[index].group, known.place == place, rows >= known.madeOf,
        let group = groups.first(where: { $0.carriesOn(known.group) })
      else { continue }
      pages[index].group = (place, group, rows)
      pages[index].show(.tracks(group.rows), table)
    }
  }

  /// Takes in that nothing comes; what was there before stays.
  mutating func stopWaiting(at place: PickerPlace) {
    change(place) { page, _ in page.isGathering = false }
  }

  mutating func take(_ item: MediaItem?, of id: PersistentID, orTell reason: String) {
    // The list of keys may be shown meanwhile.
    for index in pages.indices where pages[index].isGathering && pages[index].item == id {
      guard case .details(let row, _) = pages[index].content else { continue }
      if item == nil { message = reason }
      var lines = item.map { PickerDetail.lines(of: $0) } ?? []
      if let cover, cover.item == id { lines = PickerDetail.lines(lines, with: cover) }
      pages[index].show(.details(row: row, lines), table)
    }
  }

  mutating func change(
    _ place: PickerPlace, _ body: (inout PickerPage, PickerTable) -> Void
  ) {
    for index in pages.indices where pages[index].place == place { body(&pages[index], table) }
    if var page = leftPages[place] {
      body(&page, table)
      leftPages[place] = page
    }
  }
}
