@preconcurrency import Dispatch
import Glibc
import MPDProtocol
import Posix
import Synchronization

/// A connection that asks and reads up to the end of the answer, with as little work as can be.
final class Asker {
  private let socket: FileDescriptor
  private var chunk = [UInt8](repeating: 0, count: 1 << 18)

  /// Connects and reads the greeting.
  init(_ path: String) throws {
    socket = try UnixSocket.connect(to: path)
    var time = timeval(tv_sec: 600, tv_usec: 0)
    setsockopt(socket.raw, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    _ = try receive()
  }

  func send(_ request: [UInt8]) throws {
    guard Glibc.send(socket.raw, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
    else { throw PosixError("send") }
  }

  /// Reads one answer.
  ///
  /// - Returns: Its bytes.
  @discardableResult
  func read() throws -> Int {
    var size = 0
    // The end may come in pieces.
    var tail: [UInt8] = []
    while true {
      let count = try receive()
      size += count
      tail = Array((tail + chunk[max(0, count - 4)..<count]).suffix(4))
      if tail == Self.end || size == 3, tail.suffix(3) == Self.end.dropFirst() { return size }
      if size == count, chunk.starts(with: "ACK ".utf8) {
        throw BenchError(String(decoding: chunk[..<count], as: UTF8.self))
      }
    }
  }

  @discardableResult
  func ask(_ request: [UInt8]) throws -> Int {
    try send(request)
    return try read()
  }

  private static let end = Array("\nOK\n".utf8)

  private func receive() throws -> Int {
    let count = try retrying("read an answer") { recv(socket.raw, &chunk, chunk.count, 0) }
    guard count > 0 else { throw PosixError("read an answer", code: ECONNRESET) }
    return count
  }
}

extension Asker {
  /// Answers a second that so many clients get to one request, in two seconds.
  static func rate(_ path: String, clients count: Int, _ request: String) throws -> Double {
    let clients = try (0..<count).map { _ in try Asker(path) }
    let request = Array("\(request)\n".utf8)
    let began = ContinuousClock.now
    var answers = 0
    while began.duration(to: .now) < .seconds(2) {
      for client in clients { try client.send(request) }
      for client in clients { try client.read() }
      answers += count
    }
    return Double(answers) / (began.duration(to: .now) / .seconds(1))
  }

  /// How long one answer takes, in seconds.
  static func time(_ path: String, _ request: String) throws -> Double {
    let client = try Asker(path)
    let began = ContinuousClock.now
    try client.ask(Array("\(request)\n".utf8))
    return began.duration(to: .now) / .seconds(1)
  }

  /// How long a `ping` takes while so many others search, in milliseconds: the median.
  static func ping(_ path: String, whileSearching count: Int) throws -> Double {
    let clients = try (0..<count).map { _ in try Asker(path) }
    let other = try Asker(path)
    let (search, ping) = (Array("search any river\n".utf8), Array("ping\n".utf8))
    var took: [Double] = []
    for client in clients { try client.send(search) }
    let end = ContinuousClock.now + .seconds(5)
    while ContinuousClock.now < end {
      let began = ContinuousClock.now
      try other.ask(ping)
      took.append(began.duration(to: .now) / .milliseconds(1))
      usleep(1000)
      for client in clients where try client.isReady() {
        try client.read()
        try client.send(search)
      }
    }
    for client in clients { try client.read() }
    return Spread(took).median
  }

  private func isReady() throws -> Bool {
    var poll = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
    return try retrying("wait") { Glibc.poll(&poll, 1, 0) } > 0
  }
}

extension Asker {
  /// The 99th percentile of `ping` and of `pause`, in milliseconds, while a client lists everything again and again and
  /// all files are read anew: for ten seconds at most, since a server may scan as long as it is asked.
  static func percentile(_ path: String) throws -> Double {
    let client = try MPDServer.connect(path)
    let asker = try Asker(path)
    try client.send("play")
    var took: [Double] = []
    try client.send("rescan")
    let lister = Lister(path)
    defer { lister.end() }
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end, try client.send("status")["updating_db"] != nil {
      for request in ["ping", "pause 1", "ping", "pause 0"] {
        let began = ContinuousClock.now
        try asker.ask(Array("\(request)\n".utf8))
        took.append(began.duration(to: .now) / .milliseconds(1))
        usleep(1000)
      }
    }
    lister.end()
    while try client.send("status")["updating_db"] != nil {
      _ = try client.idle(["update"], timeout: .seconds(600))
    }
    try client.send("stop")
    took.sort()
    return took.isEmpty ? 0 : took[took.count * 99 / 100]
  }

  /// A client that lists everything until it is told to end.
  private final class Lister: Sendable {
    private let isWanted = Atomic(true)
    private let group = DispatchGroup()

    init(_ path: String) {
      DispatchQueue.global().async(group: group) { [self] in
        guard let asker = try? Asker(path) else { return }
        while isWanted.load(ordering: .relaxed) {
          guard (try? asker.ask(Array("listallinfo\n".utf8))) != nil else { return }
        }
      }
    }

    /// Ends it after the answer that it reads.
    func end() {
      isWanted.store(false, ordering: .relaxed)
      group.wait()
    }
  }
}
