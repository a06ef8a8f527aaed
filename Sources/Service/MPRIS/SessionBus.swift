import CSystemd
@preconcurrency import Dispatch
import Glibc
import Posix

/// The daemon's place on the user's session bus, led from the main queue.
///
/// It waits for a bus that is not there yet, and for one that went, without asking for it: the library watches the
/// folder of its socket. Where the user has none, nothing happens at all.
@MainActor
final class SessionBus {
  static let object = "/org/mpris/MediaPlayer2"
  private static let name = "org.mpris.MediaPlayer2.segue"

  /// Whoever answers what others on the bus ask.
  weak var player: MPRISPlayer?
  /// Whether others can see us.
  private(set) var isReady = false

  private let address: String
  private var bus: OpaquePointer?
  private var calls = UnsafeMutablePointer<segue_player>.allocate(capacity: 1)
  private var reading: (any DispatchSourceRead)?
  private var writing: (any DispatchSourceWrite)?
  private var timer: (any DispatchSourceTimer)?
  /// The descriptor of the bus that is waited for, which changes while it connects.
  private var watched: Int32 = -1
  /// How often in a row it went at once, and when it went last.
  private var losses = 0
  private var lastLoss = ContinuousClock.now
  private var hasComplained = false
  /// Grows with each connection.
  private var attempt = 0

  /// Messages that are answered before others have their turn.
  private static let messagesAtOnce = 32
  /// After so many losses in a row only something that happens here has it tried again.
  private static let patience = 6

  init(address: String) { self.address = address }

  isolated deinit {
    stop()
    calls.deallocate()
  }

  /// Where the user's bus is, if there is one.
  static func address(environment: (String) -> String? = Program.environment) -> String? {
    if let address = environment("DBUS_SESSION_BUS_ADDRESS") { return address }
    guard let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/"),
      (try? FileStatus("\(folder)/bus"))?.kind == .socket
    else { return nil }
    return "unix:path=\(FileURL.escaped(Array("\(folder)/bus".utf8)))"
  }

  func start() {
    calls.initialize(to: SessionBus.calls(for: self))
    open()
  }

  func stop() {
    attempt += 1
    close()
  }

  /// Something happened that others may want to know: a bus that was given up is tried again.
  func wake() {
    guard bus == nil, losses > Self.patience, ContinuousClock.now - lastLoss > .seconds(10)
    else { return }
    losses = Self.patience
    open()
  }

  // MARK: Told

  /// Tells that properties have other values, which are then asked for.
  func tellChanged(_ interface: String, _ names: [String]) {
    guard isReady, let bus, !names.isEmpty else { return }
    var list = names.map { strdup($0) } + [nil]
    defer { for name in list { free(name) } }
    sd_bus_emit_properties_changed_strv(bus, Self.object, interface, &list)
    watch(bus)
  }

  func signal(_ interface: String, _ member: String, _ values: BusValue...) {
    guard isReady, let bus else { return }
    var message: OpaquePointer?
    guard sd_bus_message_new_signal(bus, &message, Self.object, interface, member) >= 0,
      let message
    else { return }
    defer { sd_bus_message_unref(message) }
    do throws(BusError) {
      for value in values { try BusMessage(raw: message).append(value) }
      sd_bus_send(bus, message, nil)
    } catch {
      return
    }
    watch(bus)
  }

  // MARK: Connected

  private func open() {
    attempt += 1
    var opened: OpaquePointer?
    guard sd_bus_new(&opened) >= 0, let opened else { return }
    bus = opened
    do throws(BusError) {
      try BusError.check(sd_bus_set_address(opened, address))
      try BusError.check(sd_bus_set_bus_client(opened, 1))
      try BusError.check(sd_bus_set_exit_on_disconnect(opened, 0))
      // Where there is no socket yet, it waits for one.
      try BusError.check(sd_bus_set_watch_bind(opened, 1))
      try BusError.check(segue_player_export(opened, calls))
      try BusError.check(sd_bus_start(opened))
    } catch {
      return lost(PosixError.reason(error.code))
    }
    turn()
  }

