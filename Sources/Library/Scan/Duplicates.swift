import Glibc
import Media
import Posix
import Worker

/// Items that may have the same sound, or do.
extension LibraryStore {
  /// Groups of items that may have the same sound.
  ///
  /// - Parameter isWide: Whether they only have to be equally long, to be compared by their sound then. Else
  ///   they are equally long to the millisecond and the byte.
  public func duplicateCandidates(isWide: Bool = false) throws(LibraryError) -> [[MediaItem]] {
    let same = isWide ? "milliseconds, codec, sample_rate" : "milliseconds, codec, size"
    return try read("looking for duplicates") { database throws(LibraryError) in
      let plain = "\(Schema.visible) AND cue_track IS NULL AND milliseconds > 0"
      let statement = try database.prepare(
        """
        SELECT \(ItemReader.columns) FROM items WHERE \(plain) AND (\(same)) IN
          (SELECT \(same) FROM items WHERE \(plain) GROUP BY \(same) HAVING count(*) > 1)
        ORDER BY \(same), items.row
        """, during: "looking for duplicates")
      var reader = try ItemReader(database)
      return try Self.groups(reader.items(statement), isWide: isWide)
    }
  }

  private static func groups(_ items: [MediaItem], isWide: Bool) -> [[MediaItem]] {
    items.reduce(into: [[MediaItem]]()) { groups, item in
      if let first = groups.last?.first, isAlike(first, item, isWide) {
        groups[groups.count - 1].append(item)
      } else {
        groups.append([item])
      }
    }.filter { $0.count > 1 }.map { group in
      group.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
    }
  }

  private static func isAlike(_ one: MediaItem, _ other: MediaItem, _ isWide: Bool) -> Bool {
    one.audio.milliseconds == other.audio.milliseconds && one.audio.codec == other.audio.codec
      && (isWide ? one.audio.sampleRate == other.audio.sampleRate : one.size == other.size)
  }
}

/// Proves that items have the same sound, by decoding them.
public struct DuplicateCheck: ~Copyable {
  private let program: String
  private var worker: WorkerProcess?
  /// How long a decoder may say nothing, in milliseconds: nobody waits for one file of many.
  private let patience: Int32 = 60_000

  public init(workers: WorkerPrograms) { program = workers.decoder }

  /// The parts of a group that have the same sound.
  public mutating func same(_ items: [MediaItem]) throws(WorkerError) -> [[MediaItem]] {
    var groups: [AudioChecksum: [MediaItem]] = [:]
    var order: [AudioChecksum] = []
    for item in items {
      guard let checksum = try checksum(of: item.path) else { continue }
      if groups[checksum] == nil { order.append(checksum) }
      groups[checksum, default: []].append(item)
    }
    return order.compactMap { groups[$0] }.filter { $0.count > 1 }
  }

  /// `nil` for what cannot be decoded.
  private mutating func checksum(of path: FilePath) throws(WorkerError) -> AudioChecksum? {
    let raw = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    guard raw >= 0 else { return nil }
    let file = FileDescriptor(owning: raw)
    guard (try? FileStatus(descriptor: raw))?.kind == .file else { return nil }
    let worker = try running()
    guard let checksum = ask(worker, file, path.fileExtension) else {
      // It ended, hung or lied: the next file has a new one.
      self.worker = nil
      return nil
    }
    return checksum.count > 0 ? checksum : nil
  }

  private mutating func running() throws(WorkerError) -> WorkerProcess {
    if let worker { return worker }
    let new = try WorkerProcess(program, [ChecksumReply.argument])
    worker = new
    return new
  }

  /// `nil` when there is no answer; an empty sum for a file that has no sound.
  private func ask(
    _ worker: WorkerProcess, _ file: borrowing FileDescriptor, _ fileExtension: String
  ) -> AudioChecksum? {
    let request = TagRequest(extensions: [fileExtension]).encoded()
    guard (try? worker.socket.send(request, descriptors: [file.raw])) != nil else { return nil }
    while (try? worker.socket.waitForMessage(milliseconds: patience)) == true {
      guard let message = try? worker.socket.receive(),
        let reply = try? ChecksumReply(decoding: message.bytes)
      else { return nil }
      switch reply {
      case .working: continue
      case .done(let checksum): return checksum
      case .failed: return AudioChecksum()
      }
    }
    return nil
  }
}
