import Posix
import Worker

/// The two workers that know formats: the tagger, and the decoder where the tagger does not know one.
struct TagReaders: ~Copyable {
  private var tagger: Tagger
  private var prober: Tagger
  /// Why the decoder cannot be asked; `nil` as long as it can.
  private(set) var proberFailure: String?
  private let isCancelled: @Sendable () -> Bool

  struct Found: Sendable {
    var outcome: Tagger.Outcome
    var cueSheet: [UInt8]?
    /// Whether the decoder might have known the file, and could not be asked.
    var isUnsure = false
  }

  init(
    _ workers: WorkerPrograms, probe: FileDescriptor.Owned, patience: Int,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.isCancelled = isCancelled
    tagger = Tagger(
      program: workers.tagger, probe: probe, patience: patience, isCancelled: isCancelled)
    prober = Tagger(
      program: workers.decoder, arguments: ["--probe"], probe: probe, patience: patience,
      isCancelled: isCancelled)
  }

  /// What is found of files, in their order; less when the scan was cancelled, or one of them lies where nothing
  /// answers any more.
  ///
  /// - Parameter answers: Whether something does where the file of this number lies. Asked when it took too long.
  mutating func read(
    _ files: [Tagger.File], _ claims: [AudioFiles.Claim], answers: (Int) -> Bool
  ) throws(LibraryError) -> [Found] {
    var found = try tagger.read(files, answers: answers).map { Found(outcome: $0) }
    var asked = try probe(files, claims, &found, answers)
    for (index, file) in files.prefix(found.count).enumerated() {
      guard case .success(let record) = found[index].outcome,
        record.longTexts.contains(.cueSheet)
      else { continue }
      asked.append(index)
      found[index].cueSheet = try tagger.fetch(
        .cueSheet, of: file, limit: TextLines.maximumBytes)?.bytes
    }
    // What was asked for then may have had no answer, which is not that there is none.
    if isCancelled(), let first = asked.min() { found.removeSubrange(first...) }
    return found
  }

  /// Asks the decoder about what the tagger does not know, and what may be a film.
  ///
  /// - Returns: The files that it was asked about.
  private mutating func probe(
    _ files: [Tagger.File], _ claims: [AudioFiles.Claim], _ found: inout [Found],
    _ answers: (Int) -> Bool
  ) throws(LibraryError) -> [Int] {
    let asked = found.indices.filter { index in
      claims[index] == .container || found[index].outcome.isUnknownFormat
    }
    guard !asked.isEmpty else { return [] }
    var outcomes: [Tagger.Outcome] = []
    do throws(LibraryError) {
      if proberFailure == nil {
        outcomes = try prober.read(asked.map { files[$0] }) { answers(asked[$0]) }
      }
    } catch {
      guard case .tagger(let reason) = error else { throw error }
      proberFailure = reason
    }
    if proberFailure != nil {
      // Without it there is what the tagger found.
      for index in asked where found[index].outcome.isUnknownFormat { found[index].isUnsure = true }
      return asked
    }
    // Without what the decoder says of it a file is not known.
    if outcomes.count < asked.count { found.removeSubrange(asked[outcomes.count]...) }
    for (index, outcome) in zip(asked, outcomes) {
      switch outcome {
      case .failure(let failure) where failure.kind == .video: found[index].outcome = outcome
      case .failure(let failure) where failure.kind == .crashed || failure.kind == .timedOut:
        if case .failure = found[index].outcome { found[index].outcome = outcome }
      case .success: if case .failure = found[index].outcome { found[index].outcome = outcome }
      case .failure: break
      }
    }
    return asked
  }
}

extension Tagger.Outcome {
  /// Whether another reader may know the format.
  fileprivate var isUnknownFormat: Bool {
    guard case .failure(let failure) = self else { return false }
    return failure.kind == .unsupported || failure.kind == .notAudio
  }
}
