import CTerminfo
import Dispatch
import Glibc
import Media
import Picker
import Posix

/// A picker in a terminal, from its first screen to its end.
///
/// Everything is drawn on the terminal itself, so standard input and output may be anything. While
/// nothing happens nothing runs.
@MainActor public final class PickerSession {
  private let model: PickerModel
  private let terminal: Terminal
  private let settings: TerminalSettings
  private let capabilities: TerminalCapabilities
  private let theme: Theme
  private let completion: @MainActor (PickerOutcome) -> Void

  private var reader: KeyReader
  private var signals: TerminalSignals?
  /// What is on the screen; `nil` when that is not certain.
  private var shown: CellGrid?
  private var pane = CoverPane()
  /// `nil` where covers cannot be shown.
  private var painter: CoverPainter?
  /// The cover that was painted last, and for which room.
  private var painted: (item: PersistentID, room: TerminalSize)?
  private var isDrawing = false
  private var isSuspended = false
  private var isOver = false
  /// Counts what came from the terminal, so that a time-out knows whether something did.
  private var inputs = 0
  /// The session keeps itself until its end.
  private var itself: PickerSession?

  /// A lone Esc is one when nothing follows for so long.
  private static let escapeDelay = DispatchTimeInterval.milliseconds(40)

  /// Shows the picker; returns at once. The main queue must be served (`dispatchMain`).
  ///
  /// A terminal that cannot be drawn on (`TERM=dumb`) gets a list with numbers and a question.
  ///
  /// - Parameters:
  ///   - model: Not yet started.
  ///   - completion: Called once, on the main queue, when the terminal is as it was before.
  public static func run(
    _ model: PickerModel, settings: TerminalSettings = .environment(),
    completion: @escaping @MainActor (PickerOutcome) -> Void
  ) {
    do {
      let terminal = try Terminal(device: settings.device)
      guard var capabilities = TerminalCapabilities(terminal: settings.name) else {
        return NumberedPrompt.run(model, terminal, settings, completion)
      }
      if settings.hasAllColours { capabilities.hasAllColours = true }
      let session = PickerSession(model, terminal, settings, capabilities, completion)
      try session.start()
    } catch {
      completion(.failed("There is no terminal to pick in: \(error.reason)."))
    }
  }

  private init(
    _ model: PickerModel, _ terminal: Terminal, _ settings: TerminalSettings,
    _ capabilities: TerminalCapabilities, _ completion: @escaping @MainActor (PickerOutcome) -> Void
  ) {
    self.model = model
    self.terminal = terminal
    self.settings = settings
    self.capabilities = capabilities
    self.completion = completion
    theme = .fitting(
      colours: settings.usesColours ? capabilities.colours : 0, settings.colours)
    reader = KeyReader(keys: capabilities.keys)
    // In fewer colours nobody would know what it is.
    if settings.usesColours, let mode = settings.covers,
      mode != .blocks || capabilities.colours >= 256
    {
      painter = CoverPainter(mode)
    }
  }

  private func start() throws(PosixError) {
    waitForForeground()
    try terminal.enterRaw(ending: ending)
    terminal.write(beginning)
    if settings.handlesSignals { signals = try? TerminalSignals { [weak self] in self?.take($0) } }
    itself = self
    terminal.onInput = { [weak self] in self?.take($0) }
    terminal.onDrained = { [weak self] in self?.drawSoon() }
    model.onChange = { [weak self] in self?.drawSoon() }
    model.onFinish = { [weak self] in self?.finish($0) }
    model.onCopy = { [weak self] in self?.copy($0) }
    model.copyLimit = Self.copyLimit
    resize()
    model.start()
    terminal.startReading()
  }

  private var beginning: String {
    capabilities.enterScreen + (settings.usesMouse ? capabilities.enterMouse : "")
  }

  private var ending: String {
    (settings.usesMouse ? capabilities.leaveMouse : "") + capabilities.reset
      + capabilities.showCursor + capabilities.leaveScreen
  }
}

// MARK: Drawing

