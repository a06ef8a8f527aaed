import Configuration
@preconcurrency import Dispatch
import Glibc
import MPDProtocol
import Posix

/// All listening sockets and all clients, behind one descriptor that the main thread waits for.
@MainActor
final class Server {
  let ready: ReadyDescriptors

  private unowned let daemon: Daemon
  private var limits: Limits
  /// Who may do what.
  private var access: ClientAccess
  private var listeners: [UInt64: Listener] = [:]
  private var clients: [UInt64: Client] = [:]
  private var nextKey = otherKey
  private static let otherKey: UInt64 = 0
  private var stallTimer: DispatchSourceTimer?
  private var isPaused = false

  init(daemon: Daemon, limits: Limits, access: ClientAccess) throws(PosixError) {
    self.daemon = daemon
    self.limits = limits
    self.access = access
    ready = try ReadyDescriptors()
  }

  var clientCount: Int { clients.count }

  func add(_ listener: Listener) throws(PosixError) {
    let key = makeKey()
    try ready.add(listener.descriptor.raw, key: key)
    listeners[key] = listener
  }

  /// Whether the service manager opened a socket that others than this machine reach.
  var isReachedByStrangers: Bool {
    listeners.values.contains { $0.address == nil && !$0.isLocal }
  }

  /// Heeds what was newly decided of clients and of where they may come. Who may do less than before has to come
  /// again; limits are for those who come later.
  ///
  /// - Parameter addresses: All of its own; those that are no longer among them are closed.
  func change(limits: Limits, access: ClientAccess, addresses: [ListenAddress]) {
    (self.limits, self.access) = (limits, access)
    for client in Array(clients.values) {
      let session = client.conversation.session
      let before = session.permissions
      session.permissions = access.permissions(of: session)
      if !session.permissions.isSuperset(of: before) { remove(client) }
    }
    for (key, listener) in listeners {
      guard let address = listener.address, !addresses.contains(address) else { continue }
      ready.remove(listener.descriptor.raw)
      listener.close()
      listeners[key] = nil
    }
    for address in addresses where !isListening(at: address) {
      do { try add(Listener(address)) } catch { Log.error("\(error)") }
    }
  }

  func isListening(at address: ListenAddress) -> Bool {
    listeners.values.contains { $0.serves(address) }
  }

  /// Serves for ever, and calls `body` whenever `other` can be read.
  func serve(alongside other: Int32, _ body: () -> Void) -> Never {
    do {
      try ready.add(other, key: Self.otherKey)
    } catch {
      Log.error(error.description)
      exit(1)
    }
    while true {
      for event in ready.ready(waiting: true) {
        if event.key == Self.otherKey {
          body()
        } else if let client = clients[event.key] {
          client.handle(event)
        } else if let listener = listeners[event.key] {
          accept(from: listener)
        }
      }
    }
  }

  /// Tells all clients of changes.
  func note(_ subsystems: Subsystems) {
    for client in clients.values { client.conversation.note(subsystems) }
  }

  /// Tells one client of changes.
  func note(_ subsystems: Subsystems, _ session: Session) {
    clients.values.first { $0.conversation.session === session }?.conversation.note(subsystems)
  }

  func remove(_ client: Client) {
    guard clients.removeValue(forKey: client.key) != nil else { return }
    ready.remove(client.descriptor.raw)
    client.conversation.close()
    daemon.staging.leave(client.conversation.session)
    if daemon.channels.leave(client.conversation.session) { daemon.tell(.subscription) }
    resumeAccepting()
  }

  /// Calls `body` when everything else that waits on the main queue had its turn.
  func afterOthers(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated { body() } }
  }

  /// Ends all connections.
  func stop() {
    stallTimer?.cancel()
    for client in Array(clients.values) { remove(client) }
    for listener in listeners.values { listener.close() }
    listeners = [:]
  }

  private func makeKey() -> UInt64 {
    nextKey += 1
    return nextKey
  }
}

/// Clients come.
extension Server {
  /// Clients accepted at a time before others get their turn.
  private static let batch = 16

  private func accept(from listener: Listener) {
    do throws(PosixError) {
      for _ in 0..<Self.batch {
        guard let descriptor = try StreamSocket.accept(listener.descriptor.raw) else { return }
        let isLocal = Self.isLocal(descriptor)
        // Dropped, and so closed, when there are too many.
        guard clients.count < limits.connections || makeRoom(forLocal: isLocal) else { continue }
        try welcome(FileDescriptor.Owned(descriptor.release()), isLocal: isLocal)
      }
    } catch {
      // Out of descriptors: the waiting clients would be told of again and again.
      Log.warning(error.description)
      pauseAccepting()
    }
  }

  /// Whether a client runs under our user, or root, on this machine.
  private static func isLocal(_ descriptor: borrowing FileDescriptor) -> Bool {
    StreamSocket.peer(descriptor.raw).map { $0 == geteuid() || $0 == 0 } ?? false
  }

  private func welcome(
    _ descriptor: FileDescriptor.Owned, isLocal: Bool
  ) throws(PosixError) {
    let limits = isLocal ? limits.forOwnClients : limits
    let session = Session(
      isLocal: isLocal, permissions: isLocal ? access.local : access.remote)
    let client = Client(
      key: makeKey(), descriptor: descriptor,
      conversation: Conversation(daemon: daemon, session: session, limits: limits), server: self,
      limits: limits)
    try ready.add(descriptor.raw, key: client.key)
    clients[client.key] = client
    client.proceed()
  }

  /// Lets the client go that was silent for the longest time, longer than it may be when others want its place. One
  /// of ours takes the place of any stranger.
  ///
  /// - Returns: Whether there was one.
  private func makeRoom(forLocal isLocal: Bool) -> Bool {
    let latest = ContinuousClock.now - limits.stall
    let silent = clients.values.filter { $0.isUnoccupied && $0.lastHeard <= latest }
    let strangers = clients.values.filter { isLocal && !$0.conversation.session.isLocal }
    let candidates = silent.isEmpty ? strangers : silent
    guard let longest = candidates.min(by: { $0.lastHeard < $1.lastHeard }) else { return false }
    remove(longest)
    return true
  }

  private func pauseAccepting() {
    isPaused = true
    for (key, listener) in listeners {
      ready.change(listener.descriptor.raw, key: key, readable: false, writable: false)
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
      MainActor.assumeIsolated { self?.resumeAccepting() }
    }
  }

  private func resumeAccepting() {
    guard isPaused else { return }
    isPaused = false
    for (key, listener) in listeners {
      ready.change(listener.descriptor.raw, key: key, readable: true, writable: false)
    }
  }
}

/// Clients that do not read are cut off.
extension Server {
  /// Looks after clients with unread answers until there are none.
  func watchForStalls() {
    guard stallTimer == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    let interval = max(1, Int(limits.stall.milliseconds / 4))
    timer.schedule(
      deadline: .now() + .milliseconds(interval), repeating: .milliseconds(interval),
      leeway: .milliseconds(interval / 4))
    timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.cutOffStalled() } }
    timer.activate()
    stallTimer = timer
  }

  private func cutOffStalled() {
    let now = ContinuousClock.now
    for client in Array(clients.values) {
      if let since = client.stalledSince, now - since >= limits.stall {
        Log.info("A client was cut off: it does not read its answers.")
        remove(client)
      }
    }
    if !clients.values.contains(where: { $0.stalledSince != nil }) {
      stallTimer?.cancel()
      stallTimer = nil
    }
  }
}
