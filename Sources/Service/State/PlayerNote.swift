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
  private static let size = 1024

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
  private static let kind = "segue-player-2"

  /// Words with a blank behind each, in the order in which they are read.
  fileprivate var text: String {
    let flags = [player.random, player.repeats, player.shufflesAlbums].map { $0 ? "1" : "0" }
    let words =
      [Self.kind, player.state.rawValue, player.single.rawValue, player.consume.rawValue] + flags
      + [
        word(player.current), word(item), word(player.volume), player.stopPoint ?? "-",
        "\(player.lastEntry)", "\(Int64(player.position / .milliseconds(1)))",
        "\(player.saved.nanoseconds)", Self.word(player.choices),
      ]
    return words.map { $0 + " " }.joined()
  }

  /// Choices as one word; those that there is no room for are in the library alone.
  private static func word(_ choices: [SavedChoice]) -> String {
    var word = "-"
    for choice in choices {
      let fields = [choice.name, choice.value, choice.usual].map { $0 + end }.joined()
      if word.utf8.count + fields.utf8.count > 600 { break }
      word += fields
    }
    return word.split(separator: " ", omittingEmptySubsequences: false).joined(separator: blank)
  }

  private static func choices(_ word: String) -> [SavedChoice] {
    let text = word.dropFirst().split(separator: blank, omittingEmptySubsequences: false)
      .joined(separator: " ")
    let fields = text.split(separator: end, omittingEmptySubsequences: false).map(String.init)
    return stride(from: 0, to: fields.count - 3, by: 3).map {
      SavedChoice(name: fields[$0], value: fields[$0 + 1], usual: fields[$0 + 2])
    }
  }

  /// What stands behind a field of a choice, and for a blank in it; neither is in any name.
  private static let end = "\u{1E}"
  private static let blank = "\u{1F}"

  private func word(_ value: (some CustomStringConvertible)?) -> String {
    value.map { "\($0)" } ?? "-"
  }

  /// `nil` for what `text` has not written.
  init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 16, words[0] == Self.kind,
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
    player.choices = Self.choices(words[14])
  }
}