extension PickerSession {
  /// Draws once for all that happens in one turn of the main queue.
  private func drawSoon() {
    guard !isDrawing else { return }
    isDrawing = true
    DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.draw() } }
  }

  private func draw() {
    isDrawing = false
    // A slow terminal gets the newest screen when it has taken the one before.
    guard !isOver, !isSuspended, !terminal.isBusy else { return }
    paintCover()
    let grid = PickerScreen.draw(model.state, size: terminal.size, pane: pane)
    let text = ScreenDifference.text(from: shown, to: grid, capabilities, theme)
    shown = grid
    terminal.write(text)
  }

  private func redraw() {
    shown = nil
    resize()
  }

  private func resize() {
    let size = terminal.size
    model.send(.resize(lines: PickerScreen.listLines(size)))
    model.send(.coverRoom(painter != nil && PickerScreen.coverRoom(size) != nil))
  }

  /// Has the cover be painted that is to be shown, where it is another one. Until then the one before is there.
  private func paintCover() {
    guard let painter, model.state.showsCovers, let room = PickerScreen.coverRoom(terminal.size)
    else {
      (pane, painted) = (CoverPane(), nil)
      return
    }
    guard let cover = model.state.cover else {
      (pane.view, painted) = (nil, nil)
      return
    }
    if let painted, painted.item == cover.item, painted.room == room { return }
    painted = (cover.item, room)
    painter.paint(cover, in: room, cell: TerminalSize.cell(of: terminal.descriptor.raw)) {
      [weak self] in self?.take($0, cover.item, room)
    }
  }

  private func take(_ view: CoverView?, _ item: PersistentID, _ room: TerminalSize) {
    guard let painted, painted.item == item, painted.room == room, !isOver else { return }
    guard let view else {
      painter = nil
      return resize()
    }
    (pane.isOpen, pane.view) = (true, view)
    drawSoon()
  }
}

// MARK: Input

extension PickerSession {
  private func take(_ bytes: [UInt8]) {
    if bytes.isEmpty { return end(.interrupted(signal: SIGHUP)) }
    inputs += 1
    press(reader.read(bytes))
    if reader.isWaiting { timeOutLater() }
  }

  private func timeOutLater() {
    let before = inputs
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.escapeDelay) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.inputs == before else { return }
        self.press(self.reader.timeOut())
      }
    }
  }

  private func press(_ keys: [PickerKey]) {
    for key in keys where !isOver {
      switch key {
      case .control("c"): end(.interrupted(signal: SIGINT))
      case .control("z"): suspend(group: true)
      case .control("l"): redraw()
      case .mouse(let mouse):
        let now = PickerMoment.now.uptime
        PickerScreen.action(mouse, model.state, size: terminal.size, pane: pane, at: now).map(
          model.send)
      default: model.send(.key(key))
      }
    }
  }
}

// MARK: Signals

extension PickerSession {
  private func take(_ signal: Int32) {
    guard !isOver else { return }
    switch signal {
    case SIGWINCH: redraw()
    case SIGTSTP: suspend(group: false)
    case SIGCONT: resume()
    default: end(.interrupted(signal: signal))
    }
  }

  /// Gives the terminal back and stops, until somebody has the process go on.
  private func suspend(group: Bool) {
    isSuspended = true
    terminal.leaveRaw(ending: ending)
    segue_stop_process(SIGTSTP, group ? 1 : 0)
    resume()
  }

  private func resume() {
    waitForForeground()
    isSuspended = false
    do {
      try terminal.enterRaw(ending: ending)
      terminal.write(beginning)
      redraw()
    } catch {
      end(.failed("\(error)"))
    }
  }

  /// Stops as every program in the background that wants the terminal does. Where nobody could have
  /// it go on, the kernel does not stop it.
  private func waitForForeground() {
    for _ in 0..<100 where !terminal.isInForeground { segue_stop_process(SIGTTOU, 0) }
  }
}

// MARK: The clipboard

extension PickerSession {
  /// What fits a sequence of 100,000 bytes, of which terminals do not take more. Source: hterm's osc52.sh.
  private static let copyLimit = 74_994

  /// Asks the terminal to put bytes into its clipboard, wherever it runs. Source: xterm's ctlseqs, OSC 52.
  private func copy(_ bytes: [UInt8]) {
    guard !isOver else { return }
    terminal.write("\u{1B}]52;c;\(Base64.text(bytes))\u{7}")
  }
}

// MARK: The end

extension PickerSession {
  private func finish(_ result: PickerResult) {
    switch (result, model.state.loading) {
    case (.done(let collection), _): end(.done(collection))
    case (.print(let collection), _): end(.print(collection))
    case (.cancelled, .failed(let reason)) where model.state.trackCount == 0: end(.failed(reason))
    case (.cancelled, _): end(.cancelled)
    case (.failed(let reason), _): end(.failed(reason))
    }
  }

  private func end(_ outcome: PickerOutcome) {
    guard !isOver else { return }
    isOver = true
    model.stop()
    terminal.leaveRaw(ending: ending)
    terminal.stop()
    signals?.stop()
    completion(outcome)
    itself = nil
  }
}
