import Configuration
import MPDProtocol
import Media
import Playback

/// What the daemon remembers of a client between its commands.
@MainActor
final class Session {
  /// Whether the client runs under our user on this machine: it may name files and see the
  /// configuration.
  let isLocal: Bool
  /// What it may do; a password changes that.
  var permissions: Permissions
  /// The last password that it said and that was right.
  var password: Password?
  /// Whether it has said a wrong one.
  var hasGuessed = false

  var tags = MPDTagSet.usual
  /// The most bytes of a binary chunk of an answer.
  var binaryLimit = 8192
  /// What becomes of items that it adds and that are in the queue; `nil` as configured.
  var duplicates: DuplicatePolicy?
  /// The step that its changes belong to, and whether all of them belong to one.
  private(set) var step: Int64 = 0
  private var changesAsOne = false

  /// Whether stored playlists are left out where the top of the library is listed.
  var hidesPlaylistsInRoot = false
  /// What it listens to, and what was said there.
  var channels: Set<String> = []
  var messages: [(channel: String, text: String)] = []

  /// What has changed since the client last asked.
  private(set) var changes: Subsystems = []
  /// What the client waits for; `nil` while it does not.
  private(set) var awaited: Subsystems?

  init(isLocal: Bool, permissions: Permissions) {
    self.isLocal = isLocal
    self.permissions = permissions
  }

  /// Something new is asked for.
  func beginStep() {
    if changesAsOne { return }
    step = Self.newStep()
  }

  /// All that the client changes from now on is undone at once.
  func changeAsOne() {
    changesAsOne = true
    step = Self.newStep()
  }

  private static var lastStep: Int64 = 0

  /// Another number each time, also after a restart.
  private static func newStep() -> Int64 {
    lastStep = max(lastStep + 1, Timestamp.now.nanoseconds)
    return lastStep
  }

  /// The client waits for changes.
  func wait(for subsystems: Subsystems) { awaited = subsystems }

  /// The client no longer waits.
  func stopWaiting() { awaited = nil }

  func note(_ subsystems: Subsystems) { changes.formUnion(subsystems) }

  /// The changes that the client waits for, taken as told, if there are any; then it no longer waits.
  func takeAwaited() -> Subsystems? {
    guard let awaited else { return nil }
    let told = changes.intersection(awaited)
    guard !told.isEmpty else { return nil }
    changes.subtract(told)
    self.awaited = nil
    return told
  }
}
