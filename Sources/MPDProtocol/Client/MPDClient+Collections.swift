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

  /// Items of a line: each takes 25 bytes at most, and a line may have 8192.
  private static var itemsOfLine: Int { 300 }
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
    while stages.count > Self.linesOfList {
      try send(Array(stages.prefix(Self.linesOfList)))
      stages.removeFirst(Self.linesOfList)
    }
    let answer = try send(stages + [MPDCommand(command)]).last
    return Placed(
      items: answer?["items"].flatMap { Int($0) } ?? 0,
      missing: answer?["missing"].flatMap { Int($0) } ?? 0)
  }
}
