import Media

/// The picture of an album, scaled for a screen, and what it was before.
public struct PickerCover: Sendable {
  public var item: PersistentID
  /// Red, green, blue and opacity, a byte each, line by line.
  public var pixels: [UInt8]
  public var width: Int
  public var height: Int

  public var source: ArtworkSource
  /// `image/jpeg` and the like.
  public var mimeType: String
  public var originalWidth: Int
  public var originalHeight: Int
  /// Bytes of the original.
  public var size: Int

  /// The longest side that a cover has, in pixels.
  public static let side = 384

  public init(
    item: PersistentID, pixels: [UInt8], width: Int, height: Int, source: ArtworkSource,
    mimeType: String, originalWidth: Int, originalHeight: Int, size: Int
  ) {
    (self.item, self.pixels, self.width, self.height) = (item, pixels, width, height)
    (self.source, self.mimeType, self.size) = (source, mimeType, size)
    (self.originalWidth, self.originalHeight) = (originalWidth, originalHeight)
  }

  /// What is known of it, in a line.
  var facts: String {
    let place = source == .file ? "beside the file" : "in the file"
    let kind = mimeType.split(separator: "/").last.map { $0.uppercased() } ?? ""
    let size = "\(max(1, (self.size + 500) / 1000)) kB"
    return [place, kind, "\(originalWidth) × \(originalHeight)", size].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }
}

/// The cover of what is highlighted.
extension PickerState {
  /// Asks for it where it is another one, and somebody would see it.
  mutating func wantCover() -> [PickerEffect] {
    guard showsCovers, hasRoomForCover, let wanted = highlighted else {
      (wantedCover, cover) = (nil, nil)
      return []
    }
    if let now = wantedCover, now.id == wanted.id || haveOneCover(now.row, wanted.row) { return [] }
    wantedCover = wanted
    return result == nil ? [.readCover(wanted.id)] : []
  }

  /// Of an album's tracks one stands for all.
  private func haveOneCover(_ row: Int?, _ other: Int?) -> Bool {
    guard let row, let other else { return false }
    return table.hasAlbum(row) && table.areOfOneAlbum(row, other)
  }

  /// The track whose cover is wanted; its row only where others of its album will do.
  private var highlighted: (id: PersistentID, row: Int?)? {
    if case .details = page.content { return page.item.map { ($0, nil) } }
    guard cursor < shownCount else { return nil }
    switch page.content {
    case .queue(let queue):
      let line = page.line(at: cursor)
      return (queue.id(line, table), queue.row(line))
    case .groups where place != .groups(.album): return nil
    case .tracks, .groups: return page.rows(at: cursor).first.map { (table.id($0), $0) }
    case .places, .keys, .details: return nil
    }
  }

  mutating func take(_ cover: PickerCover?, of id: PersistentID) {
    guard wantedCover?.id == id else { return }
    self.cover = cover
    guard let cover, case .details(let row, let lines) = page.content, page.item == id else {
      return
    }
    page.show(.details(row: row, PickerDetail.lines(lines, with: cover)), table)
  }

  mutating func switchCovers() {
    guard hasRoomForCover else {
      message = "There is no room for covers, or the terminal shows none"
      return
    }
    showsCovers.toggle()
  }
}

extension PickerDetail {
  /// With all that is known of the cover.
  static func lines(_ lines: [PickerDetail], with cover: PickerCover) -> [PickerDetail] {
    lines.map { $0.name == artwork ? PickerDetail(name: artwork, text: cover.facts) : $0 }
  }

  static let artwork = "artwork"
}
