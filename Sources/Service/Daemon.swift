import Configuration
@preconcurrency import Dispatch
import Glibc
import Library
import MPDProtocol
import Media
import Playback
import Posix
import Worker

/// The daemon: player, library and sockets, all led from the main queue.
@MainActor
public final class Daemon {
  let player: Player
  let store: LibraryStore
  let pool: LibraryPool
  let items: LibraryItems
  let scans: LibraryScans
  let playlists: PlaylistKeeper
  let pictures: PictureDesk
  let outside: OutsideDesk
  var limits: Limits
  var access: ClientAccess
  let channels = MessageChannels()
  let staging = StagingArea()
  let started = ContinuousClock.now
  var playTime = PlayTime()
  /// The stored playlist that was loaded last; empty for none.
  var lastLoadedPlaylist = "" { didSet { keep(isDurable: false) } }

  /// Those of some items that the queue can still take, as the client wishes to have duplicates.
  func fitting(_ items: [QueueItem]) -> [QueueItem] {
    let room = max(0, limits.queue - player.queue.count)
    return player.queue.fitting(items, in: room, duplicates: duplicates)
  }

  /// Called when it begins to end, with the status that the program then ends with.
  public var onEnding: (Int32) -> Void = { _ in }
  /// Called when it has ended, with the status that the program then ends with.
  public var onEnd: (Int32) -> Void = { _ in }

  let keeper: StateKeeper
  private let note: PlayerNote
  /// What tells changes apart that are undone one by one; alike for those of one command list.
  var step: Int64 = 0
  /// What becomes of items that are added and are in the queue: as the client wishes, and as configured.
  var duplicates = DuplicatePolicy.allow
  var usualDuplicates: DuplicatePolicy
  /// What played before the change that is just being made.
  private var editedFrom: QueuePoint?
  /// The step that is just being taken back.
  var undoing: UndoneQueue?
  let answers = AnswerCache()
  private let notifications: LibraryNotifications
  private var watch: LibraryWatch?
  private var mpris: MPRISPlayer?
  private var mirrored: MirroredPlaylists?
  private let lock: InstanceLock
  private(set) var server: Server?
  var settings: Settings
  let places: Places
  private let workers: WorkerPrograms
  private var libraryVersion: Int64 = 0
  private var libraryReplacements = 0
  private var listening = Listening()
  var longItems = LongItems()
  /// Whether places in long items are about to be kept.
  private var isKeepingPlaces = false
  /// What was heard last; it may have left the queue by now.
  private var heard: QueueEntry?
  private var changes: Subsystems = []
  private var isTelling = false
  private var positionTimer: DispatchSourceTimer?
  private var dailyTimer: DispatchSourceTimer?
  private var positionSaves = 0
  private var hasEnded = false

  /// Takes over what the last daemon kept. Clients are served from `start` on.
  public init(
    settings: Settings, places: Places, workers: WorkerPrograms, limits: Limits? = nil
  ) throws {
    (self.settings, self.places, self.workers) = (settings, places, workers)
    let limits = limits ?? Limits(settings.limits)
    self.limits = limits
    usualDuplicates = DuplicatePolicy(rawValue: settings.duplicates.rawValue) ?? .allow
    access = ClientAccess(settings)
    try places.makeRuntimeFolder()
    lock = try InstanceLock(socket: places.socket)
    note = PlayerNote(places.playerNote)
    store = try LibraryRescue.open(places.database, locale: settings.locale) { sentence in
      Log.warning(sentence)
    }
    keeper = StateKeeper(
      store: try LibraryStore(path: places.database, access: .write, locale: settings.locale))
    pool = LibraryPool(path: places.database)
    items = LibraryItems(pool: pool)
    playlists = PlaylistKeeper(path: places.database) { [keeper] in keeper.flush() }
    var scan = Scan(
      library: places.database, workers: workers, notify: places.notify, locale: settings.locale)
    scan.legacyCharset = settings.legacyCharset
    scan.order = OrderWish(settings)
    // Clients name parts of the library, not folders of the machine.
    scan.addsRoots = false
    scan.queue = { DispatchQueue(label: "segue.scan", qos: .utility) }
    scans = LibraryScans(scan)
    pictures = PictureDesk(library: places.database, workers: workers)
    outside = OutsideDesk(library: places.database, workers: workers)
    notifications = try LibraryNotifications(path: places.notify)
    player = Player(configuration: PlayerConfiguration(settings, workers, items))
    for root in settings.libraryRoots { addRoot(root) }
    libraryVersion = try store.version()
    longItems = LongItems(try store.resumePlaces())
    let choices = try Resumption.restore(player, from: store, note.last, settings)
    lastLoadedPlaylist = choices.first { $0.name == Self.loadedPlaylist }?.value ?? ""
    let server = try Server(daemon: self, limits: limits, access: access)
    try listen(server)
    self.server = server
  }

