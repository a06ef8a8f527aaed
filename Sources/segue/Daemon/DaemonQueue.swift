import MPDProtocol
import Media

/// The queue of the daemon, as a whole.
enum DaemonQueue {
  /// What adding has come to.
  struct Added {
    /// How many entries the queue had, and has.
    var before, after: Int
    /// What a search found for names that are none.
    var found: WordSearch.Found?
  }

  /// Appends items, all of them or none.
  ///
  /// - Parameter names: As people name items: files, folders or URIs; the others are words of a search.
  /// - Parameter next: Whether they are to come next, and not last.
  /// - Parameter duplicates: What becomes of those that are in the queue; empty for what is configured.
  static func append(
    _ names: [String], _ client: MPDClient, _ search: WordSearch?, next: Bool = false,
    duplicates: String = "allow"
  ) throws -> Added {
    // Undone at once, whatever it takes.
    try client.send("segue_as_one")
    if duplicates != "" { try client.send("segue_duplicates", duplicates) }
    let before = try PlayerStatus(of: client).queueCount
    let found: WordSearch.Found?
    do {
      found = try ItemArguments.add(names, client, search) { try client.appendToQueue($0) }
    } catch {
      // What came before the one that failed is taken out again.
      if let now = try? PlayerStatus(of: client).queueCount, now > before {
        try client.send("delete", "\(before):")
      }
      throw error
    }
    let after = try PlayerStatus(of: client).queueCount
    if next, after > before { try client.send("segue_next", "\(before):\(after)") }
    return Added(before: before, after: after, found: found)
  }

  /// Replaces the queue by items, which are all there, and plays the first.
  ///
  /// - Returns: What a search found for names that are none.
  static func play(
    _ names: [String], _ client: MPDClient, _ search: WordSearch?
  ) throws -> WordSearch.Found? {
    let added = try append(names, client, search)
    let (before, after) = (added.before, added.after)
    let removal = before > 0 ? [MPDCommand("stop"), MPDCommand("delete", "0:\(before)")] : []
    try client.send(removal + (after > before ? [MPDCommand("play", "0")] : []))
    return added.found
  }
}
