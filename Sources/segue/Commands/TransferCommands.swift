import FoundationEssentials
import Glibc
import Library
import MPDProtocol
import Media
import Posix

// All that people added, out and in.
extension Command {
  static let export = Command(
    name: "export", usage: "[FILE]",
    summary: "Write all that you added as JSON: playlists, ratings, counts, history, queue",
    details: """
      The document has "segue": 1 and the lists "items" (what was rated, loved, played, skipped, bookmarked, left in
      its middle: plays, skips, lastPlayed, lastSkipped, rating, loved, disliked, resumes, leftAt, bookmarks,
      stickers), "playlists" (name, folder, entries), "queries" (name, query, sort, limit), "history" (played, the latest first) and "stickers" of other
      things, and "queue" (entries, of which some have a priority, or the start and end of what is played of them;
      current, counted from 0; position). Items are named by persistentID, uri, path, title, artist,
      album and duration, as segue list --json names them. Times are in UTC, lengths in seconds. What is unknown is left
      out.
      """,
    arguments: 0...1
  ) { arguments in
    let library = try UserEnvironment(arguments).library()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    let document = try AddedDocument(library.addedData(), library, made: .now)
    let bytes = try Array(encoder.encode(document)) + [UInt8(ascii: "\n")]
    guard let file = arguments.positional.first, file != "-" else {
      return Console.standard.write(bytes)
    }
    try FileDescriptor.replace(file, with: bytes, mode: 0o600)
  }

  static let `import` = Command(
    name: "import", usage: "FILE…",
    summary: "Add what segue export, MPD, cmus or Apple's players have written",
    details: """
      FILE is a document of segue export; a playlist (m3u, m3u8, pls, xspf) or a folder of them, such as MPD's
      playlist_directory; ~/.config/cmus, its cache (how often tracks were played) or its playlists; MPD's sticker_file or
      state_file; the Library.xml that Apple's players export. Items are found by their
      identity, path, the end of their path, or tags, and what is not found is told, as is a query that cannot be read.

      Nothing is lost: of counts and times the higher ones stay; ratings, bookmarks, stickers and places in long tracks
      that are there already stay as they are; a playlist with a name that is taken gets a number, and a queue comes in
      only where there is none. segue undo takes playlists and queue back.
      """,
    arguments: 1...1000
  ) { arguments in
    let user = try UserEnvironment(arguments)
    let client = try DaemonConnection.openOwn(user, for: "import")
    for file in arguments.positional { try TransferImport(user, client).run(file) }
  }
}

@MainActor
private struct TransferImport {
  let user: UserEnvironment
  let client: MPDClient

  init(_ user: UserEnvironment, _ client: MPDClient) { (self.user, self.client) = (user, client) }

  func run(_ file: String) throws {
    guard let path = ItemArguments.path(file) else {
      throw ExitError(.failed, "There is no file \(DisplayText.line(file)).")
    }
    let library = try user.library()
    guard let document = try document(path, library) else {
      throw ExitError(
        .failed,
        "\(DisplayText.line(file)) is nothing that Segue can read; segue import --help says what is."
      )
    }
    var matcher = ItemMatcher(library)
    let data = try AddedData(document, &matcher)
    for query in data.queries { Self.check(query) }
    let counts = try send(data)
    for name in matcher.unmatched {
      Program.complain("segue: \(DisplayText.line(name.text)) is not in the library.")
    }
    let missing = matcher.unmatched.isEmpty ? "" : "; \(matcher.unmatched.count) not found"
    Console.standard.line("\(DisplayText.line(file)): \(Self.sentence(counts))\(missing)")
  }

  /// Tells of a query that is left out.
  private static func check(_ query: SavedQuery) {
    do throws(QueryMistake) {
      _ = try query.query(now: .now)
    } catch {
      let name = DisplayText.line(query.name)
      Program.complain("segue: The saved query \"\(name)\" is left out: \(error.description)")
    }
  }

  private func document(_ path: FilePath, _ library: LibraryStore) throws -> AddedDocument? {
    guard try FileStatus(path.string ?? "").size <= AddedData.largest else {
      throw ExitError(.failed, "\(path.uri) is larger than 1 GiB, which no list of music is.")
    }
    if let entries = try playlist(path, library) { return entries }
    if let document = try OtherPlayers.document(path, library) { return document }
    let bytes = try FileDescriptor(opening: path.string ?? "").readAll(limit: AddedData.largest)
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return nil }
    do {
      let document = try JSONDecoder().decode(AddedDocument.self, from: Data(bytes))
      guard document.segue == 1 else {
        throw ExitError(.failed, "This document is of a newer Segue; upgrade Segue.")
      }
      return document
    } catch let error as DecodingError {
      throw ExitError(.failed, "This JSON is no document of segue export: \(Self.reason(error)).")
    }
  }

  private static func reason(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(context.codingPath.map(\.stringValue).joined(separator: ".")) has another type"
    default: "it is damaged"
    }
  }

  private func playlist(_ path: FilePath, _ library: LibraryStore) throws -> AddedDocument? {
    guard (try? FileStatus(path.string ?? "").kind) == .file,
      let entries = try library.playlistFile(path, workers: .ofThisProgram())
    else { return nil }
    let stem = path.lastComponent.uri.split(separator: ".").dropLast().joined(separator: ".")
    var document = AddedDocument()
    document.playlists = [
      AddedDocument.Playlist(
        name: stem,
        entries: entries.map { entry in
          entry.item.map { AddedDocument.Name($0) }
            ?? AddedDocument.Name(uri: entry.location, title: entry.title)
        })
    ]
    return document
  }

  /// Hands it to the daemon, which alone writes it.
  private func send(_ data: AddedData) throws -> MPDResponse {
    let file = "\(user.places.runtime)/import-\(getpid())"
    defer { unlink(file) }
    try FileDescriptor(opening: file, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600).write(data.bytes)
    // A million entries and what is known of them take some tens of seconds on a slow disk.
    client.timeout = .seconds(600)
    return try client.send("segue_import", file)
  }

  private static func sentence(_ counts: MPDResponse) -> String {
    let words = [
      ("playlists", "playlist"), ("entries", "track in the queue"), ("rated", "item"),
      ("plays", "play"), ("bookmarks", "bookmark"),
    ].compactMap { key, word -> String? in
      guard let count = counts[key].flatMap({ Int($0) }), count > 0 else { return nil }
      if key == "entries" { return "\(Follower.tracks(count)) in the queue" }
      return "\(count) \(word)\(count == 1 ? "" : "s")"
    }
    return words.isEmpty ? "nothing new" : words.joined(separator: ", ")
  }
}

extension Timestamp {
  fileprivate static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000)
  }
}
