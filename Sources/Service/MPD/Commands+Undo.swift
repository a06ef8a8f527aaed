import Library
import MPDProtocol
import Media
import Playback

// What the protocol has no word for: changes are taken back.
//
// `segue_undo` takes the last change of the queue or of a stored playlist back, `segue_redo` does what was taken back
// again. They answer `undone: SENTENCE` and `redone: SENTENCE`. `segue_as_one` has all that this connection changes
// afterwards be one step.
extension Command {
  static let undoing = [
    Command("segue_undo", [.add, .player, .control], 0...0) { daemon, _ in
      undo(daemon, redo: false)
    },
    Command("segue_redo", [.add, .player, .control], 0...0) { daemon, _ in
      undo(daemon, redo: true)
    },
    Command("segue_as_one", .add, 0...0) { _, call in
      call.session.changeAsOne()
      return .done
    },
  ]

  @MainActor
  private static func undo(_ daemon: Daemon, redo: Bool, attempts: Int = 5) -> Outcome {
    // Playlists are changed elsewhere; what was asked for before comes first.
    let (keeper, now) = (daemon.keeper, daemon.player.queue)
    return .later(
      Job(queue: keeper.work) {
        let result = Result { () throws(LibraryError) in try keeper.plan(redo: redo, now) }
        return { daemon throws(MPDError) in
          switch result {
          case .failure(let error): throw MPDError(error)
          case .success(let plan):
            return try carryOut(plan, since: now, daemon, redo: redo, attempts: attempts)
          }
        }
      })
  }

  @MainActor
  private static func carryOut(
    _ plan: StateKeeper.Plan, since now: PlayQueue, _ daemon: Daemon, redo: Bool, attempts: Int
  ) throws(MPDError) -> Outcome {
    switch plan {
    case .nothing: throw MPDError(.noExist, "There is nothing to \(redo ? "redo" : "undo")")
    case .outdated:
      throw MPDError(.noExist, "The last change cannot be undone any more: much has changed since")
    case .stale: return try again(daemon, redo: redo, attempts: attempts)
    case .playlists(let undone):
      daemon.tell(.storedPlaylist)
      return sentence(UndoSentence.of(undone), redo: redo)
    case .queue(let undone, let queue, let point):
      guard daemon.player.queue.isUnchanged(since: now) else {
        return try again(daemon, redo: redo, attempts: attempts)
      }
      daemon.undoing = undone
      daemon.player.putBack(queue, at: point)
      daemon.undoing = nil
      return sentence(UndoSentence.of(undone, at: point, daemon.player), redo: redo)
    }
  }

  @MainActor
  private static func again(
    _ daemon: Daemon, redo: Bool, attempts: Int
  ) throws(MPDError) -> Outcome {
    guard attempts > 1 else { throw MPDError(.playerSync, "The queue changes all the time") }
    return undo(daemon, redo: redo, attempts: attempts - 1)
  }

  @MainActor
  private static func sentence(_ sentence: String, redo: Bool) -> Outcome {
    .answer { $0.line(redo ? "redone" : "undone", sentence) }
  }
}

/// What came of taking a change back, in words.
@MainActor
enum UndoSentence {
  static func of(_ undone: UndoneQueue, at point: QueuePoint?, _ player: Player) -> String {
    let again = undone.redo ? " again" : ""
    var parts: [String] = []
    if undone.coming > 0 {
      let verb = undone.redo ? "are in the queue again" : "came back to the queue"
      parts.append("\(tracks(undone.coming)) \(undone.coming == 1 ? verb.singular : verb)")
    }
    if undone.going > 0 { parts.append("\(tracks(undone.going)) left the queue\(again)") }
    if parts.isEmpty {
      parts = [
        undone.redo
          ? "The queue is as it was before the undo" : "The queue is in its earlier order again"
      ]
    }
    if let point, point.entry != nil, point.state != .stopped {
      let time = PlaybackTime(point.position)
      parts.append(player.state == .playing ? "playing goes on at \(time)" : "paused at \(time)")
    }
    return parts.joined(separator: ", ")
  }

  static func of(_ undone: [UndonePlaylist]) -> String {
    if undone.count == 1 { return of(undone[0]) }
    let gone = undone.count { $0.name == nil }
    let back = undone.count { $0.name != nil && $0.before == nil }
    return [
      (gone, "gone"), (back, "there again"), (undone.count - gone - back, "as before"),
    ].filter { $0.0 > 0 }.map { count, what in
      count == 1 ? "1 playlist is \(what)" : "\(count) playlists are \(what)"
    }.joined(separator: ", ")
  }

  private static func of(_ undone: UndonePlaylist) -> String {
    let name = "the playlist \"\(DisplayText.line(undone.name ?? undone.before ?? ""))\""
    guard undone.name != nil else { return "\(name.capitalized) is gone" }
    guard let before = undone.before else {
      return "\(name.capitalized) is there again, with \(tracks(undone.count))"
    }
    var parts: [String] = []
    if undone.coming > 0 { parts.append("\(tracks(undone.coming)) came back to \(name)") }
    if undone.going > 0 { parts.append("\(tracks(undone.going)) left \(name)") }
    if undone.name != before {
      parts.append("the playlist \"\(DisplayText.line(before))\" has its other name again")
    }
    if parts.isEmpty { parts = ["\(name) is as it was"] }
    return parts.joined(separator: ", ").capitalized
  }

  private static func tracks(_ count: Int) -> String { "\(count) track\(count == 1 ? "" : "s")" }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
  fileprivate var singular: String { replacing("are in", with: "is in") }
}
