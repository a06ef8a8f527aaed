import Glibc
import Library
import MPDProtocol
import Media
import Picker
import Posix

/// Tells a picker what the daemon of its library does, and when the library changes; nothing runs between two events.
struct PickerWatcher: Sendable {
  private let user: UserEnvironment
  private let library: LibraryStore
  private let followsLibrary: Bool
  /// The library that the picker loads is not older.
  private let version: Int64?

  /// - Parameter followsLibrary: Whether changes of the library are told.
  init(_ user: UserEnvironment, _ library: LibraryStore, followsLibrary: Bool) {
    self.user = user
    self.library = library
    self.followsLibrary = followsLibrary
    version = try? library.version()
  }

  /// Watches until nobody wants to know any more, or for ever.
  func run(_ watch: PickerWatch) {
    var news = LibraryNews(library, version, watch, isTold: followsLibrary)
    var client = try? DaemonConnection.connectOwn(user)
    var refusals: UInt32 = 0
    while !watch.isCancelled {
      if let client {
        let start = ContinuousClock.now
        try? follow(client, watch, &news)
        watch.tell(.player(PickerPlayer()))
        refusals = start.duration(to: .now) < .seconds(1) ? refusals + 1 : 0
      }
      // One that lets nobody look is not asked all the time.
      if refusals > 0 {
        sleep(min(30, 1 << min(5, refusals - 1)))
        news.look()
      }
      client = waitForDaemon(watch, &news)
      if client == nil { return }
    }
  }

  /// Tells what a daemon does, until it ends.
  private func follow(
    _ client: MPDClient, _ watch: PickerWatch, _ news: inout LibraryNews
  ) throws {
    watch.tell(.player(try player(client)))
    news.look()
    while !watch.isCancelled {
      // The end of a scan by another program is told by nobody.
      let changed = Set(
        try client.idle(
          ["player", "playlist", "options", "database", "update", "stored_playlist"],
          timeout: news.isScanning ? .seconds(2) : nil))
      if changed.isEmpty || !changed.isDisjoint(with: ["database", "update"]) { news.look() }
      if !changed.isDisjoint(with: ["player", "playlist", "options"]) {
        watch.tell(.player(try player(client)))
      }
      if changed.contains("stored_playlist") { watch.tell(.playlists) }
    }
  }

  private func player(_ client: MPDClient) throws -> PickerPlayer {
    let status = try PlayerStatus(of: client)
    var player = PickerPlayer()
    player.moment = PickerMoment.now.uptime
    player.state =
      switch status.state {
      case "play": .playing
      case "pause": .paused
      default: .stopped
      }
    player.queueVersion = status.queueVersion
    player.entry = status.songID.flatMap { UInt32($0) }
    player.error = status.error
    player.playsInOrder = ["random", "repeat", "single"].allSatisfy { status.option($0) == "0" }
    guard let uri = status.uri else { return player }
    player.item = (try? library.item(uri: uri))?.persistentID
    (player.title, player.artist) = (status.title, status.artist)
    player.milliseconds = status.duration?.milliseconds
    player.elapsed = status.elapsed?.milliseconds ?? 0
    return player
  }
}

// MARK: Without a daemon

extension PickerWatcher {
  /// Waits until a daemon answers, and tells meanwhile what other programs change in the library.
  ///
  /// - Returns: `nil` when that cannot be watched.
  private func waitForDaemon(_ watch: PickerWatch, _ news: inout LibraryNews) -> MPDClient? {
    try? user.places.makeRuntimeFolder()
    guard let notifications = try? FileNotifications(),
      let runtime = try? notifications.add(user.places.runtime, .names)
    else { return nil }
    _ = try? notifications.add(user.places.data, .modified)
    // One may have come before it was watched for.
    if let client = try? DaemonConnection.connectOwn(user) { return client }
    news.look()
    while !watch.isCancelled {
      guard wait(notifications, isScanning: news.isScanning) else { return nil }
      let events = notifications.read()
      if events.contains(where: { $0.watch == runtime && $0.name.ends(with: "socket") }),
        let client = connect()
      {
        return client
      }
      // Readers change the other files of the database.
      if events.isEmpty || events.contains(where: { $0.name.ends(with: "-wal") }) { news.look() }
    }
    return nil
  }

  private func wait(_ notifications: FileNotifications, isScanning: Bool) -> Bool {
    var poll = pollfd(fd: notifications.raw, events: Int16(POLLIN), revents: 0)
    // What is written comes in many small pieces.
    let count = Glibc.poll(&poll, 1, isScanning ? 2000 : -1)
    if count > 0 { usleep(200_000) }
    return count >= 0 || errno == EINTR
  }

  /// The socket is there a moment before somebody answers.
  private func connect() -> MPDClient? {
    for _ in 0..<50 {
      if let client = try? DaemonConnection.connectOwn(user) { return client }
      usleep(20_000)
    }
    return nil
  }
}

extension [UInt8] {
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}

/// What a picker has been told of the library.
private struct LibraryNews {
  private let library: LibraryStore
  private let watch: PickerWatch
  private let isTold: Bool
  private var version: Int64?
  private(set) var isScanning = false

  init(_ library: LibraryStore, _ version: Int64?, _ watch: PickerWatch, isTold: Bool) {
    self.library = library
    self.version = version
    self.watch = watch
    self.isTold = isTold
  }

  /// Looks at the library, and tells what is new.
  mutating func look() {
    let progress = try? library.runningScan()
    if progress != nil || isScanning {
      watch.tell(
        .scan(progress.map { PickerScan(read: $0.read, files: $0.toRead > 0 ? $0.toRead : nil) }))
    }
    isScanning = progress != nil
    guard isTold, let now = try? library.version(), now != version else { return }
    version = now
    watch.tell(.library)
  }
}