  /// Serves clients, and the main queue between them, until the program ends.
  public func serve() -> Never {
    if let server { MainLoop.run(server) }
    dispatchMain()
  }

  /// Begins what it does by itself, and looks for what has changed in the music folders.
  public func start() {
    player.addObserver { [weak self] event in
      self?.note(event)
      self?.mpris?.note(event)
    }
    player.placeToResume = { [weak self] entry in
      guard let self, entry.range == nil else { return nil }
      return self.longItems.place(entry.itemID) { self.player.item(of: entry) }
    }
    // The library may know less than was noted.
    keep(isDurable: true)
    // What was being heard when the last daemon ended may be left before it is heard again.
    if let entry = player.queue.current, let position = player.position {
      leave(entry, at: position)
    }
    playTime.note(player.state)
    watchPosition()
    followSessionBus()
    mirrorPlaylists()
    notifications.start { [weak self] in self?.checkLibrary() }
    scans.onChange = { [weak self] in
      self?.tell(.update)
      self?.checkLibrary()
    }
    let queued = Set(player.queue.entries.map(\.itemID))
    let month = Timestamp(nanoseconds: Timestamp.now.nanoseconds - 30 * 86_400 * 1_000_000_000)
    playlists.later { try $0.forgetOutside(except: queued, before: month) }
    let roots = (try? store.roots()) ?? []
    if !roots.isEmpty { _ = scans.request() }
    let watch = LibraryWatch(scans)
    self.watch = watch
    scans.onDamage = { [weak self] in
      self?.checkLibrary()
      _ = self?.scans.request()
    }
    let mend: @Sendable () -> Void = { [weak self] in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.scans.mend() } }
    }
    keeper.whenDamaged.withLock { $0 = mend }
    pool.whenDamaged.withLock { $0 = mend }
    scanDaily()
    // What changes while the scan runs is seen only when the folders are watched before it begins.
    watch.follow(roots) { [weak self] in
      guard let self, !self.scans.release(), !self.hasEnded else { return }
      _ = self.scans.request()
    }
    // One that does not answer, over a network, is not waited for with the others.
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.watchPatience) { [weak self] in
      MainActor.assumeIsolated { _ = self?.scans.release() }
    }
  }

  /// How long scans wait until all folders are watched; then one more follows when they are.
  private static let watchPatience = DispatchTimeInterval.seconds(15)

  /// Ends everything in order.
  public func end(status: Int32 = 0) {
    guard !hasEnded else { return }
    hasEnded = true
    onEnding(status)
    // First, for it is what must not be lost when something else takes long. Nor is it waited for without end: what
    // is not written yet waits for a disk, or for somebody else who writes.
    keep(queue: player.queue, isDurable: true)
    keepPlaces()
    keeper.flush(within: Self.flushPatience)
    playlists.flush(within: Self.flushPatience)
    server?.stop()
    mpris?.stop()
    mirrored?.stop(patience: .seconds(1))
    notifications.stop()
    watch?.stop()
    scans.cancel()
    positionTimer?.cancel()
    dailyTimer?.cancel()
    player.shutDown()
    onEnd(status)
  }

  private static let flushPatience = DispatchTimeInterval.milliseconds(300)

  /// Looks at everything once a day, whatever the kernel told; at its end a backup is made.
  private func scanDaily() {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(
      deadline: .now() + .seconds(86400), repeating: .seconds(86400), leeway: .seconds(600))
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated { _ = self?.scans.request() }
    }
    timer.activate()
    dailyTimer = timer
  }

  /// Is on the session bus, or not, as the configuration says, where there is one.
  func followSessionBus() {
    guard settings.isOnSessionBus else {
      mpris?.stop()
      mpris = nil
      return
    }
    if mpris == nil, let address = SessionBus.address() {
      mpris = MPRISPlayer(self, address: address)
    }
  }

  /// Has the stored playlists in the configured folder, if there is one, too.
  func mirrorPlaylists() {
    guard settings.playlistFolder != mirrored?.folder else { return }
    mirrored?.stop()
    mirrored = settings.playlistFolder.map {
      MirroredPlaylists(folder: $0, library: places.database, workers: workers) { [weak self] in
        self?.tell(.storedPlaylist)
      }
    }
  }

  func addRoot(_ path: String) {
    do {
      try store.addRoot(FilePath(path))
    } catch {
      Log.warning(error.description)
    }
  }
}

