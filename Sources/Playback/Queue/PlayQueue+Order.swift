import Media

/// The random order.
extension PlayQueue {
  /// Draws turns for all positions: higher priorities first; album after album where those are mixed.
  mutating func drawOrder() {
    order = Array.filled(count) { Int32($0) }
    draw(from: 0)
  }

  /// Has an entry come first, and everything else after it.
  mutating func beginOrder(with position: Int) {
    if shufflesAlbums {
      // The rest of its album follows, and what lies before it in its album comes with the others.
      let album = records[position].album
      let (rest, others) = partition(order) { other in
        Int(other) == position
          || other > position && album != .none && records[Int(other)].album == album
      }
      order = rest + others
    } else {
      order.swapAt(0, turn(ofPosition: position))
    }
    turn = 0
  }

  /// Gives turns to positions that were just filled: drawn from those to come, save the next, which may have
  /// been prepared.
  mutating func weave(_ new: Range<Int>) {
    var first = turn.map { min($0 + 2, order.count) } ?? 0
    if shufflesAlbums {
      order += new.map { Int32($0) }
      return drawAlbumsToCome(new: new)
    }
    if prioritized > 0 {
      while first < order.count, records[Int(order[first])].priority > 0 { first += 1 }
    }
    order.reserveCapacity(order.count + new.count)
    for position in new {
      order.append(Int32(position))
      let last = order.count - 1
      order.swapAt(last, Int.random(in: first...last, using: &generator))
    }
  }

  /// The position that comes first in the round after this one, whose last turn it is.
  func firstOfNextRound() -> Int? {
    guard prioritized == 0, !shufflesAlbums else {
      var copy = self
      copy.beginRound()
      return copy.order.first.map { Int($0) }
    }
    var generator = generator
    return order.isEmpty ? nil : Int(order[drawFirst(&generator)])
  }

  /// Draws the order of a further round, in which what was the last is not the first.
  mutating func beginRound() {
    guard let last = order.last else { return }
    if shufflesAlbums || prioritized > 0 {
      draw(from: 0)
      if order.count > 1, isSameItem(order[0], last) { avoid(last) }
      return
    }
    order.swapAt(0, drawFirst(&generator))
    generator.shuffle(&order, 1..<order.count)
  }

  /// The place in the order of what is to be the first of the next round. The same item is drawn again only where
  /// there is hardly another.
  private func drawFirst(_ generator: inout ShuffleGenerator) -> Int {
    guard order.count > 1, let last = order.last else { return 0 }
    var place = 0
    for _ in 0..<8 {
      place = Int.random(in: 0..<(order.count - 1), using: &generator)
      if !isSameItem(order[place], last) { break }
    }
    return place
  }

  private func isSameItem(_ one: Int32, _ other: Int32) -> Bool {
    records[Int(one)].item == records[Int(other)].item
  }

  /// Puts something else first: in album order a whole album, else the nearest entry of the same priority.
  private mutating func avoid(_ last: Int32) {
    if shufflesAlbums {
      let end = endOfAlbum(0)
      if end < order.count { order = Array(order[end...] + order[..<end]) }
      return
    }
    let priority = records[Int(order[0])].priority
    let other = order.indices.first { index in
      index > 0 && records[Int(order[index])].priority == priority
        && !isSameItem(order[index], last)
    }
    if let other { order.swapAt(0, other) }
  }

  /// Mixes the turns from one on.
  mutating func draw(from first: Int) {
    if shufflesAlbums {
      drawAlbums(from: first)
    } else {
      generator.shuffle(&order, first..<order.count)
    }
    guard prioritized > 0 else { return }
    // Few have a priority; what the sort leaves alone is by lot.
    let tail = order[first...]
    let (raised, others) = partition(tail) { records[Int($0)].priority > 0 }
    order.replaceSubrange(first..., with: sortedByPriority(raised) + others)
  }

  /// The highest first, and equal ones as they were: each goes where those end that come before it.
  private func sortedByPriority(_ positions: [Int32]) -> [Int32] {
    func rank(_ position: Int32) -> Int { Int(UInt8.max - records[Int(position)].priority) }
    var ends = [Int](repeating: 0, count: 257)
    for position in positions { ends[rank(position) + 1] += 1 }
    for rank in 1..<ends.count { ends[rank] += ends[rank - 1] }
    var sorted = positions
    for position in positions {
      let rank = rank(position)
      sorted[ends[rank]] = position
      ends[rank] += 1
    }
    return sorted
  }

  /// Draws the albums that are to come, save the one that comes next or goes on: what is left of it stays the next.
  /// Entries with a priority come before.
  ///
  /// - Parameters:
  ///   - new: Positions that had no turn before.
  ///   - before: The priorities that entries had before, by position; empty where none was changed.
  mutating func drawAlbumsToCome(new: Range<Int> = 0..<0, before: [UInt8] = []) {
    guard let turn else { return draw(from: 0) }
    let tail = turn + 1
    var (raised, others) = partition(order[tail...]) { records[Int($0)].priority > 0 }
    var rest: [Int32] = []
    if let next = nextOfAlbums(others, new, before) {
      (rest, others) = partition(others) { other in
        other == next || other > next && isSameAlbum(Int(other), Int(next))
      }
    }
    if !before.isEmpty { generator.shuffle(&raised, raised.indices) }
    order.replaceSubrange(tail..., with: sortedByPriority(raised) + rest.sorted() + others)
    draw(from: tail + raised.count + rest.count)
  }

