import Glibc
import Library
import Media
import Posix

/// What the player does now, in a small file beside the sockets, and so in memory.
///
/// It is written before anybody is told, and waits neither for a disk nor for others who use the library: it is true
/// whenever the daemon is killed. The library is told as well, and keeps it when the machine goes off.
@MainActor
final class PlayerNote {
  struct Content: Sendable, Hashable {
    var player: SavedPlayer
    /// What the current entry plays, for entries of another library have the same numbers.
    var item: PersistentID?
  }

  /// What the last daemon has left; `nil` where there is nothing that can be understood.
  let last: Content?
  /// Where the player was when it was last written.
  private(set) var position = Duration.zero
  /// `nil` where it cannot be opened; then the library has to do.
  private let file: FileDescriptor.Owned?

  init(_ path: String) {
    do throws(PosixError) {
      let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW)
      let bytes = try file.readHead(Self.size)
      last = Content(String(decoding: bytes, as: UTF8.self))
      self.file = FileDescriptor.Owned(file.release())
    } catch {
      (last, file) = (nil, nil)
    }
  }

  /// Bytes of the file; it is always written as a whole.
  private static let size = 256

  func write(_ content: Content) {
    position = content.player.position
    guard let file else { return }
    var bytes = Array(content.text.utf8)
    bytes += [UInt8](repeating: 0x20, count: max(0, Self.size - 1 - bytes.count)) + [0x0A]
    _ = pwrite(file.raw, bytes, bytes.count, 0)
  }
}

extension PlayerNote.Content {
  /// What it begins with; another one when what follows becomes another.
  private static let kind = "segue-player-1"

  /// Words with a blank behind each, in the order in which they are read.
  fileprivate var text: String {
    let flags = [player.random, player.repeats, player.shufflesAlbums].map { $0 ? "1" : "0" }
    let words =
      [Self.kind, player.state.rawValue, player.single.rawValue, player.consume.rawValue] + flags
      + [
        word(player.current), word(item), word(player.volume), player.stopPoint ?? "-",
        "\(player.lastEntry)", "\(Int64(player.position / .milliseconds(1)))",
        "\(player.saved.nanoseconds)",
      ]
    return words.map { $0 + " " }.joined()
  }

  private func word(_ value: (some CustomStringConvertible)?) -> String {
    value.map { "\($0)" } ?? "-"
  }

  /// `nil` for what `text` has not written.
  init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 15, words[0] == Self.kind,
      let state = SavedPlayer.State(rawValue: words[1]),
      let single = SavedPlayer.Switch(rawValue: words[2]),
      let consume = SavedPlayer.Switch(rawValue: words[3]),
      let lastEntry = UInt32(words[11]), let position = Int64(words[12]),
      let saved = Int64(words[13])
    else { return nil }
    player = SavedPlayer()
    (player.state, player.single, player.consume) = (state, single, consume)
    (player.random, player.repeats) = (words[4] == "1", words[5] == "1")
    player.shufflesAlbums = words[6] == "1"
    (player.current, item) = (UInt32(words[7]), PersistentID(words[8]))
    player.volume = Int(words[9])
    player.stopPoint = words[10] == "-" ? nil : words[10]
    (player.lastEntry, player.position) = (lastEntry, .milliseconds(position))
    player.saved = Timestamp(nanoseconds: saved)
  }
}
