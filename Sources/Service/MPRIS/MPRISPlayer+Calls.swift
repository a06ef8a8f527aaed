@preconcurrency import Dispatch
import Glibc
import Library
import MPDProtocol
import Media
import Playback

// What others may have done. What cannot be done now has no effect, as the specification wishes.
extension MPRISPlayer {
  func call(_ method: String, _ arguments: BusMessage) throws(BusError) {
    session.beginStep()
    daemon.speaks(session)
    switch method {
    case "Raise": return
    case "Quit": DispatchQueue.main.async { MainActor.assumeIsolated { self.daemon.end() } }
    case "Next": next()
    case "Previous": previous()
    case "Pause": player.pause(true)
    case "PlayPause": player.togglePause()
    case "Stop": player.stop()
    case "Play": player.play()
    case "Seek":
      let offset = Duration.microseconds(try arguments.long())
      seek(to: (player.position ?? .zero) + offset)
    case "SetPosition": try setPosition(TrackMetadata.entry(arguments.object()), arguments.long())
    case "OpenUri": try add(arguments.text(), after: nil, playing: true)
    case "AddTrack":
      let (uri, place) = (try arguments.text(), try arguments.object())
      try add(uri, after: place, playing: arguments.flag())
    case "RemoveTrack":
      if let id = TrackMetadata.entry(try arguments.object()) { try? player.remove(ids: [id]) }
    case "GoTo":
      if let id = TrackMetadata.entry(try arguments.object()) { try? player.play(id: id) }
    default: throw BusError(ENOSYS)
    }
  }

  func ask(_ method: String, _ arguments: BusMessage) throws(BusError) -> BusValue {
    guard method == "GetTracksMetadata" else { throw BusError(ENOSYS) }
    var seen: Set<String> = []
    let objects = try arguments.objects(limit: 1000).filter { seen.insert($0).inserted }
    let ids = objects.lazy.compactMap { TrackMetadata.entry($0) }
    // No more than `Tracks` shows: they are looked up while everybody waits.
    let entries = Array(ids.compactMap { self.player.queue[$0] }.prefix(Self.tracksShown))
    player.items.prepare(entries.map(\.itemID))
    return .records(
      entries.map { entry in
        TrackMetadata.fields(entry.id, player.item(of: entry), duration: nil, artwork: nil)
      })
  }

  /// What is paused stays so, which MPD has otherwise.
  private func next() {
    switch player.state {
    case .stopped: return
    case .playing: try? player.next()
    case .paused:
      var queue = player.queue
      queue.consume = .off
      guard let next = queue.next() else { return player.stop() }
      try? player.seek(id: next, to: .zero)
    }
  }

  private func previous() {
    switch player.state {
    case .stopped: return
    case .playing: try? player.previous()
    case .paused:
      if let limit = player.restartsAfter, let position = player.position, position > limit {
        return seek(to: .zero)
      }
      var queue = player.queue
      if let before = queue.previous() { try? player.seek(id: before, to: .zero) }
    }
  }

  /// Beyond the end it is the next one's turn.
  private func seek(to target: Duration) {
    guard player.state != .stopped else { return }
    let limit = player.duration ?? .milliseconds(PlayedRange.limit)
    if target > limit { next() } else { try? player.seek(to: max(.zero, target)) }
  }

  private func setPosition(_ entry: EntryID?, _ microseconds: Int64) {
    let target = Duration.microseconds(microseconds)
    // It may be another one's turn by now.
    guard let entry, player.nowPlaying?.id == entry, target >= .zero,
      target <= player.duration ?? target
    else { return }
    seek(to: target)
  }

  /// Where what comes after a track belongs; `nil` for the end.
  private static func position(after object: String?, in player: Player) -> Int? {
    if object == TrackMetadata.noTrack { return 0 }
    return object.flatMap { TrackMetadata.entry($0) }.flatMap { player.queue.position(of: $0) }.map
    { $0 + 1 }
  }
}

// Files that others name.
extension MPRISPlayer {
  /// Files that are looked for at a time, at most: what does not answer is waited for.
  private static let filesAtOnce = 100

  /// Puts a file, or what is in a folder or playlist of the library, into the queue. Nobody waits until it is there, which
  /// the specification has nobody expect; what is not found is in the log.
  private func add(_ uri: String, after object: String?, playing plays: Bool) throws(BusError) {
    guard let path = FileURL.path(uri) else { throw BusError(EOPNOTSUPP) }
    guard filesUnderway < Self.filesAtOnce else { throw BusError(EBUSY) }
    filesUnderway += 1
    let put: Put = { daemon, items throws(MPDError) in
      let position = Self.position(after: object, in: daemon.player)
      let ids = try Command.insert(items, at: position, daemon)
      if plays, let first = ids.first { try? daemon.player.play(id: first) }
      return .done
    }
    goOn { [session] daemon throws(MPDError) in
      try LibraryAddress.finding(path.uri, daemon, session) { daemon, address throws(MPDError) in
        try Self.outcome(of: address, daemon, put)
      }
    }
  }

  private typealias Put =
    @MainActor @Sendable (Daemon, [MediaItem]) throws(MPDError) -> Outcome

  private static func outcome(
    of address: LibraryAddress, _ daemon: Daemon, _ put: @escaping Put
  ) throws(MPDError) -> Outcome {
    switch address {
    case .item(let item): return try put(daemon, [item])
    case .tracks(let items): return try put(daemon, items)
    case .outside(let path):
      return daemon.outside.keeping(path) { daemon, item throws(MPDError) in
        try put(daemon, [item])
      }
    case .folder(let uri):
      return .asking(
        daemon, { store throws(LibraryError) in try Command.items(below: uri, in: store) },
        then: { daemon, items throws(MPDError) in try put(daemon, items ?? []) })
    }
  }

  /// Does what an outcome asks for; nobody waits for its answer.
  private func carryOut(_ outcome: Outcome) {
    guard case .later(let job) = outcome else {
      filesUnderway -= 1
      return
    }
    guard let queue = job.queue else {
      return QueryLanes.shared.run({ job.run() }, then: { [weak self] in self?.goOn($0) })
    }
    queue.async { [weak self] in
      let next = job.run()
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.goOn(next) } }
    }
  }

  private func goOn(_ next: Job.Next) {
    daemon.speaks(session)
    do throws(MPDError) {
      carryOut(try next(daemon))
    } catch {
      filesUnderway -= 1
      Log.info("A file that was to be opened is not played: \(error.message).")
    }
  }
}
