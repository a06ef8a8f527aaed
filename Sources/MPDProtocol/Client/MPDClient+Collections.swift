import Media

/// Collections of any length, by Segue's own commands.
extension MPDClient {
  /// What became of a collection.
  public struct Placed: Equatable, Sendable {
    /// Items that are in the queue now.
    public let items: Int
    /// Items that were left out because the library does not have them.
    public let missing: Int

    public init(items: Int, missing: Int) {
      self.items = items
      self.missing = missing
    }
  }

  /// Puts items in the queue's place, as one change, and plays the first.
  @discardableResult
  public func replaceQueue(with ids: [PersistentID]) throws(MPDClientError) -> Placed {
    try place(ids, "segue_replace")
  }

  /// Puts items behind the queue, as one change.
  @discardableResult
  public func appendToQueue(_ ids: [PersistentID]) throws(MPDClientError) -> Placed {
    try place(ids, "segue_append")
  }

  /// Puts items behind what plays, as one change, so that they come next.
  @discardableResult
  public func insertNext(_ ids: [PersistentID]) throws(MPDClientError) -> Placed {
    try place(ids, "segue_insert")
  }

  /// Keeps items as a playlist, as one change.
  ///
  /// - Parameters:
  ///   - items: Each as `id:NNN` or a URI.
  ///   - mode: `create`, `append` or `replace`.
  public func savePlaylist(
    _ name: String, _ items: [String], mode: String
  ) throws(MPDClientError) -> Placed {
    var stages: [MPDCommand] = []
    var line: [String] = []
    var size = 0
    for item in items {
      let isFull = size + item.utf8.count * 2 > Self.sizeOfLine || line.count >= Self.itemsOfLine
      if isFull, !line.isEmpty {
        stages.append(MPDCommand("segue_stage", line))
        (line, size) = ([], 0)
      }
      line.append(item)
      size += item.utf8.count * 2 + 3
    }
    if !line.isEmpty { stages.append(MPDCommand("segue_stage", line)) }
    return try place(stages, MPDCommand("segue_playlist_save", name, mode))
  }

  /// Items of a line, and the bytes that they may take when each of them is escaped: a line may have 24 KiB.
  private static var itemsOfLine: Int { 300 }
  private static var sizeOfLine: Int { 16_000 }
  /// Lines of a list: MPD's limit is 2 MiB.
  private static var linesOfList: Int { 200 }

  private func place(
    _ ids: [PersistentID], _ command: String
  ) throws(MPDClientError) -> Placed {
    var stages: [MPDCommand] = []
    for start in stride(from: 0, to: ids.count, by: Self.itemsOfLine) {
      let part = ids[start..<min(start + Self.itemsOfLine, ids.count)]
      stages.append(MPDCommand("segue_stage", part.map { "id:\($0)" }))
    }
    return try place(stages, MPDCommand(command))
  }

  private func place(
    _ stages: [MPDCommand], _ command: MPDCommand
  ) throws(MPDClientError) -> Placed {
    var stages = stages
    while stages.count > Self.linesOfList {
      try send(Array(stages.prefix(Self.linesOfList)))
      stages.removeFirst(Self.linesOfList)
    }
    let answer = try send(stages + [command]).last
    return Placed(
      items: answer?["items"].flatMap { Int($0) } ?? 0,
      missing: answer?["missing"].flatMap { Int($0) } ?? 0)
  }
}
