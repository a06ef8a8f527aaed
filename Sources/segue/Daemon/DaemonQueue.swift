import MPDProtocol
import Media

/// The queue of the daemon, as a whole.
enum DaemonQueue {
  /// Appends items, all of them or none.
  ///
  /// - Parameter names: As people name items: files, folders or URIs.
  /// - Parameter next: Whether they are to come next, and not last.
  /// - Parameter duplicates: What becomes of those that are in the queue; empty for what is configured.
  /// - Returns: How many entries the queue had, and has.
  static func append(
    _ names: [String], _ client: MPDClient, next: Bool = false, duplicates: String = "allow"
  ) throws -> (before: Int, after: Int) {
    // Undone at once, whatever it takes.
    try client.send("segue_as_one")
    if duplicates != "" { try client.send("segue_duplicates", duplicates) }
    let before = try PlayerStatus(of: client).queueCount
    let additions = try ItemArguments.additions(names)
    do throws(MPDClientError) {
      try client.send(additions)
    } catch .refused(let error) {
      // What came before the one that failed is taken out again.
      if error.index > 0 { try client.send("delete", "\(before):") }
      guard error.code == .noExist, names.indices.contains(error.index) else {
        throw MPDClientError.refused(error)
      }
      throw ExitError(
        .failed,
        "\"\(DisplayText.line(names[error.index]))\" is not in the library; segue list shows what is."
      )
    }
    let after = try PlayerStatus(of: client).queueCount
    if next, after > before { try client.send("segue_next", "\(before):\(after)") }
    return (before, after)
  }

  /// Replaces the queue by items, which are all there, and plays the first.
  static func play(_ names: [String], _ client: MPDClient) throws {
    let (before, after) = try append(names, client)
    let removal = before > 0 ? [MPDCommand("stop"), MPDCommand("delete", "0:\(before)")] : []
    try client.send(removal + (after > before ? [MPDCommand("play", "0")] : []))
  }
}
