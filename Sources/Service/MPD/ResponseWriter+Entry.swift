import MPDProtocol
import Media
import Playback

extension ResponseWriter {
  /// An entry of the queue: its item, with what was set for the entry alone.
  mutating func song(_ entry: QueueEntry, _ item: MediaItem, tags: MPDTagSet, position: Int) {
    song(item, tags: tags, part: entry.range)
    place(entry, position: position)
  }

  mutating func place(_ entry: QueueEntry, position: Int) {
    place(position: position, id: entry.id.rawValue)
    if entry.priority > 0 { line("Prio", Int(entry.priority)) }
  }
}
