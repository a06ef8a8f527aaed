import Glibc
import Posix
import Worker

/// A tagger that does what a file's first word says: `crash`, `hang`, `lie` and `gibberish` as they
/// say, an empty file is refused, and any other text is its title.
let channel = WorkerChannel.open()
while let message = try channel.receive(descriptors: TagRequest.maximumFiles) {
  for (index, file) in message.descriptors.enumerated() {
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = pread(file.raw, &bytes, bytes.count, 0)
    let text = String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    var reply = TagReply(
      index: index, outcome: .failure(ReadFailure(.empty, reason: "It is empty.")))
    switch text.split(separator: " ").first {
    // Nothing that catches signals, such as a sanitizer, stands in the way of this one.
    case "crash": kill(getpid(), SIGKILL)
    case "hang": pause()
    case "lie": reply.index = index ^ 1
    case "gibberish":
      try channel.send([1, 2, 3])
      continue
    case nil: break
    default:
      var record = TagRecord()
      record.tags.title = text
      reply.outcome = .success(record)
    }
    try channel.send(reply.encoded())
  }
}
