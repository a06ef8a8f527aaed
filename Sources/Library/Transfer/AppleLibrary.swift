import Glibc
import Media
import Posix
import Worker

/// What Apple's players export as `Library.xml`, read by a worker.
public struct AppleLibrary: Sendable {
  public struct Track: Sendable {
    public var title: String?
    public var artist: String?
    public var album: String?
    public var milliseconds: Int64?
    public var plays: Int?
    public var lastPlayed: String?
    public var skips: Int?
    public var lastSkipped: String?
    /// 0 to 10, where somebody has rated it.
    public var rating: Int?
    public var isLoved: Bool
    public var path: String?
  }

  /// By their numbers.
  public private(set) var tracks: [String: Track] = [:]
  public private(set) var order: [String] = []
  public private(set) var playlists: [(name: String, tracks: [String])] = []

  /// Bytes of what a worker makes of one, at most.
  private static let limit = 256 << 20

  /// - Returns: `nil` where it cannot be read, or is something else.
  public init?(_ path: FilePath, workers: WorkerPrograms) {
    guard let file = try? path.withCString(FileDescriptor.regularFile).file,
      let tagger = try? WorkerProcess(workers.tagger)
    else { return nil }
    let request = TagFetch(.appleLibrary, fileExtension: "xml", limit: Self.limit)
    // It answers when it has read all of it.
    let found = try? tagger.fetch(request, descriptor: file.raw, milliseconds: 120_000)
    guard let bytes = (try? found?.get())?.bytes else { return nil }
    for line in bytes.split(separator: 0x0A) {
      let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      take(fields)
    }
  }

  private mutating func take(_ fields: [String]) {
    switch fields.first {
    case "T" where fields.count == 14:
      tracks[fields[1]] = Track(fields)
      order.append(fields[1])
    case "P" where fields.count == 2: playlists.append((fields[1], []))
    case "I" where fields.count == 2 && !playlists.isEmpty:
      playlists[playlists.count - 1].tracks.append(fields[1])
    default: break
    }
  }
}

extension AppleLibrary.Track {
  fileprivate init(_ fields: [String]) {
    func text(_ index: Int) -> String? { fields[index].isEmpty ? nil : fields[index] }
    self.init(
      title: text(2), artist: text(3), album: text(4), milliseconds: Int64(fields[5]),
      plays: Int(fields[6]), lastPlayed: text(7), skips: Int(fields[8]), lastSkipped: text(9),
      rating: fields[11] == "1" ? nil : Int(fields[10]).map { min(10, max(0, $0 / 10)) },
      isLoved: fields[12] == "1", path: text(13).flatMap { Self.path($0) })
  }

  /// The path that a file's URL means.
  private static func path(_ url: String) -> String? {
    for prefix in ["file://localhost/", "file:///"] where url.hasPrefix(prefix) {
      var bytes: [UInt8] = [UInt8(ascii: "/")]
      var rest = url.utf8.dropFirst(prefix.utf8.count)
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%"),
          let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        else {
          bytes.append(byte)
          continue
        }
        rest = rest.dropFirst(2)
        bytes.append(value)
      }
      return String(validating: bytes, as: UTF8.self)
    }
    return nil
  }
}
