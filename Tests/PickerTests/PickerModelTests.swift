import Dispatch
import Media
import Picker
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct PickerModelTests {
  private struct Refusal: Error, CustomStringConvertible {
    let description = "The library is locked."
  }

  @Test func `rows come in batches from another thread and loading ends`() async {
    let model = PickerModel(
      load: { feed in
        dispatchPrecondition(condition: .notOnQueue(.main))
        for row in Samples.rows() { feed.deliver([row]) }
      }, fold: { $0 })
    model.start()
    #expect(model.state.loading == .running)
    await change(of: model) { $0.loading == .finished }
    #expect(model.state.shownTitles == Samples.titles)
  }

  @Test func `a failure is a sentence, and what came before it stays`() async {
    let model = PickerModel(
      load: { feed in
        feed.deliver(Samples.rows())
        throw Refusal()
      }, fold: { $0 })
    model.start()
    await change(of: model) { $0.loading == .failed("The library is locked.") }
    #expect(model.state.rowCount == 8)
  }

  @Test func `what is searched for is folded`() async {
    let model = PickerModel(
      load: { $0.deliver(Samples.rows()) }, fold: { $0.lowercased() })
    model.start()
    await change(of: model) { $0.loading == .finished }
    for character in "/BLUE" { model.send(.key(.character(character))) }
    #expect(model.state.shownTitles == ["Blue in Green", "All Blues"])
  }

  @Test func `choosing ends it once and stops the loader`() async {
    let (ended, loaderEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let model = PickerModel(
      load: { feed in
        feed.deliver(Samples.rows())
        #expect(ended.wait(timeout: .now() + (Effort.sanitizer == nil ? 20 : 200)) == .success)
        #expect(feed.isCancelled)
        loaderEnded.signal()
      }, fold: { $0 })
    var results: [PickerResult] = []
    model.onFinish = {
      results.append($0)
      ended.signal()
    }
    model.start()
    await change(of: model) { $0.rowCount == 8 }
    model.send(.key(.enter))
    model.send(.key(.enter))
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        #expect(loaderEnded.wait(timeout: .now() + 20) == .success)
        continuation.resume()
      }
    }
    #expect(results.count == 1)
    #expect(model.state.resultTitles == ["Blue in Green"])
    #expect(model.state.loading == .running)
  }

  /// Waits until the state is as wanted; the time limit is the suite's.
  private func change(of model: PickerModel, until wanted: @escaping (PickerState) -> Bool) async {
    if wanted(model.state) { return }
    await withCheckedContinuation { continuation in
      model.onChange = { [unowned model] in
        guard wanted(model.state) else { return }
        model.onChange = {}
        continuation.resume()
      }
    }
  }
}
