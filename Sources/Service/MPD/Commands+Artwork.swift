import Library
import MPDProtocol
import Media

// Pictures and all tags of one song.
extension Command {
  static let artwork = [
    Command("albumart", .read, 2...2, albumArt),
    Command("readpicture", .read, 2...2, readPicture),
    Command("readcomments", .read, 1...1) { daemon, call throws(MPDError) in
      try song(daemon, call, missing: "No such song") { _, item in
        .answer { answer in
          for comment in item.comments { answer.line(comment.name, comment.value) }
        }
      }
    },
  ]

  /// Goes on with the song that a client names; of a file with tracks with the first, whose file it is.
  @MainActor
  private static func song(
    _ daemon: Daemon, _ call: Call, missing complaint: String,
    then next: @escaping @MainActor @Sendable (Daemon, MediaItem) throws(MPDError) -> Outcome
  ) throws(MPDError) -> Outcome {
    try LibraryAddress.finding(call[0], daemon, call.session) { daemon, address throws(MPDError) in
      switch address {
      case .item(let item): return try next(daemon, item)
      case .tracks(let items):
        guard let item = items.first else { fallthrough }
        return try next(daemon, item)
      case .folder, .outside: throw MPDError(.noExist, complaint)
      }
    }
  }

  /// A part of the picture beside a song.
  @MainActor
  private static func albumArt(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let missing = MPDError(.noExist, "No file exists")
    let offset = try Argument.unsigned(call[1])
    let (pool, limit) = (daemon.pool, call.session.binaryLimit)
    return try song(daemon, call, missing: missing.message) { daemon, item in
      coverPart(of: item, from: offset, limit: limit, pool, daemon, missing)
    }
  }

  @MainActor
  private static func coverPart(
    of item: MediaItem, from offset: Int, limit: Int, _ pool: LibraryPool, _ daemon: Daemon,
    _ missing: MPDError
  ) -> Outcome {
    picture(on: daemon, of: item) { () throws(LibraryError) in
      let path = try pool.use { store throws(LibraryError) in try store.coverFile(of: item) }
      return path.flatMap { PictureDesk.part(of: $0, from: offset, limit: limit) }
    } then: { found throws(MPDError) in
      guard let found else { throw missing }
      guard let bytes = found.bytes else { throw MPDError(.argument, "Offset too large") }
      return .answer { answer in
        answer.line("size", found.size)
        answer.binary(bytes)
      }
    }
  }

  /// A part of the picture in a song's file; nothing where there is none.
  @MainActor
  private static func readPicture(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let offset = try Argument.unsigned(call[1])
    let (desk, limit) = (daemon.pictures, call.session.binaryLimit)
    return try song(daemon, call, missing: "No such song") { daemon, item in
      embeddedPart(of: item, from: offset, limit: limit, desk, daemon)
    }
  }

  @MainActor
  private static func embeddedPart(
    of item: MediaItem, from offset: Int, limit: Int, _ desk: PictureDesk, _ daemon: Daemon
  ) -> Outcome {
    picture(on: daemon, of: item) { () throws(LibraryError) in
      try desk.embedded(in: item.path, fileExtension: item.path.fileExtension)
    } then: { found throws(MPDError) in
      guard let found else { return .done }
      guard offset <= found.bytes.count else { throw MPDError(.argument, "Bad file offset") }
      return .answer { answer in
        answer.line("size", found.bytes.count)
        if !found.mimeType.isEmpty { answer.line("type", found.mimeType) }
        answer.binary(found.bytes.dropFirst(offset).prefix(limit))
      }
    }
  }

  /// Looks for a picture where that holds up nobody else, and goes on with it. Where nothing answers there is none.
  @MainActor
  private static func picture<Found: Sendable>(
    on daemon: Daemon, of item: MediaItem,
    _ look: @escaping @Sendable () throws(LibraryError) -> Found?,
    then next: @escaping @MainActor @Sendable (Found?) throws(MPDError) -> Outcome
  ) -> Outcome {
    .later(
      Job(queue: daemon.pictures.queue) {
        let result = Result { () throws(LibraryError) in
          PictureDesk.answers(item) ? try look() : nil
        }
        return { _ throws(MPDError) in
          switch result {
          case .success(let found): try next(found)
          case .failure(let error): throw MPDError(error)
          }
        }
      })
  }
}
