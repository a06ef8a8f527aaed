import Dispatch
import MPDProtocol
import Posix

/// What is said between a client and the daemon: lines in, answers out. Knows nothing of sockets.
///
/// One command is carried out after the other. While one waits for work elsewhere (`isBusy`), no
/// line is taken.
@MainActor
final class Conversation {
  let session: Session

  /// Answers that the client has not been given yet.
  var output: [UInt8] = ResponseWriter.greeting
  private(set) var isBusy = false
  private(set) var isClosed = false

  /// Called when it is busy no longer, or when there is output out of turn.
  var onProgress: () -> Void = {}

  /// Raised when nobody is there any more for what is looked up.
  private let interest = StopFlag()

  private unowned let daemon: Daemon
  private let limits: Limits
  private var list: CommandList
  private var running: Running?

  /// Commands that are being carried out.
  private struct Running {
    var lines: [ArraySlice<UInt8>]
    var isList: Bool
    var answersEach = false
    var index = 0
    /// What the current command is called, once it is known.
    var command = ""
    /// Whether it changes nothing, so that it need not be done for nobody.
    var isReading = false
    var pages: Pages?
    var nextPart = 0
    /// What the answer is to be kept under when it is whole.
    var keptAs: AnswerCache.Key?
    var kept: [[UInt8]] = []
    var generation = 0
  }

  init(daemon: Daemon, session: Session, limits: Limits) {
    self.daemon = daemon
    self.session = session
    self.limits = limits
    list = CommandList(limit: limits.list)
  }

  /// Takes a line from the client. Not to be called while busy or before `advance` answers `false`.
  func take(_ line: ArraySlice<UInt8>) {
    guard RequestLine.isPlausible(line) else { return close() }
    if line.elementsEqual("noidle".utf8) {
      if session.awaited != nil {
        session.stopWaiting()
        output += "OK\n".utf8
      }
      return
    }
    guard session.awaited == nil else { return close() }
    switch list.add(line) {
    case .single(let line): running = Running(lines: [line], isList: false)
    case .list(let lines, let answersEach):
      running = Running(lines: lines, isList: true, answersEach: answersEach)
    case .gathered: break
    case .tooLong: close()
    }
  }

  /// Does the next step of what is being carried out.
  ///
  /// - Returns: Whether there was one; else the next line can be taken.
  func advance() -> Bool {
    guard let running, !isBusy, !isClosed else { return false }
    if let pages = running.pages {
      turnPage(pages)
    } else if running.index < running.lines.count {
      carryOut(running.lines[running.index])
    } else {
      output += "OK\n".utf8
      self.running = nil
    }
    return true
  }

  /// Tells the client of changes, now if it waits for them.
  func note(_ subsystems: Subsystems) {
    session.note(subsystems)
    guard let told = session.takeAwaited() else { return }
    tell(told)
    onProgress()
  }

  /// The client is gone. What it wanted done is still done, but nothing is looked up for it.
  func abandon() { interest.raise() }

  func close() {
    interest.raise()
    isClosed = true
    running = nil
  }

  private func carryOut(_ line: ArraySlice<UInt8>) {
    running?.command = ""
    if running?.index == 0 { session.beginStep() }
    daemon.speaks(session)
    do throws(MPDError) {
      let request = try RequestLine(parsing: line)
      guard request.arguments.count <= limits.arguments || request.isOurs else {
        throw MPDError(.argument, "Too many arguments")
      }
      let command = try CommandTable.find(request.name)
      running?.command = command.name
      running?.isReading = command.permission == .read
      try command.check(request.arguments, session)
      if interest.isSet, command.permission == .read, running?.isList == false {
        return finishCommand()
      }
      running?.keptAs = AnswerCache.key(request, session, daemon.player.queue.version)
      if let key = running?.keptAs, let pieces = daemon.answers[key] {
        return settle(.pages(Pages(pieces)))
      }
      running?.generation = daemon.answers.generation
      settle(try command.run(daemon, Call(arguments: request.arguments, session: session)))
    } catch {
      fail(error)
      if !RequestLine.hasName(line) { close() }
    }
  }