  /// Does what there is to do now, though not for long.
  private func turn(mayHaveAppeared: Bool = false) {
    guard let bus else { return }
    let attempt = attempt
    var left = Self.messagesAtOnce
    while left > 0 {
      let result = sd_bus_process(bus, nil)
      // What was asked may have ended it.
      guard attempt == self.attempt else { return }
      if result < 0 { return lost(PosixError.reason(-result)) }
      if result == 0 { break }
      left -= 1
    }
    guard sd_bus_is_open(bus) > 0 else { return lost("it has closed the connection") }
    if !isReady, sd_bus_is_ready(bus) > 0 { connected(bus) }
    let before = watched
    watch(bus)
    if mayHaveAppeared, watched == before, isWaitingForSocket { lookAgain() }
    if left == 0 { DispatchQueue.main.async { MainActor.assumeIsolated { self.turn() } } }
  }

  /// A bus has its socket a moment before it takes anybody, of which nobody is told.
  private func lookAgain() {
    let attempt = attempt
    DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
      MainActor.assumeIsolated {
        // Where somebody takes us by now, as long as that may take, it is not begun anew.
        guard let self, self.attempt == attempt, self.isWaitingForSocket else { return }
        self.close()
        self.open()
      }
    }
  }

  /// Whether nobody takes us yet: it is a folder that is watched, and no connection.
  private var isWaitingForSocket: Bool {
    !isReady && watched >= 0 && (try? FileStatus(descriptor: watched))?.kind != .socket
  }

  private func connected(_ bus: OpaquePointer) {
    isReady = true
    hasComplained = false
    take(Self.name, on: bus)
    player?.isSeen()
  }

  /// Asks for a name; where another daemon has it, for one of this process.
  private func take(_ name: String, on bus: OpaquePointer) {
    sd_bus_request_name_async(
      bus, nil, name, 0,
      { message, context, _ in
        guard let message, let context else { return 0 }
        var result: UInt32 = 0
        let isTaken =
          sd_bus_message_is_method_error(message, nil) <= 0
          && sd_bus_message_read_basic(message, CChar(UInt8(ascii: "u")), &result) > 0
          && result == 3  // DBUS_REQUEST_NAME_REPLY_EXISTS
        // Fine because the bus is processed on the main queue, and goes before its owner.
        nonisolated(unsafe) let owner = context
        if isTaken {
          MainActor.assumeIsolated {
            Unmanaged<SessionBus>.fromOpaque(owner).takeUnretainedValue().takeOther()
          }
        }
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func takeOther() {
    guard let bus else { return }
    sd_bus_request_name_async(
      bus, nil, "\(Self.name).instance\(getpid())", 0, { _, _, _ in 1 }, nil)
  }

  /// The bus went, or was not there. It is waited for, longer each time that it goes at once.
  private func lost(_ reason: String) {
    let wasReady = isReady
    close()
    if !hasComplained {
      hasComplained = true
      Log.info(
        wasReady
          ? "The session bus is gone; media keys work again when it is back."
          : "There is no session bus at \(address) (\(reason)), so media keys do nothing for now.")
    }
    if ContinuousClock.now - lastLoss > .seconds(60) { losses = 0 }
    losses += 1
    lastLoss = .now
    guard losses <= Self.patience else { return }
    let attempt = attempt
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(100 << losses)) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.attempt == attempt else { return }
        self.open()
      }
    }
  }

  private func close() {
    isReady = false
    reading?.cancel()
    writing?.cancel()
    timer?.cancel()
    (reading, writing, timer, watched) = (nil, nil, nil, -1)
    guard let bus else { return }
    self.bus = nil
    // What is sent is written at once where the bus takes it, and a flush would wait for one that does not.
    sd_bus_close(bus)
    sd_bus_unref(bus)
  }
}