  /// What comes next by albums, as far as that is settled.
  ///
  /// - Parameter others: What is to come without a priority.
  private func nextOfAlbums(
    _ others: [Int32], _ new: Range<Int>, _ before: [UInt8]
  ) -> Int32? {
    guard let current = currentPosition, let turn, let first = others.first else { return nil }
    // The album that plays goes on, unless what plays stands among others for its priority.
    let follower = order[turn + 1]
    if follower > current, isSameAlbum(Int(follower), current), records[Int(follower)].priority == 0
    {
      return follower
    }
    let settled = others.first { other in
      // What had a priority stood among others for it, and has none now.
      !new.contains(Int(other)) && (before.isEmpty || before[Int(other)] == 0)
    }
    return settled ?? (before.isEmpty ? nil : first)
  }

  /// Draws albums, and has the entries of each follow each other as they stand in the queue.
  private mutating func drawAlbums(from first: Int) {
    let (groupOf, sizes) = albums(of: order[first...])
    var groups = Array.filled(sizes.count) { $0 }
    generator.shuffle(&groups, groups.indices)
    var places = [Int](repeating: 0, count: sizes.count)
    var place = first
    for group in groups {
      places[group] = place
      place += sizes[group]
    }
    for position in positions where groupOf[position] >= 0 {
      let group = Int(groupOf[position])
      order[places[group]] = Int32(position)
      places[group] += 1
    }
  }

  /// Numbers albums. What belongs to none is one of its own.
  ///
  /// - Returns: By position, which one it belongs to, negative for positions that are not asked for; and
  ///   how many of them each has.
  private func albums(of wanted: ArraySlice<Int32>) -> (groupOf: [Int32], sizes: [Int]) {
    var groupOf = [Int32](repeating: -2, count: count)
    for position in wanted { groupOf[Int(position)] = -1 }
    var groups = NumberTable(capacity: 256)
    var sizes: [Int] = []
    var last = (album: AlbumKey.none, group: 0)
    for position in positions where groupOf[position] == -1 {
      let album = records[position].album
      if album == .none || album != last.album {
        let known = album == .none ? nil : groups[UInt64(album.rawValue)]
        last = (album, known.map { Int($0) } ?? sizes.count)
        if known == nil { sizes.append(0) }
        if album != .none { groups.add(UInt64(album.rawValue), UInt32(last.group)) }
      }
      groupOf[position] = Int32(last.group)
      sizes[last.group] += 1
    }
    return (groupOf, sizes)
  }

  /// The turn after the last one of the album whose turn it is.
  func endOfAlbum(_ turn: Int) -> Int {
    var end = turn + 1
    while end < count, isSameAlbum(position(ofTurn: turn), position(ofTurn: end)) { end += 1 }
    return end
  }

  func partition(
    _ positions: some Sequence<Int32>, _ isFirst: (Int32) -> Bool
  ) -> (first: [Int32], others: [Int32]) {
    var (first, others): ([Int32], [Int32]) = ([], [])
    others.reserveCapacity(positions.underestimatedCount)
    for position in positions {
      if isFirst(position) { first.append(position) } else { others.append(position) }
    }
    return (first, others)
  }
}

/// Albums as a whole.
extension PlayQueue {
  /// Whether random order draws albums, whose entries follow each other as they stand in the queue.
  public mutating func setShufflesAlbums(_ on: Bool) {
    if on == shufflesAlbums { return }
    shufflesAlbums = on
    guard isRandom else { return }
    let current = currentPosition
    drawOrder()
    turn = nil
    if let current { beginOrder(with: current) }
  }

  /// Goes on to the next album by command: to the first entry behind that is of another one.
  ///
  /// - Returns: `nil` at the end, where the queue has no current entry afterwards.
  public mutating func nextAlbum() -> EntryID? {
    guard let turn else { return nil }
    let end = endOfAlbum(turn)
    if end < count {
      self.turn = end
    } else if isRepeating {
      if isRandom { beginRound() }
      self.turn = 0
    } else {
      self.turn = nil
    }
    return current?.id
  }

  /// Goes back to the first entry of the album; from there to that of the album before.
  public mutating func previousAlbum() -> EntryID? {
    guard let turn else { return nil }
    let first = beginOfAlbum(turn)
    self.turn = first < turn || first == 0 ? first : beginOfAlbum(first - 1)
    return current?.id
  }

  private func beginOfAlbum(_ turn: Int) -> Int {
    var first = turn
    while first > 0, isSameAlbum(position(ofTurn: turn), position(ofTurn: first - 1)) { first -= 1 }
    return first
  }
}
