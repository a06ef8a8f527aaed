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
  /// The command failed, which the client is told after a while.
  case refusal(MPDError, after: Duration)
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

/// A long answer: so many parts of about the same size, made page by page.
struct Pages: Sendable {
  let count: Int
  /// Parts of a page.
  let size: Int
  /// Whether a page is made so soon that nobody need wait for another queue.
  let isQuick: Bool
  private let make: @Sendable (Range<Int>) throws(MPDError) -> [UInt8]

  /// Parts of a page that is made as the client reads.
  static let usualSize = 256

  /// An answer of parts each of which is written by itself.
  ///
  /// - Parameter prepare: Called before the parts of a page are written.
  init(
    count: Int, prepare: @escaping @Sendable (Range<Int>) -> Void = { _ in },
    write: @escaping @Sendable (Int, inout ResponseWriter) -> Void
  ) {
    self.count = count
    size = Self.usualSize
    isQuick = count <= size / 4
    make = { parts in
      var writer = ResponseWriter()
      prepare(parts)
      for part in parts { write(part, &writer) }
      return writer.bytes
    }
  }

  /// An answer whose pages are to be looked up.
  init(
    count: Int, isQuick: Bool = false,
    making make: @escaping @Sendable (Range<Int>) throws(MPDError) -> [UInt8]
  ) {
    self.count = count
    size = Self.usualSize
    self.isQuick = isQuick
    self.make = make
  }

  /// An answer that is there already, in pieces.
  init(_ pieces: [[UInt8]]) {
    count = pieces.count
    size = 1
    isQuick = true
    make = { pieces[$0.lowerBound] }
  }

  /// Whether no part is left from `start` on.
  func isDone(at start: Int) -> Bool { start >= count }

  /// The bytes of the page that begins with part `start`.
  func page(from start: Int) throws(MPDError) -> [UInt8] {
    try make(start..<min(start + size, count))
  }
}
