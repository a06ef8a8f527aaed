import MPDProtocol
import Media

/// The queue of the daemon, as a whole.
enum DaemonQueue {
  /// Replaces it by a collection, as one change. If music plays, it is paused first; the first item
  /// is then the one to play.
  static func replace(
    with collection: MediaItemCollection, _ client: MPDClient
  ) throws(MPDClientError) {
    try client.send("stop")
    try client.send([MPDCommand("clear")] + collection.items.map { MPDCommand("add", $0.uri) })
  }
}