  private func settle(_ outcome: Outcome) {
    switch outcome {
    case .answer(let writer):
      output += writer.bytes
      finishCommand()
    case .pages(let pages):
      running?.pages = pages
      running?.nextPart = 0
    case .later(let job): start(job)
    case .refusal(let error, let time): fail(error, after: time)
    case .idle(let subsystems): wait(for: subsystems)
    case .close: close()
    case .kill:
      close()
      daemon.end()
    }
  }

  private func finishCommand() {
    guard let running else { return }
    if let key = running.keptAs, running.pages?.isDone(at: running.nextPart) == true {
      daemon.answers.keep(running.kept, as: key, of: running.generation)
    }
    if running.answersEach { output += "list_OK\n".utf8 }
    self.running?.index += 1
    self.running?.pages = nil
    self.running?.kept = []
  }

  private func fail(_ error: MPDError) {
    var error = error
    error.command = running?.command ?? ""
    error.index = running.map { $0.isList ? $0.index : 0 } ?? 0
    var writer = ResponseWriter()
    writer.ack(error)
    output += writer.bytes
    running = nil
  }

  private func wait(for subsystems: Subsystems) {
    guard running?.isList == false else {
      return fail(MPDError(.notList, "idle is not possible inside a command list"))
    }
    running = nil
    session.wait(for: subsystems)
    if let told = session.takeAwaited() { tell(told) }
  }

  private func tell(_ subsystems: Subsystems) {
    var writer = ResponseWriter()
    for name in subsystems.list { writer.line("changed", name) }
    writer.ok()
    output += writer.bytes
  }
}

extension RequestLine {
  /// Whether the command is none of MPD's. Such ones take whole collections.
  fileprivate var isOurs: Bool { name.hasPrefix("segue_") }
}

/// What takes longer than others should wait for.
extension Conversation {
  private func start(_ job: Job) {
    isBusy = true
    guard let queue = job.queue else {
      // In a list, what comes after it is still to be done.
      let isAlone = running?.isReading == true && running?.isList == false
      let interest = isAlone ? interest : nil
      return QueryLanes.shared.run {
        StopFlag.$current.withValue(interest) { job.run() }
      } then: {
        self.resume($0)
      }
    }
    queue.async {
      let next = job.run()
      DispatchQueue.main.async { MainActor.assumeIsolated { self.resume(next) } }
    }
  }

  private func fail(_ error: MPDError, after time: Duration) {
    isBusy = true
    let later = DispatchTime.now() + .milliseconds(Int(time.milliseconds))
    DispatchQueue.main.asyncAfter(deadline: later) {
      MainActor.assumeIsolated { self.resume { _ throws(MPDError) in throw error } }
    }
  }

  private func resume(_ next: Job.Next) {
    isBusy = false
    if running != nil {
      daemon.speaks(session)
      do throws(MPDError) { settle(try next(daemon)) } catch { fail(error) }
    }
    onProgress()
  }

  /// Writes the next part of a long answer; a short one at once, the others away from the main queue.
  private func turnPage(_ pages: Pages) {
    guard let start = running?.nextPart, start < pages.count, !interest.isSet else {
      return finishCommand()
    }
    running?.nextPart = start + pages.size
    if pages.isQuick { return take(Self.page(pages, start)) }
    isBusy = true
    QueryLanes.shared.run {
      Self.page(pages, start)
    } then: { page in
      self.isBusy = false
      if self.running != nil { self.take(page) }
      self.onProgress()
    }
  }

  private nonisolated static func page(
    _ pages: Pages, _ start: Int
  ) -> Result<[UInt8], MPDError> {
    Result { () throws(MPDError) in try pages.page(from: start) }
  }

  private func take(_ page: Result<[UInt8], MPDError>) {
    switch page {
    case .success(let bytes):
      output += bytes
      if running?.keptAs != nil { running?.kept.append(bytes) }
    case .failure(let error): fail(error)
    }
  }
}
