import Glibc
import Posix
import Worker
import WorkerSandbox

/// A tagger, in the sandbox of the real one, that does what a file's first word says: it ends, hangs, lies or
/// tries what it may not. An empty file is refused, and any other text is its title.
let channel = WorkerChannel.open()
// Less memory than the real one's, since eating it takes long where many processes eat.
Sandbox(descriptors: TagRequest.maximumFiles, memory: 192 << 20).enter()
while let message = try channel.receive(descriptors: TagRequest.maximumFiles) {
  for (index, file) in message.descriptors.enumerated() {
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = pread(file.raw, &bytes, bytes.count, 0)
    let text = String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    var reply = TagReply(
      index: index, outcome: .failure(ReadFailure(.empty, reason: "It is empty.")))
    var title = text
    switch text.split(separator: " ").first {
    // Nothing that catches signals, such as a sanitizer, stands in the way of this one.
    case "crash": raise(SIGKILL)
    case "trap": preconditionFailure()
    case "hang": while true { sched_yield() }
    case "eat": while true { memset(malloc(1 << 20), 1, 1 << 20) }
    case "fork": fork()
    case "open": title = "open: \(errnoOf(open("/etc/passwd", O_RDONLY)))"
    case "connect": title = "connect: \(errnoOf(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)))"
    case "lie": reply.index = index ^ 1
    case "gibberish":
      try channel.send([1, 2, 3])
      continue
    // Says that a text follows which is longer than the message.
    case "boast":
      try channel.send([UInt8(index), 1, 1, 0xFF, 0xFF, 0xFF, 0x7F])
      continue
    case "shout":
      try channel.send([UInt8](repeating: 0x41, count: 100_000))
      continue
    case "repeat":
      for _ in 0..<2 {
        try channel.send(TagReply(index: index, outcome: .success(TagRecord())).encoded())
      }
      continue
    default: break
    }
    if !text.isEmpty {
      var record = TagRecord()
      record.tags.title = title
      reply.outcome = .success(record)
    }
    try channel.send(reply.encoded())
  }
}

func errnoOf(_ result: Int32) -> Int32 { result < 0 ? errno : 0 }
