/// Items in an order, with their totals: what a picker returns and a player is given.
public struct MediaItemCollection: Sendable, Hashable {
  public let items: [MediaItem]

  /// How long all items play together. Items of unknown length count as nothing.
  public let duration: Duration

  /// The kinds of listening that are among the items.
  public let mediaTypes: MediaTypes

  public init(_ items: [MediaItem]) {
    self.items = items
    duration = .milliseconds(items.reduce(0) { $0 + ($1.audio.milliseconds ?? 0) })
    mediaTypes = items.reduce(into: MediaTypes()) { $0.formUnion($1.mediaTypes) }
  }

  public var count: Int { items.count }
  public var isEmpty: Bool { items.isEmpty }

  /// The item that stands for all: the first.
  public var representativeItem: MediaItem? { items.first }

  /// The total for people.
  public var time: PlaybackTime { PlaybackTime(duration) }
}
