import Dispatch
import Media
import Picker
import Posix
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(Effort.minutes(5)))) struct PickerModelTests {
  private struct Refusal: Error, CustomStringConvertible {
    let description = "The library is locked."
  }

  @Test func `rows come in batches from another thread and loading ends`() async {
    let model = model(load: { feed in
      dispatchPrecondition(condition: .notOnQueue(.main))
      for row in Samples.rows() { feed.deliver([row]) }
    })
    model.start()
    #expect(model.state.loading == .running)
    await change(of: model) { $0.loading == .finished }
    #expect(model.state.shownTitles == Samples.titles)
  }

  @Test func `a failure is a sentence, and what came before it stays`() async {
    let model = model(load: { feed in
      feed.deliver(Samples.rows())
      throw Refusal()
    })
    model.start()
    await change(of: model) { $0.loading == .failed("The library is locked.") }
    #expect(model.state.rowCount == 8)
  }

  @Test func `what is searched for is folded`() async {
    let model = model()
    model.start()
    await change(of: model) { $0.loading == .finished }
    for character in "/BLUE" { model.send(.key(.character(character))) }
    #expect(model.state.shownTitles == ["Blue in Green", "All Blues"])
  }

  @Test func `choosing ends it once and stops the loader`() async {
    let (ended, loaderEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let model = model(load: { feed in
      feed.deliver(Samples.rows())
      #expect(ended.wait(timeout: .now() + (Effort.sanitizer == nil ? 60 : 600)) == .success)
      #expect(feed.isCancelled)
      loaderEnded.signal()
    })
    var results: [PickerResult] = []
    let (told, tell) = AsyncStream<Void>.makeStream()
    model.onFinish = {
      results.append($0)
      tell.yield()
    }
    model.start()
    await change(of: model) { $0.rowCount == 8 }
    model.send(.key(.enter))
    model.send(.key(.enter))
    ended.signal()
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        #expect(loaderEnded.wait(timeout: .now() + 20) == .success)
        continuation.resume()
      }
    }
    for await _ in told { break }
    #expect(results == [.done(MediaItemCollection([Samples.allItems[0]]))])
    #expect(model.state.resultTitles == ["Blue in Green"])
    #expect(model.state.loading == .running)
  }

  @Test func `a query asks the library, and a key waits for what it shows`() async {
    let model = model(find: { predicate in
      dispatchPrecondition(condition: .notOnQueue(.main))
      #expect(predicate == .not(.anywhere("blue")))
      return Set(Samples.allItems.filter { !$0.displayTitle.contains("Blue") }.map(\.id))
    })
    model.start()
    await change(of: model) { $0.loading == .finished }
    model.send(.command(.search))
    model.send(.search("-blue"))
    for key in [.enter, .end, .enter] as [PickerKey] { model.send(.key(key)) }
    await change(of: model) { !$0.isFinding && $0.result != nil }
    #expect(model.state.shownCount == 6)
    #expect(model.state.resultTitles == ["Love for Sale"])
  }

  @Test func `of texts that are typed faster than the library answers, the last one counts`() async
  {
    let (questions, ask) = AsyncStream<Void>.makeStream()
    let asked = Guarded<[MediaPropertyPredicate]>([])
    let mayAnswer = DispatchSemaphore(value: 0)
    let model = model(find: { predicate in
      asked.withLock { $0.append(predicate) }
      ask.yield()
      #expect(mayAnswer.wait(timeout: .now() + (Effort.sanitizer == nil ? 60 : 600)) == .success)
      return [Samples.allItems[asked.withLock { $0.count } - 1].id]
    })
    model.start()
    await change(of: model) { $0.loading == .finished }
    model.send(.search("-a"))
    for await _ in questions { break }
    for text in ["-ab", "-abc", "-abcd"] { model.send(.search(text)) }
    #expect(model.state.shownTitles == Samples.titles)
    mayAnswer.signal()
    mayAnswer.signal()
    await change(of: model) { !$0.isFinding }
    #expect(asked.withLock { $0 } == [.not(.anywhere("a")), .not(.anywhere("abcd"))])
    #expect(model.state.shownTitles == ["So What"])
  }

  @Test func `while a field waits for its text, what stands before it is shown`() async {
    let model = model(find: { predicate in
      #expect(predicate == .not(.anywhere("green")))
      return Set(Samples.allItems.filter { !$0.displayTitle.contains("Green") }.map(\.id))
    })
    model.start()
    await change(of: model) { $0.loading == .finished }
    model.send(.search("blue artist:"))
    #expect(model.state.mistake?.place == 12)
    #expect(model.state.shownTitles == ["Blue in Green", "All Blues"])
    model.send(.search("-green artist:"))
    await change(of: model) { !$0.isFinding }
    #expect(model.state.mistake?.place == 14)
    #expect(model.state.shownCount == 6)
    model.send(.search("no such: green"))
    #expect(model.state.mistake?.place == 3)
    #expect(model.state.shownCount == 6)
  }

  @Test func `among many rows words are looked for elsewhere, also while more rows come`() async {
    let mayGoOn = DispatchSemaphore(value: 0)
    let titles = (0..<30_000).map { "\($0 % 3 == 0 ? "Blue" : "Green") \($0)" }
    let rows = Samples.rows(titles)
    let model = model(load: { feed in
      feed.deliver(Array(rows.prefix(25_000)))
      #expect(mayGoOn.wait(timeout: .now() + (Effort.sanitizer == nil ? 60 : 600)) == .success)
      feed.deliver(Array(rows.dropFirst(25_000)))
    })
    model.start()
    await change(of: model) { $0.rowCount == 25_000 }
    for character in "/blue" { model.send(.key(.character(character))) }
    #expect(model.state.isFinding && model.state.search == "blue")
    #expect(model.state.shownCount == 25_000, "what was shown before stays meanwhile")
    mayGoOn.signal()
    await change(of: model) { !$0.isFinding && $0.loading == .finished }
    #expect(model.state.shownTitles == titles.filter { $0.hasPrefix("Blue") })
    // Keys wait for what is found.
    model.send(.search("29999"))
    for key in [.enter, .enter] as [PickerKey] { model.send(.key(key)) }
    await change(of: model) { $0.result != nil }
    #expect(model.state.shownTitles == ["Green 29999"])
  }

  @Test func `a library that cannot answer says so`() async {
    let model = model(find: { _ in throw Refusal() })
    model.start()
    await change(of: model) { $0.loading == .finished }
    model.send(.search("-a"))
    await change(of: model) { !$0.isFinding }
    #expect(model.state.message == "The library is locked.")
    #expect(model.state.shownTitles == Samples.titles)
  }

  @Test func `what is done with tracks is done in order, one thing at a time, and before the end`()
    async
  {
    let done = Guarded<[PersistentID]>([])
    let isBusy = Guarded(false)
    let another = DispatchSemaphore(value: 0)
    let model = model(use: { _, selection in
      another.signal()
      let wasBusy = isBusy.withLock { isBusy in
        defer { isBusy = true }
        return isBusy
      }
      #expect(!wasBusy)
      if done.withLock({ $0.isEmpty }) {
        another.wait()
        // Long enough for a second one to come, if it can.
        #expect(another.wait(timeout: .now() + .milliseconds(200)) == .timedOut)
      }
      done.withLock { $0 += selection.ids }
      isBusy.withLock { $0 = false }
      return "Done."
    })
    model.start()
    await change(of: model) { $0.loading == .finished }
    let result = await withCheckedContinuation { continuation in
      model.onFinish = { result in
        continuation.resume(returning: (result, done.withLock { $0 }))
      }
      for key in "ejejq" { model.send(.key(.character(key))) }
    }
    #expect(result.0 == .cancelled)
    #expect(result.1 == Samples.allItems[0...1].map(\.id))
  }

  @Test func `what could not be done before the end is told`() async {
    let model = model(use: { _, _ in throw Refusal() })
    model.start()
    await change(of: model) { $0.loading == .finished }
    let result = await withCheckedContinuation { continuation in
      model.onFinish = { continuation.resume(returning: $0) }
      for key in "pq" { model.send(.key(.character(key))) }
    }
    #expect(result == .failed("The library is locked."))
  }

  @Test func `what happens elsewhere arrives, and the time of what plays runs`() async {
    var source = PickerSource(
      load: { $0.deliver(Samples.rows()) }, fold: { $0.lowercased() }, find: { _ in [] },
      items: Samples.items)
    source.watch = { watch in
      var player = PickerPlayer()
      (player.state, player.item) = (.playing, Samples.allItems[2].id)
      (player.elapsed, player.moment) = (900, PickerMoment.now.uptime)
      watch.tell(.player(player))
    }
    let model = PickerModel(source: source)
    model.start()
    await change(of: model) { $0.loading == .finished && $0.isPlaying(at: 2) }
    await change(of: model) { $0.player.elapsed(at: $0.now.uptime) >= 1000 }
    model.stop()
  }

  @Test func `a library that changes is loaded anew, once for many changes`() async {
    let loads = Guarded(0)
    var source = PickerSource(
      load: { feed in
        let number = loads.withLock { loads in
          loads += 1
          return loads
        }
        feed.deliver(Array(Samples.rows().prefix(number * 3)))
      }, fold: { $0.lowercased() }, find: { _ in [] }, items: Samples.items)
    source.watch = { watch in for _ in 0..<20 { watch.tell(.library) } }
    let model = PickerModel(source: source)
    model.start()
    await change(of: model) { $0.shownCount > 3 }
    #expect(model.state.shownTitles.starts(with: Samples.titles.prefix(6)))
    #expect(loads.withLock { $0 } <= 3)
    model.stop()
  }

  @Test func `changes of the queue are made in order, and why one cannot be made is told`() async {
    let changes = Guarded<[PickerChange]>([])
    var source = PickerSource(
      load: { $0.deliver(Samples.rows()) }, fold: { $0.lowercased() }, find: { _ in [] },
      items: Samples.items)
    source.queue = { [PickerQueueEntry(id: 7, item: Samples.allItems[4].id)] }
    source.change = { change in
      changes.withLock { $0.append(change) }
      if case .save = change { throw PickerPlaylistExists() }
      if change == .redo { throw Refusal() }
      return "Undone"
    }
    var options = PickerOptions()
    options.hasPlayer = true
    let model = PickerModel(options: options, source: source)
    model.start()
    await change(of: model) { $0.loading == .finished }
    model.send(.key(.character("Q")))
    await change(of: model) { $0.shownTitles == ["Flamenco Sketches"] }
    model.send(.key(.character("u")))
    await change(of: model) { $0.message == "Undone" }
    model.send(.key(.character("U")))
    await change(of: model) { $0.message == "The library is locked." }
    for key in [.character("S"), .character("x"), .enter] as [PickerKey] { model.send(.key(key)) }
    let saving = PickerSaving(name: "x", selection: nil)
    await change(of: model) { $0.prompt == .exists(saving) }
    #expect(changes.withLock { $0 } == [.undo, .redo, .save(saving)])
  }

  @Test func `whoever embeds it can refuse a move, and add to one`() async {
    let model = model()
    var moves: [PickerPassage] = []
    model.willMove = { $0.to == .home ? .refused("Stay.") : .allowed }
    model.didMove = {
      moves.append($0)
      return $0.to == nil ? [] : [.key(.down)]
    }
    model.start()
    await change(of: model) { $0.loading == .finished }
    model.send(.key(.left))
    #expect(model.state.place == .songs)
    #expect(model.state.message == "Stay.")
    model.send(.key(.character("?")))
    #expect(model.state.place == .keys)
    #expect(model.state.cursor == 1)
    model.send(.key(.character("q")))
    #expect(
      moves == [PickerPassage(from: .songs, to: .keys), PickerPassage(from: .keys, to: nil)])
    #expect(model.state.result == .cancelled)
  }

  @Test func `also what a key does that waited for an answer`() async {
    let mayAnswer = DispatchSemaphore(value: 0)
    let model = model(find: { _ in
      #expect(mayAnswer.wait(timeout: .now() + (Effort.sanitizer == nil ? 60 : 600)) == .success)
      return Set(Samples.allItems.map(\.id))
    })
    model.willMove = { $0.to == nil ? .refused("Stay.") : .allowed }
    model.start()
    await change(of: model) { $0.loading == .finished }
    model.send(.search("-a"))
    model.send(.key(.enter))
    mayAnswer.signal()
    await change(of: model) { !$0.isFinding }
    #expect(model.state.message == "Stay.")
    #expect(model.state.result == nil)
  }

  @Test(arguments: ["q", "P"] as [Character])
  func `it is told that the picker is left before what comes of that`(key: Character) async {
    var options = PickerOptions()
    options.canPrint = true
    let model = model(options: options)
    var told: [String] = []
    model.didMove = {
      told.append("left \($0.from.title)")
      return [.key(.down)]
    }
    model.start()
    await change(of: model) { $0.loading == .finished }
    await withCheckedContinuation { continuation in
      model.onFinish = { _ in
        told.append("finished")
        continuation.resume()
      }
      model.send(.key(.character(key)))
    }
    #expect(told == ["left Songs", "finished"])
  }

  @Test func `a command that goes on is waited for by nobody`() async {
    let end = DispatchSemaphore(value: 0)
    var source = PickerSource(
      load: { $0.deliver(Samples.rows()) }, fold: { $0.lowercased() }, find: { _ in [] },
      items: Samples.items)
    source.run = { command, selection in
      #expect(selection.count == 1)
      return {
        #expect(end.wait(timeout: .now() + (Effort.sanitizer == nil ? 60 : 600)) == .success)
        return "\(command) has ended"
      }
    }
    source.change = { _ in "Undone" }
    var options = PickerOptions()
    options.hasPlayer = true
    let model = PickerModel(options: options, source: source)
    model.start()
    await change(of: model) { $0.loading == .finished }
    for key in [.character("!"), .character("x"), .enter] as [PickerKey] { model.send(.key(key)) }
    await change(of: model) { $0.message == "Started x" }
    model.send(.key(.character("u")))
    await change(of: model) { $0.message == "Undone" }
    end.signal()
    await change(of: model) { $0.message == "x has ended" }
    for key in [.character("!"), .character("y"), .enter] as [PickerKey] { model.send(.key(key)) }
    let result = await withCheckedContinuation { continuation in
      model.onFinish = { continuation.resume(returning: $0) }
      model.send(.key(.enter))
    }
    #expect(result == .done(MediaItemCollection([Samples.allItems[0]])))
    end.signal()
  }

  @Test(arguments: [(13, "Copied 1 path"), (12, nil)] as [(Int, String?)])
  func `what the clipboard does not take is not copied`(limit: Int, message: String?) async {
    let model = model()
    model.copyLimit = limit
    var copied: [[UInt8]] = []
    model.onCopy = { copied.append($0) }
    model.start()
    await change(of: model) { $0.loading == .finished }
    model.send(.key(.character("y")))
    await change(of: model) { $0.message != nil }
    let refusal = "That is too much for the clipboard: it takes \(limit) bytes of paths"
    #expect(model.state.message == message ?? refusal)
    #expect(copied == (message == nil ? [] : [Array("/music/0.flac".utf8)]))
  }

  @Test func `of playlists that are read twice the newer ones stay`() async {
    let answers = Guarded<[String]>([])
    let calls = Guarded(0)
    let another = DispatchSemaphore(value: 0)
    var source = Samples.source
    source.playlists = {
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      // Long enough for a later one to come, if it can.
      if call == 2 { #expect(another.wait(timeout: .now() + .milliseconds(200)) == .timedOut) }
      if call == 3 { another.signal() }
      answers.withLock { $0.append("\(call)") }
      return [.init(name: "\(call)", ids: [Samples.records[0].id])]
    }
    var options = PickerOptions()
    options.start = .playlists
    let model = PickerModel(options: options, source: source)
    model.start()
    await change(of: model) { $0.shownTitles == ["1"] }
    for _ in 0..<2 { model.send(.playlistsChanged) }
    await change(of: model) { $0.shownTitles == ["3"] }
    #expect(answers.withLock { $0 } == ["1", "2", "3"])
  }

  @Test func `a library that is loaded anew is read at one moment`() async {
    let loads = Guarded<[Bool]>([])
    var source = PickerSource(
      load: { feed in
        loads.withLock { $0.append(feed.isAllAtOnce) }
        feed.deliver(Array(Samples.rows().prefix(loads.withLock { $0.count } * 3)))
      }, fold: { $0.lowercased() }, find: { _ in [] }, items: Samples.items)
    source.watch = { $0.tell(.library) }
    let model = PickerModel(source: source)
    model.start()
    await change(of: model) { $0.shownCount > 3 }
    #expect(loads.withLock { Array($0.prefix(2)) } == [false, true])
    model.stop()
  }

  @Test func `what could not be done before a choice is told beside it`() async {
    let model = model(use: { _, _ in throw Refusal() })
    model.start()
    await change(of: model) { $0.loading == .finished }
    #expect(model.failure == nil)
    let result = await withCheckedContinuation { continuation in
      model.onFinish = { result in continuation.resume(returning: (result, model.failure)) }
      model.send(.key(.character("e")))
      model.send(.key(.enter))
    }
    #expect(result.0 == .done(MediaItemCollection([Samples.allItems[0]])))
    #expect(result.1 == "The library is locked.")
  }

  @Test func `why a track cannot be read is told`() async {
    let model = model(items: { _ in throw Refusal() })
    model.start()
    await change(of: model) { $0.loading == .finished }
    model.send(.key(.right))
    await change(of: model) { !$0.isGathering }
    #expect(model.state.message == "The library is locked.")
  }

  @Test(arguments: [true, false])
  func `what was chosen and cannot be read is a failure`(isGone: Bool) async {
    let model = model(items: { _ in if isGone { [] } else { throw Refusal() } })
    model.start()
    await change(of: model) { $0.loading == .finished }
    let result = await withCheckedContinuation { continuation in
      model.onFinish = { continuation.resume(returning: $0) }
      model.send(.key(.enter))
    }
    #expect(
      result
        == .failed(
          isGone ? "What was chosen is not in the library any more." : "The library is locked."))
  }

  private func model(
    options: PickerOptions = PickerOptions(),
    load: @escaping PickerLoader = { $0.deliver(Samples.rows()) },
    find: @escaping @Sendable (MediaPropertyPredicate) throws -> Set<PersistentID> = { _ in [] },
    items: @escaping @Sendable ([PersistentID]) throws -> [MediaItem] = Samples.items,
    use: (@Sendable (PickerUse, PickerSelection) throws -> String)? = nil
  ) -> PickerModel {
    var (options, source) = (
      options, PickerSource(load: load, fold: { $0.lowercased() }, find: find, items: items)
    )
    if let use {
      options.uses = Set(PickerUse.allCases)
      source.use = use
    }
    return PickerModel(options: options, source: source)
  }
}
