import Glibc
import Media
import Posix
import Worker

/// A running tagger, asked for one batch after the other and replaced when it ends.
struct Tagger: ~Copyable {
  typealias Outcome = Result<TagRecord, ReadFailure>

  /// An open file of a batch.
  struct File: Sendable {
    let descriptor: FileDescriptor.Owned
    let fileExtension: String
  }

  private let program: String
  private let arguments: [String]
  /// An empty file: what every tagger that works has an answer to.
  private let probe: FileDescriptor.Owned
  /// How long one file may take, in milliseconds.
  private let patience: Int
  private let isCancelled: @Sendable () -> Bool
  private var worker: WorkerProcess?
  /// Whether it has read no file yet.
  private var isFresh = false

  /// How often a tagger is started before it is given up.
  private static let attempts = 3

  init(
    program: String, arguments: [String] = [], probe: FileDescriptor.Owned, patience: Int,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.program = program
    self.arguments = arguments
    self.probe = probe
    self.patience = patience
    self.isCancelled = isCancelled
  }

  /// The outcomes of a batch, in its order; fewer when the scan was cancelled, or a file lies where nothing answers.
  ///
  /// A file that ends its tagger or makes it hang costs that file alone. A file is blamed for an end or a
  /// senseless answer only when nothing was read before it: else it may suffer from what another one did, and
  /// is given to a new tagger. First, many answers come in one message; those of a tagger that ends, or keeps silent
  /// for a while, are lost with it, and from there on each comes by itself.
  ///
  /// - Parameter answers: Whether something answers where the file of this number lies. Asked when it took too long.
  /// - Throws: `tagger` when it does not even answer for an empty file.
  mutating func read(
    _ files: [File], answers: (Int) -> Bool = { _ in true }
  ) throws(LibraryError) -> [Outcome] {
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(files.count)
    var together = true
    while outcomes.count < files.count, !isCancelled() {
      guard let worker = try running() else { break }
      let done = outcomes.count
      let ending = ask(worker, files[done...], together: together, &outcomes)
      let isSure = isFresh && outcomes.count == done
      isFresh = false
      switch ending {
      case .answered: break
      case .unheard: self.worker = nil
      case .silent(let failure):
        self.worker = nil
        let wasTogether = together
        together = false
        guard !isCancelled(), !wasTogether, isSure || failure.kind == .timedOut else { continue }
        if failure.kind == .timedOut, !answers(outcomes.count) { return outcomes }
        outcomes.append(.failure(failure))
      }
    }
    return outcomes
  }

  /// One thing of a file that is too long for a record; `nil` where there is none or it cannot be had, and when the
  /// scan was cancelled.
  mutating func fetch(
    _ content: TagFetch.Content, of file: File, limit: Int
  ) throws(LibraryError) -> (bytes: [UInt8], mimeType: String)? {
    guard let worker = try running() else { return nil }
    let request = TagFetch(content, fileExtension: file.fileExtension, limit: limit)
    do throws(WorkerError) {
      let found = try worker.fetch(
        request, descriptor: file.descriptor.raw, milliseconds: Int32(clamping: patience))
      return try? found.get()
    } catch {
      self.worker = nil
      return nil
    }
  }

  /// The tagger; where none runs, one that was seen to answer. `nil` when the scan was cancelled.
  private mutating func running() throws(LibraryError) -> WorkerProcess? {
    if let worker { return worker }
    var reason = "the tagger was not started."
    for _ in 0..<Self.attempts where !isCancelled() {
      do throws(WorkerError) {
        let worker = try WorkerProcess(program, arguments)
        var outcomes: [Outcome] = []
        let empty = File(descriptor: probe, fileExtension: "mp3")
        if case .answered = ask(worker, [empty], together: false, &outcomes) {
          self.worker = worker
          isFresh = true
          return worker
        }
        reason = worker.failure().description
      } catch {
        reason = error.description
      }
    }
    if isCancelled() { return nil }
    throw .tagger(reason: reason)
  }

  /// How asking for a batch ended.
  private enum Ending {
    /// With an outcome for each file.
    case answered
    /// The request did not reach the tagger.
    case unheard
    /// The tagger fell silent at the first file without an outcome, for this reason.
    case silent(ReadFailure)
  }

  private func ask(
    _ worker: WorkerProcess, _ files: ArraySlice<File>, together: Bool,
    _ outcomes: inout [Outcome]
  ) -> Ending {
    guard send(files, together: together, to: worker) else { return .unheard }
    let patience = together ? max(Self.turn, patience / 10) : patience
    var heard = 0
    while heard < files.count {
      do throws(Silence) {
        for reply in try receive(from: worker, patience) {
          guard reply.index == heard, heard < files.count else { throw .confused(.outOfRange) }
          outcomes.append(reply.outcome)
          heard += 1
        }
      } catch {
        return .silent(error.failure(of: worker))
      }
    }
    return .answered
  }

  /// Sends a batch, waiting while too many descriptors are under way.
  private func send(
    _ files: ArraySlice<File>, together: Bool, to worker: WorkerProcess
  ) -> Bool {
    let request = TagRequest(extensions: files.map(\.fileExtension), together: together).encoded()
    for _ in 0..<1000 where !isCancelled() {
      do throws(PosixError) {
        try worker.socket.send(request, descriptors: files.map(\.descriptor.raw))
        return true
      } catch {
        guard error.code == ETOOMANYREFS || error.code == ENOBUFS else { return false }
        usleep(10_000)
      }
    }
    return false
  }

  /// The next replies, waited for in short turns so that the scan can be cancelled.
  private func receive(
    from worker: WorkerProcess, _ patience: Int
  ) throws(Silence) -> [TagReply] {
    var waited = 0
    while try !isThere(worker) {
      waited += Self.turn
      if isCancelled() { throw .cancelled }
      if waited >= patience { throw .timedOut(milliseconds: patience) }
    }
    // The end and a broken connection are one.
    guard let message = try? worker.socket.receive() else { throw .ended }
    do throws(WireError) {
      return try TagReply.all(in: message.bytes)
    } catch { throw .confused(error) }
  }

  private static let turn = 100

  private func isThere(_ worker: WorkerProcess) throws(Silence) -> Bool {
    do throws(PosixError) {
      return try worker.socket.waitForMessage(milliseconds: Int32(min(patience, Self.turn)))
    } catch { throw .ended }
  }
}

/// Why a tagger gave no answer for a file.
private enum Silence: Error {
  case ended, cancelled
  case timedOut(milliseconds: Int)
  case confused(WireError)

  func failure(of worker: WorkerProcess) -> ReadFailure {
    switch self {
    case .timedOut(let milliseconds):
      return ReadFailure(
        .timedOut, reason: "Its tags were not read within \(milliseconds / 1000) seconds.")
    case .confused(let error):
      return ReadFailure(.crashed, reason: "It made its reader say what makes no sense: \(error).")
    case .ended, .cancelled:
      worker.waitForOwnEnd()
      let end = worker.stop()
      if worker.lastWords().hasSuffix(WorkerChannel.muchMemory.description) {
        return ReadFailure(.memory, reason: "It ended its reader, which needed too much memory.")
      }
      return ReadFailure(.crashed, reason: "It ended its reader, which \(end).")
    }
  }
}
