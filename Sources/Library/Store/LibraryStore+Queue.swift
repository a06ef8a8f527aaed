import Media

/// Keeps the player's queue in the library: a change writes what it touches.
public struct QueueWriter: Sendable {
  private var records = StoredParts<QueueRecord>(table: "queue_parts")
  private var order = StoredParts<UInt32>(table: "queue_order")
  /// The queue that the library has; `nil` before the first time.
  public private(set) var kept: SavedQueue?

  public init() {}

  /// Durable when it returns.
  ///
  /// - Parameter edit: Whose wish the change was; `nil` for what the player did by itself.
  /// - Returns: How many rows it took, without those of the step.
  @discardableResult
  public mutating func save(
    _ queue: SavedQueue, edit: QueueEdit? = nil, in store: LibraryStore
  ) throws(LibraryError) -> Int {
    var next = self
    do throws(LibraryError) {
      let rows = try store.write("saving the queue") { database throws(LibraryError) in
        let before = if let kept { kept } else { try LibraryStore.savedQueue(database) }
        try QueueSteps.note(edit, from: before, to: queue, database)
        return try next.write(queue, database)
      }
      self = next
      return rows
    } catch {
      // What the database has now is not known for sure.
      self = QueueWriter()
      throw error
    }
  }

  private mutating func write(
    _ queue: SavedQueue, _ database: borrowing Database
  ) throws(LibraryError) -> Int {
    var rows = try records.save(queue.records, database) + order.save(queue.order, database)
    if kept == nil || kept?.details != queue.details {
      rows += try Self.write(queue.details, database)
    }
    kept = queue
    return rows
  }

  private static func write(
    _ details: [UInt32: QueueEntryDetails], _ database: borrowing Database
  ) throws(LibraryError) -> Int {
    let during = "saving the queue"
    try database.execute("DELETE FROM queue; DELETE FROM queue_details", during: during)
    let statement = try database.prepare(
      "INSERT INTO queue_details VALUES (?, ?, ?, ?)", during: during)
    for (entry, details) in details {
      statement.bind(1, Int64(entry))
      statement.bind(2, details.range?.start)
      statement.bind(3, details.range?.end)
      statement.bind(4, TextList.join(details.tags.flatMap { [$0.name, $0.value] }))
      try statement.run()
    }
    return details.count
  }
}

extension LibraryStore {
  /// Keeps a queue of which nothing was kept before.
  public func save(_ queue: SavedQueue) throws(LibraryError) {
    var writer = QueueWriter()
    try writer.save(queue, in: self)
  }

  public func savedQueue() throws(LibraryError) -> SavedQueue {
    try read("reading the queue") { database throws(LibraryError) in
      try Self.savedQueue(database)
    }
  }

  static func savedQueue(
    _ database: borrowing Database
  ) throws(LibraryError) -> SavedQueue {
    var queue = SavedQueue()
    queue.records = try StoredParts<QueueRecord>.read("queue_parts", database)
    queue.order = try StoredParts<UInt32>.read("queue_order", database)
    queue.details = try details(database)
    if queue.records.isEmpty { queue.records = try olderQueue(database) }
    return queue
  }

  private static func details(
    _ database: borrowing Database
  ) throws(LibraryError) -> [UInt32: QueueEntryDetails] {
    let statement = try database.prepare(
      "SELECT entry, start, end, tags FROM queue_details", during: "reading the queue")
    var all: [UInt32: QueueEntryDetails] = [:]
    while try statement.step() {
      var columns = statement.columns
      guard let entry = columns.integer().flatMap({ UInt32(exactly: $0) }) else { continue }
      var details = QueueEntryDetails()
      let (start, end) = (columns.integer(), columns.integer())
      details.range = start.flatMap { PlayedRange(start: $0, end: end) }
      let words = TextList.split(columns.text())
      for index in stride(from: 0, to: words.count - 1, by: 2) {
        details.tags.append(EntryTag(name: words[index], value: words[index + 1]))
      }
      all[entry] = details
    }
    return all
  }

  /// As versions before the fourth kept it.
  private static func olderQueue(
    _ database: borrowing Database
  ) throws(LibraryError) -> [QueueRecord] {
    let statement = try database.prepare(
      "SELECT entry, item FROM queue ORDER BY position", during: "reading the queue")
    var records: [QueueRecord] = []
    while try statement.step() {
      guard let entry = statement.integer(0).flatMap({ UInt32(exactly: $0) }),
        let item = statement.integer(1).flatMap({ PersistentID(rawValue: UInt64(bitPattern: $0)) })
      else { continue }
      records.append(QueueRecord(id: entry, item: item))
    }
    return records
  }
}