// What it waits for.
extension SessionBus {
  /// Has the main queue wait for what the bus waits for.
  private func watch(_ bus: OpaquePointer) {
    let raw = sd_bus_get_fd(bus)
    if raw != watched {
      reading?.cancel()
      writing?.cancel()
      (reading, writing, watched) = (nil, nil, raw)
      if raw >= 0 { read(raw) }
    }
    let isFull = raw >= 0 && sd_bus_get_events(bus) & POLLOUT != 0
    if isFull, writing == nil {
      write(raw)
    } else if !isFull {
      writing?.cancel()
      writing = nil
    }
    waitUntilDue(bus)
  }

  // Sources get descriptors of their own, for the bus closes its one when it likes.

  private func read(_ raw: Int32) {
    let copy = fcntl(raw, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: copy, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.turn(mayHaveAppeared: true) }
    }
    source.setCancelHandler { Glibc.close(copy) }
    source.activate()
    reading = source
  }

  private func write(_ raw: Int32) {
    let copy = fcntl(raw, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return }
    let source = DispatchSource.makeWriteSource(fileDescriptor: copy, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.turn() } }
    source.setCancelHandler { Glibc.close(copy) }
    source.activate()
    writing = source
  }

  /// The library gives up what is not answered in time; mostly it waits for nothing.
  private func waitUntilDue(_ bus: OpaquePointer) {
    timer?.cancel()
    timer = nil
    var due = UInt64.max
    guard sd_bus_get_timeout(bus, &due) > 0, due != .max else { return }
    let source = DispatchSource.makeTimerSource(queue: .main)
    // Both count from the machine's start.
    let nanoseconds = due.multipliedReportingOverflow(by: 1000)
    guard !nanoseconds.overflow else { return }
    source.schedule(deadline: DispatchTime(uptimeNanoseconds: nanoseconds.partialValue))
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.turn() } }
    source.activate()
    timer = source
  }
}

// What the library calls, within `turn`.
extension SessionBus {
  private nonisolated static func calls(for bus: SessionBus) -> segue_player {
    segue_player(
      context: Unmanaged.passUnretained(bus).toOpaque(),
      call: { context, member, arguments in
        SessionBus.answer(context, member, arguments) { player, member, message throws(BusError) in
          try player.call(member, message)
        }
      },
      ask: { context, member, arguments, answer in
        // Fine because the answer is used within the call.
        nonisolated(unsafe) let answer = answer
        return SessionBus.answer(context, member, arguments) {
          player, member, message throws(BusError) in
          try BusMessage(raw: answer).append(try player.ask(member, message))
        }
      },
      get: { context, property, answer in
        SessionBus.answer(context, property, answer) { player, name, message throws(BusError) in
          guard let value = player.value(of: name) else { throw BusError(ENOENT) }
          try message.append(value)
        }
      },
      set: { context, property, value in
        SessionBus.answer(context, property, value) { player, name, message throws(BusError) in
          try player.set(name, message)
        }
      })
  }

  private nonisolated static func answer(
    _ context: UnsafeMutableRawPointer, _ name: UnsafePointer<CChar>, _ message: OpaquePointer,
    _ body: @MainActor (MPRISPlayer, String, BusMessage) throws(BusError) -> Void
  ) -> Int32 {
    // Fine because the bus is processed on the main queue, and all of these outlive the call.
    nonisolated(unsafe) let (context, message) = (context, message)
    let name = String(cString: name)
    return MainActor.assumeIsolated {
      let bus = Unmanaged<SessionBus>.fromOpaque(context).takeUnretainedValue()
      guard let player = bus.player else { return -ENOTCONN }
      do throws(BusError) {
        try body(player, name, BusMessage(raw: message))
        return 0
      } catch {
        return -error.code
      }
    }
  }
}
