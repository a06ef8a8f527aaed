/// The entries of the player's queue, kept over restarts.
public struct SavedQueue: Sendable, Hashable {
  /// In the order of the queue.
  public var records: [QueueRecord]
  /// What few entries have, by their ids.
  public var details: [UInt32: QueueEntryDetails]
  /// The ids in the order of their turns; empty where that is the queue's.
  public var order: [UInt32]

  public init(
    records: [QueueRecord] = [], details: [UInt32: QueueEntryDetails] = [:], order: [UInt32] = []
  ) {
    self.records = records
    self.details = details
    self.order = order
  }
}
