import FoundationEssentials
import Library
import MPDProtocol
import Media
import Posix

// What listeners think of items, and what they have heard.
extension Command {
  static let rate = Command(
    name: "rate", usage: "N | love | unlove | none [ITEM…]",
    summary: "Rate what plays, or items, from 0 to 10; love them",
    details: """
      10 is five stars. none takes a rating back. Ratings are kept in the library, not in the files;
      segue find 'rating:>=8' and segue find 'loved:1' find them.
      """,
    arguments: 1...10_000
  ) { arguments in
    let user = try UserEnvironment(arguments)
    let client = try DaemonConnection.open(user)
    let word = arguments.positional[0]
    let names = arguments.positional.dropFirst()
    var uris: [String] = []
    if names.isEmpty {
      guard let uri = try PlayerStatus(of: client).uri else {
        throw ExitError(.failed, "Nothing is playing; name what is to be rated.")
      }
      uris = [uri]
    } else {
      let library = try user.library()
      for name in names { uris += try library.items(named: name).map(\.uri) }
    }
    for uri in uris {
      switch word {
      case "love": try client.send("sticker", "set", "song", uri, "like", "2")
      case "unlove": try delete("like", uri, client)
      case "none": try delete("rating", uri, client)
      default:
        guard let rating = Int(word), (0...10).contains(rating) else {
          throw UsageError.badArgument(word, allowed: "a rating from 0 to 10, love, unlove or none")
        }
        try client.send("sticker", "set", "song", uri, "rating", String(rating))
      }
    }
  }

  private static func delete(_ name: String, _ uri: String, _ client: MPDClient) throws {
    do throws(MPDClientError) {
      try client.send("sticker", "delete", "song", uri, name)
    } catch {
      // What is not there need not go.
      guard case .refused(let refusal) = error, refusal.code == .noExist else { throw error }
    }
  }

  static let history = Command(
    name: "history", summary: "Print what was played, the latest first",
    details: "A play counts when half of a track, or four minutes, were heard.",
    options: [
      .init("limit", letter: "n", value: "N", "Print the last N only"),
      .init("json", "Print one JSON object a line"),
      .init("listenbrainz", "Print one JSON document that ListenBrainz imports"),
    ]
  ) { arguments in
    var limit = LibraryStore.historyLimit
    if let text = arguments.value("limit") {
      guard let number = Int(text), number > 0 else {
        throw UsageError.badArgument(text, allowed: "a number of plays")
      }
      limit = min(limit, number)
    }
    let plays = try UserEnvironment(arguments).library().history(limit: limit)
    let lines = JSONLines()
    if arguments.has("listenbrainz") {
      return Console.standard.write(try lines.line(Listens(plays)))
    }
    for play in plays {
      if arguments.has("json") {
        Console.standard.write(try lines.line(PlayLine(play)))
      } else {
        let title = play.title ?? FilePath(play.uri).lastComponent.uri
        let artist = play.artist ?? "Unknown Artist"
        Console.standard.line(
          "\(play.played)  \(DisplayText.line(title)) · \(DisplayText.line(artist))  \(PlaybackTime(milliseconds: play.milliseconds))"
        )
      }
    }
  }
}

private struct PlayLine: Encodable {
  let played: String
  let persistentID: String?
  let uri: String
  let title: String?
  let artist: String?
  let album: String?
  let duration: Double?

  init(_ play: PlayRecord) {
    played = play.played.description
    persistentID = play.item?.description
    uri = play.uri
    title = play.title
    artist = play.artist
    album = play.album
    duration = play.milliseconds.map { Double($0) / 1000 }
  }
}

/// A submission to ListenBrainz. It takes nothing without an artist and a title.
///
/// Source: ListenBrainz documentation, "JSON documentation".
private struct Listens: Encodable {
  private enum CodingKeys: String, CodingKey {
    case kind = "listen_type"
    case payload
  }

  let kind = "import"
  let payload: [Listen]

  init(_ plays: [PlayRecord]) { payload = plays.compactMap { Listen($0) } }

  struct Listen: Encodable {
    private enum CodingKeys: String, CodingKey {
      case listenedAt = "listened_at"
      case track = "track_metadata"
    }

    let listenedAt: Int64
    let track: Track

    init?(_ play: PlayRecord) {
      guard let title = play.title, let artist = play.artist else { return nil }
      listenedAt = play.played.seconds
      track = Track(
        artist: artist, title: title, album: play.album,
        more: Track.More(duration: play.milliseconds, recording: play.musicBrainzTrackID))
    }
  }

  struct Track: Encodable {
    private enum CodingKeys: String, CodingKey {
      case artist = "artist_name"
      case title = "track_name"
      case album = "release_name"
      case more = "additional_info"
    }

    let artist: String
    let title: String
    let album: String?
    let more: More

    struct More: Encodable {
      private enum CodingKeys: String, CodingKey {
        case duration = "duration_ms"
        case recording = "recording_mbid"
        case player = "media_player"
        case client = "submission_client"
      }

      let duration: Int64?
      let recording: String?
      let player = "Segue"
      let client = "Segue"
    }
  }
}
