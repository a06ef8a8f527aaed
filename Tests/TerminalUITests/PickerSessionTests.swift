import Dispatch
import Glibc
import Media
import Picker
import Posix
import TestSupport
import Testing

@testable import TerminalUI

@MainActor @Suite(.serialized, .timeLimit(.minutes(Effort.minutes(5)))) struct PickerSessionTests {
  private struct Refusal: Error, CustomStringConvertible {
    let description = "The library is locked."
  }

  @Test func `what is marked on a terminal is the outcome, and the terminal is as before`()
    async throws
  {
    let terminal = try PseudoTerminal()
    let before = terminal.modes
    let run = start(on: terminal)
    await terminal.waits { $0[1].contains("So What") && $0[8].contains("5 tracks") }
    #expect(terminal.modes != before)
    try terminal.type(" \u{1B}[B ")
    await terminal.waits { $0[0].contains("2 selected · 14:59") }
    #expect(terminal.lines == Golden.screens["two marked"])
    try terminal.type("d")
    let outcome = await run.value
    guard case .done(let collection) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(collection.items.map(\.displayTitle) == ["So What", "Blue in Green"])
    #expect(terminal.modes == before)
    let capabilities = try #require(TerminalCapabilities(terminal: "xterm-256color"))
    await terminal.waits { [text = { terminal.text }] _ in
      text().hasSuffix(capabilities.leaveScreen)
    }
    terminal.stop()
  }

  @Test(
    arguments: [
      ("\u{1B}", .cancelled), ("q", .cancelled), ("\u{3}", .interrupted(signal: SIGINT)),
      ("/q\u{3}", .interrupted(signal: SIGINT)),
    ] as [(String, PickerOutcome)])
  func `keys end it`(keys: String, outcome: PickerOutcome) async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.modes
    let run = start(on: terminal)
    await terminal.waits { $0[8].contains("5 tracks") }
    try terminal.type(keys)
    #expect(await run.value == outcome)
    #expect(terminal.modes == before)
    terminal.stop()
  }

  @Test func `Esc is Esc when nothing follows it`() async throws {
    let terminal = try PseudoTerminal()
    let run = start(on: terminal)
    await terminal.waits { $0[8].contains("5 tracks") }
    try terminal.type("/sk")
    await terminal.waits { $0[8].contains("1 of 5 tracks") }
    try terminal.type("\u{1B}")
    await terminal.waits { !$0[8].contains("/sk") && $0[9].contains("Pick") }
    try terminal.type("q")
    #expect(await run.value == .cancelled)
    terminal.stop()
  }

  @Test func `a terminal that is closed ends it`() async throws {
    let terminal = try PseudoTerminal()
    let run = start(on: terminal)
    await terminal.waits { $0[8].contains("5 tracks") }
    terminal.hangUp()
    #expect(await run.value == .interrupted(signal: SIGHUP))
  }

  @Test func `a terminal that has not taken everything is given back all the same`() async throws {
    let pseudo = try PseudoTerminal()
    let before = pseudo.modes
    let terminal = try Terminal(device: pseudo.device)
    try terminal.enterRaw(ending: "[end]")
    // A sequence that nobody reads meanwhile.
    terminal.write("\u{1B}]52;c;" + String(repeating: "x", count: 1_000_000) + "\u{7}")
    #expect(terminal.isBusy)
    terminal.leaveRaw(ending: "[end]")
    #expect(!terminal.isBusy)
    #expect(pseudo.modes == before)
    terminal.stop()
    await pseudo.waits { _ in pseudo.text.hasSuffix("\u{1B}\\[end]") }
    pseudo.stop()
  }

  @Test func `a library that cannot be read is shown, and then said`() async throws {
    let terminal = try PseudoTerminal()
    let run = start(on: terminal) { _ in throw Refusal() }
    // It may stand behind the question, and then be longer than the row.
    await terminal.waits { _ in terminal.text.contains("The library is locked.") }
    try terminal.type("q")
    #expect(await run.value == .failed("The library is locked."))
    terminal.stop()
  }

  @Test func `no terminal is one sentence`() async {
    let settings = TerminalSettings(device: "/nowhere/tty", name: "xterm")
    let model = PickerModel(source: Samples.source { _ in })
    let outcome = await withCheckedContinuation { continuation in
      PickerSession.run(model, settings: settings) { continuation.resume(returning: $0) }
    }
    #expect(
      outcome == .failed("There is no terminal to pick in: No such file or directory."))
  }

  @Test func `a terminal that cannot show a screen asks for numbers`() async throws {
    let terminal = try PseudoTerminal(rows: 40)
    let run = start(on: terminal, name: "dumb")
    await terminal.waits { lines in lines.contains { $0.contains("5-7;") } }
    #expect(terminal.text.contains("2  Freddie Freeloader · Miles Davis  09:46\r\n"))
    try terminal.type("9\n")
    await terminal.waits { lines in lines.contains { $0.contains("There is no 9;") } }
    try terminal.type("blues\n1\n")
    let outcome = await run.value
    guard case .done(let collection) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(collection.items.map(\.displayTitle) == ["All Blues"])
    terminal.stop()
  }

  @Test func `lines that are typed ahead of a question are its answers`() async throws {
    let terminal = try PseudoTerminal(rows: 40)
    let run = start(on: terminal, name: "dumb")
    try terminal.type("title:blues\n1\n")
    guard case .done(let collection) = await run.value else {
      Issue.record("nothing was taken")
      return
    }
    #expect(collection.items.map(\.displayTitle) == ["All Blues"])
    terminal.stop()
  }

  @Test func `a library that cannot answer says so where numbers are asked for`() async throws {
    struct Refusal: Error, CustomStringConvertible { let description = "The library is locked." }
    let terminal = try PseudoTerminal(rows: 40)
    var source = Samples.source { $0.deliver(Samples.jazz) }
    source.find = { _ in throw Refusal() }
    let run = start(on: terminal, name: "dumb", source: source)
    try terminal.type("title:blues\n")
    // It may stand behind the question, and then be longer than the row.
    await terminal.waits { _ in terminal.text.contains("The library is locked.") }
    try terminal.type("q\n")
    #expect(await run.value == .cancelled)
    terminal.stop()
  }

  @Test(
    arguments: [
      ("1 3 5-7", .places([0, 2, 4, 5, 6])), ("2,1", .places([1, 0])), ("", .cancel),
      (" ", .cancel),
      ("q", .cancel), ("*", .search("")), ("blue", .search("blue")), ("1 blue", .search("1 blue")),
      ("9", .places([8])), ("0", .wrong("There is no 0; the numbers go from 1 to 9.")),
      ("10", .wrong("There is no 10; the numbers go from 1 to 9.")),
      ("3-2", .wrong("There is no 3-2; the numbers go from 1 to 9.")), ("1-2-3", .search("1-2-3")),
      ("-", .search("-")), ("99999999999999999999", .search("99999999999999999999")),
    ] as [(String, NumberedPrompt.Answer)])
  func `an answer is numbers, or words`(line: String, answer: NumberedPrompt.Answer) {
    #expect(NumberedPrompt.answer(line, count: 9) == answer)
  }

  private func start(
    on terminal: PseudoTerminal, name: String = "xterm-256color",
    load: @escaping PickerLoader = { $0.deliver(Samples.jazz) }, source: PickerSource? = nil
  ) -> Task<PickerOutcome, Never> {
    let settings = TerminalSettings(device: terminal.device, name: name, handlesSignals: false)
    let model = PickerModel(source: source ?? Samples.source(load))
    return Task {
      await withCheckedContinuation { continuation in
        var isOver = false
        let end = { @MainActor (outcome: PickerOutcome) in
          if !isOver { continuation.resume(returning: outcome) }
          isOver = true
        }
        PickerSession.run(model, settings: settings, completion: end)
        DispatchQueue.main.asyncAfter(deadline: .now() + (Effort.sanitizer == nil ? 30 : 300)) {
          MainActor.assumeIsolated { end(.failed("It did not end.")) }
        }
      }
    }
  }
}
