import Dispatch
import MPDProtocol

/// What a command led to.
enum Outcome: Sendable {
  /// The whole answer, without its end.
  case answer(ResponseWriter)
  /// An answer that is put together as the client reads it.
  case pages(Pages)
  /// Something that must not hold up the others is to be done first.
  case later(Job)
  /// The client waits for changes.
  case idle(Subsystems)
  case close
  /// The daemon is to end.
  case kill

  /// An answer with nothing in it.
  static let done = Outcome.answer(ResponseWriter())

  /// An answer put together here.
  static func answer(_ write: (inout ResponseWriter) -> Void) -> Outcome {
    var writer = ResponseWriter()
    write(&writer)
    return .answer(writer)
  }
}

/// Work that others should not wait for, and how to go on with its result on the main queue.
struct Job: Sendable {
  typealias Next = @MainActor @Sendable (Daemon) throws(MPDError) -> Outcome

  /// Where it runs; `nil` for where queries do.
  var queue: DispatchQueue?
  let run: @Sendable () -> Next
}

/// A long answer: so many parts of about the same size, each written by itself.
struct Pages: Sendable {
  let count: Int
  /// Called before the parts of a page are written.
  let prepare: @Sendable (Range<Int>) -> Void
  let write: @Sendable (Int, inout ResponseWriter) -> Void

  /// Parts of a page.
  static let size = 256

  init(
    count: Int, prepare: @escaping @Sendable (Range<Int>) -> Void = { _ in },
    write: @escaping @Sendable (Int, inout ResponseWriter) -> Void
  ) {
    self.count = count
    self.prepare = prepare
    self.write = write
  }

  /// The bytes of the page that begins with part `start`.
  func page(from start: Int) -> [UInt8] {
    var writer = ResponseWriter()
    let parts = start..<min(start + Self.size, count)
    prepare(parts)
    for part in parts { write(part, &writer) }
    return writer.bytes
  }
}
