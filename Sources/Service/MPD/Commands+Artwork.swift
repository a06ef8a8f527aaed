import Library
import MPDProtocol
import Media

// Pictures and all tags of one song.
extension Command {
  static let artwork = [
    Command("albumart", .read, 2...2, albumArt),
    Command("readpicture", .read, 2...2, readPicture),
    Command("readcomments", .read, 1...1) { daemon, call throws(MPDError) in
      let item = try song(daemon, call, missing: "No such song")
      return .answer { answer in
        for comment in item.comments { answer.line(comment.name, comment.value) }
      }
    },
  ]

  /// The song that a client names; of a file with tracks the first, whose file it is.
  @MainActor
  private static func song(
    _ daemon: Daemon, _ call: Call, missing complaint: String
  ) throws(MPDError) -> MediaItem {
    switch try LibraryAddress(call[0], in: daemon.store, isLocal: call.session.isLocal) {
    case .item(let item): return item
    case .tracks(let items):
      guard let item = items.first else { fallthrough }
      return item
    case .folder, .outside: throw MPDError(.noExist, complaint)
    }
  }

  /// A part of the picture beside a song.
  @MainActor
  private static func albumArt(_ daemon: Daemon, _ call: Call) throws(MPDError) -> Outcome {
    let missing = MPDError(.noExist, "No file exists")
    let offset = try Argument.unsigned(call[1])
    let item = try song(daemon, call, missing: missing.message)
    let (pool, limit) = (daemon.pool, call.session.binaryLimit)
    return picture(on: daemon) { () throws(LibraryError) in
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
    let item = try song(daemon, call, missing: "No such song")
    let (desk, limit) = (daemon.pictures, call.session.binaryLimit)
    return picture(on: daemon) { () throws(LibraryError) in
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

  /// Looks for a picture where that holds up nobody else, and goes on with it.
  @MainActor
  private static func picture<Found: Sendable>(
    on daemon: Daemon, _ look: @escaping @Sendable () throws(LibraryError) -> Found,
    then next: @escaping @MainActor @Sendable (Found) throws(MPDError) -> Outcome
  ) -> Outcome {
    .later(
      Job(queue: daemon.pictures.queue) {
        let result = Result { () throws(LibraryError) in try look() }
        return { _ throws(MPDError) in
          switch result {
          case .success(let found): try next(found)
          case .failure(let error): throw MPDError(error)
          }
        }
      })
  }
}
