import MPDProtocol
import Media

/// What the daemon says of the player, and of the item that is playing.
struct PlayerStatus {
  private let status: MPDResponse
  private let song: MPDResponse

  /// What to ask for.
  static let commands = [MPDCommand("status"), MPDCommand("currentsong")]

  /// - Parameter responses: The answers to `commands`.
  init(_ responses: some Collection<MPDResponse>) {
    status = responses.first ?? MPDResponse()
    song = responses.dropFirst().first ?? MPDResponse()
  }

  init(of client: MPDClient) throws(MPDClientError) {
    self.init(try client.send(Self.commands))
  }

  /// `play`, `pause` or `stop`.
  var state: String { status["state"] ?? "stop" }

  /// The entry that is playing, or would be.
  var songID: String? { status["songid"] }
  var uri: String? { song["file"] }
  var error: String? { status["error"] }
  /// Another one after each change of the queue.
  var queueVersion: UInt32 { status["playlist"].flatMap { UInt32($0) } ?? 0 }
  var volume: Int? { status["volume"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } }
  var queueCount: Int { status["playlistlength"].flatMap { Int($0) } ?? 0 }

  /// Counted from 1.
  var place: Int? { status["song"].flatMap { Int($0) }.map { $0 + 1 } }
  var elapsed: Duration? { Self.seconds(status["elapsed"]) }
  var duration: Duration? { Self.seconds(song["duration"] ?? status["duration"]) }
  var format: String? { status["audio"] }
  func option(_ name: String) -> String { status[name] ?? "0" }

  /// The title of the item that is playing, or its file's name.
  var title: String { song["Title"] ?? FilePath(uri ?? "").lastComponent.uri }

  var artist: String {
    let artists = song.values("Artist")
    return artists.isEmpty ? "Unknown Artist" : artists.joined(separator: "; ")
  }

  /// `title · artist  h:mm:ss` of the item that is playing.
  var itemLine: String? {
    if uri == nil { return nil }
    let time = PlaybackTime(Self.seconds(song["duration"]))
    return "\(DisplayText.line(title)) · \(DisplayText.line(artist))  \(time)"
  }

  /// `playing 01:02 of 03:25 · 1 of 4`
  var stateLine: String {
    let word = ["play": "playing", "pause": "paused"][state] ?? "stopped"
    guard let place else {
      return "\(word) · \(queueCount == 0 ? "the queue is empty" : "\(queueCount) in the queue")"
    }
    let times = state == "stop" ? "" : " \(PlaybackTime(elapsed)) of \(PlaybackTime(duration))"
    return "\(word)\(times) · \(place) of \(queueCount)"
  }

  /// What plays, and how far it is.
  var lines: [String] { (itemLine.map { [$0] } ?? []) + [stateLine] }

  /// `volume 80 % · repeat off · random on · single off · consume off`
  var optionLine: String {
    let names = ["oneshot": "once"]
    let options = ["repeat", "random", "single", "consume"].map { name in
      let word = word(of: name)
      return "\(name) \(names[word] ?? word)"
    }
    let volume = volume.map { "volume \($0) %" } ?? "volume fixed"
    let mixes = option("xfade") == "0" ? [] : [crossfadeLine]
    let speeds = speed == "1" ? [] : ["speed \(speed)"]
    return ([volume] + options + mixes + speeds).joined(separator: " · ")
  }

  private static func seconds(_ text: String?) -> Duration? {
    text.flatMap { Double($0) }.map { .milliseconds(Int64(($0 * 1000).rounded())) }
  }
}
