import Glibc
import Media
import Worker

@testable import Tagging

/// Bytes as a file that a tagger is asked about. The last byte chooses the extension of its name.
enum TagsTarget {
  private static let extensions = [
    "mp3", "flac", "ogg", "m4a", "wav", "aiff", "wv", "ape", "mpc", "tta", "wma", "mod", "xm", "it",
    "s3m", "",
  ]
  private static let limit = 1 << 24

  /// A file without a name, written anew for each input.
  private static let file: Int32 = {
    let name = "/tmp/segue-fuzz-\(getpid())"
    let file = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    precondition(file >= 0)
    unlink(name)
    return file
  }()

  static func take(_ bytes: [UInt8]) {
    guard let last = bytes.last, let reader = TagReader() else { return }
    precondition(ftruncate(file, 0) == 0 && pwrite(file, bytes, bytes.count, 0) == bytes.count)
    let name = extensions[Int(last) % extensions.count]
    let outcome = reader.read(descriptor: file, extension: name)
    // What the parent gets is what was read, but for what there is no room for.
    let reply = TagReply(index: 0, outcome: outcome).encoded()
    precondition((try? TagReply(decoding: reply[...])) != nil)
    guard case .success(let record) = outcome else { return }
    check(record)
    for content in contents(record) {
      let request = TagFetch(content, fileExtension: name, limit: limit)
      guard case .success(let found) = reader.fetch(request, descriptor: file) else { continue }
      precondition(found.bytes.count <= limit)
    }
  }

  private static func contents(_ record: TagRecord) -> [TagFetch.Content] {
    record.pictures.indices.prefix(4).map { .picture($0) }
      + [.lyrics, .cueSheet, .synchronizedLyrics, .chapters]
  }

  private static func check(_ record: TagRecord) {
    let tags = record.tags
    let texts =
      tags.artists + tags.albumArtists + tags.genres + tags.composers + tags.comments
      + [tags.title, tags.album, tags.grouping].compactMap { $0 }
    for text in texts {
      precondition(!text.isEmpty)
      precondition(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
    precondition(record.audio.milliseconds != 0)
  }
}