/// Changes become events for clients and are kept.
extension Daemon {
  /// What is done now is this client's wish.
  func speaks(_ session: Session) {
    step = session.step
    duplicates = session.duplicates ?? usualDuplicates
  }

  /// Tells all clients of changes, once for all of those of this turn.
  func tell(_ subsystems: Subsystems) {
    changes.formUnion(subsystems)
    guard !isTelling else { return }
    isTelling = true
    DispatchQueue.main.async { MainActor.assumeIsolated { self.tellNow() } }
  }

  /// Tells some clients of changes.
  func tell(_ subsystems: Subsystems, _ sessions: [Session]) {
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        for session in sessions { self.server?.note(subsystems, session) }
      }
    }
  }

  private func tellNow() {
    isTelling = false
    let told = changes
    changes = []
    server?.note(told)
    if !told.isDisjoint(with: [.database, .sticker]) { mpris?.tell() }
    // Of stickers, and the like, saved queries ask.
    if !told.isDisjoint(with: [.database, .storedPlaylist, .sticker]) { mirrored?.update() }
  }

  private func note(_ event: PlayerEvent) {
    switch event {
    case .queueEdited(let point): editedFrom = point
    case .queueChanged:
      tell(.playlist)
      keep(queue: player.queue, edit: edit(), isDurable: false)
    case .stateChanged:
      tell(.player)
      playTime.note(player.state)
      if player.state == .stopped { listening.stopped() }
      watchPosition()
      keepWithOrder()
      keepPlacesLeft()
    case .optionsChanged:
      tell(.options)
      keepWithOrder()
    case .volumeChanged:
      tell(.mixer)
      keep(isDurable: false)
    case .outputsChanged:
      tell(.output)
      keep(isDurable: true)
    case .trackStarted(let id):
      tell(.player)
      keep(isDurable: false)
      guard let entry = player.queue[id], let position = player.position else { return }
      longItems.started(entry.itemID)
      heard = entry
      remember(
        listening.started(
          id, player.item(of: entry), duration: player.duration, at: position))
    case .positionJumped:
      tell(.player)
      keep(isDurable: false)
      keepPlacesLeft()
      // It is left there, too, unless it is heard from there on.
      if let entry = player.nowPlaying, let position = player.position {
        leave(entry, at: position)
      }
    case .trackEnded(let id, let heard, let isOver):
      remember(listening.ended(id, heard: heard, isOver: isOver))
      if let entry = self.heard, entry.id == id { leave(entry, at: heard, isOver: isOver) }
    case .trackFailed(let id, let reason):
      listening.failed(id)
      tell(.player)
      Log.warning(reason)
    case .interrupted(let reason):
      Log.warning("No sound for now: \(reason) Playing goes on by itself as soon as it can.")
    case .continued: Log.info("There is sound again.")
    }
  }

  /// An entry is heard no longer: where it is long, its place is kept.
  private func leave(_ entry: QueueEntry, at heard: Duration, isOver: Bool = false) {
    guard entry.range == nil,
      longItems.left(player.item(of: entry), at: heard, isOver: isOver), !isKeepingPlaces
    else { return }
    isKeepingPlaces = true
    // Not at once, for mostly it goes on elsewhere in it: the place is being looked for.
    DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
      MainActor.assumeIsolated { self?.keepPlaces() }
    }
  }

  /// Keeps the places of what was left for something else, or for nothing.
  private func keepPlacesLeft() {
    if player.state != .stopped, let entry = player.nowPlaying,
      longItems.isUnkept(entry.itemID)
    {
      return
    }
    keepPlaces()
  }

  private func keepPlaces() {
    isKeepingPlaces = false
    let places = longItems.takeUnkept()
    if places.isEmpty { return }
    let now = Timestamp.now
    for (item, place) in places {
      playlists.later { store in try store.keepPlace(item, place, now: now) }
    }
    playlists.later { [weak self] _ in
      // The places are stickers, too.
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.tell(.sticker) } }
    }
  }

  /// What was heard is kept, and clients are told.
  private func remember(_ result: Listening.Result?) {
    guard let result else { return }
    let now = Timestamp.now
    playlists.later { [weak self] store in
      switch result {
      case .played(let item): try store.notePlay(item, at: now)
      case .skipped(let item): try store.noteSkip(item.persistentID, at: now)
      }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self?.forgetItems()
          self?.tell(.sticker)
        }
      }
    }
  }

  /// Something may have changed in the library.
  func checkLibrary() {
    if scans.isRescuing { return }
    if Glibc.access(store.path, F_OK) != 0 {
      Log.error(
        "The library \(store.path) was deleted or moved; the daemon has to be started again.")
      return end(status: 1)
    }
    if store.replacements != libraryReplacements {
      libraryReplacements = store.replacements
      // Another one, a backup say, has taken its place, and knows an older queue.
      keep(queue: player.queue, isDurable: true)
    }
    if let roots = try? store.roots() { watch?.follow(roots) }
    guard let version = try? store.version(), version != libraryVersion else { return }
    libraryVersion = version
    forgetItems()
    tell(.database)
  }

  /// What is remembered of items may no longer be so.
  func forgetItems() {
    items.forget()
    answers.forget()
  }

  /// Whose wish the change is that was just made.
  private func edit() -> QueueEdit? {
    guard let point = editedFrom.map({ SavedPoint($0) }) else { return nil }
    editedFrom = nil
    return undoing.map { .step($0, from: point) } ?? .change(token: step, from: point)
  }

  private func keep(queue: PlayQueue? = nil, edit: QueueEdit? = nil, isDurable: Bool) {
    let saved = noted()
    keeper.keep(queue: queue, edit: edit, player: saved, isDurable: isDurable)
  }

  /// What the name of the stored playlist that was loaded last is kept as.
  private static let loadedPlaylist = "loaded"

  /// Notes what the player does.
  @discardableResult
  private func noted() -> SavedPlayer {
    var saved = SavedPlayer(player)
    saved.choices = ListenerOption.all(player, settings).compactMap { $0.choice(player) }
    if !lastLoadedPlaylist.isEmpty {
      saved.choices.append(
        SavedChoice(name: Self.loadedPlaylist, value: lastLoadedPlaylist, usual: ""))
    }
    note.write(PlayerNote.Content(player: saved, item: player.queue.current?.itemID))
    return saved
  }

  /// A client is told where we are, and is not to be told of a much earlier place if we are killed now.
  func noteTold(_ position: Duration) {
    if player.state == .playing, position - note.position > .milliseconds(250) { noted() }
  }

  /// Turns may have been drawn.
  private func keepWithOrder() {
    keep(queue: player.queue.isRandom ? player.queue : nil, isDurable: true)
  }

  /// While it plays, keeps the position so often that it is never older than a second; nothing wakes up otherwise.
  private func watchPosition() {
    guard player.state == .playing else {
      positionTimer?.cancel()
      positionTimer = nil
      return
    }
    guard positionTimer == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(
      deadline: .now() + Self.positionPause, repeating: Self.positionPause,
      leeway: .milliseconds(50))
    timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.keepPosition() } }
    timer.activate()
    positionTimer = timer
  }

  private static let positionPause = DispatchTimeInterval.milliseconds(750)

  private func keepPosition() {
    if let position = player.position { remember(listening.reached(position)) }
    positionSaves += 1
    // So often that a loss of power costs half a minute, and a disk is left alone in between.
    keep(isDurable: positionSaves % 33 == 0)
  }
}
