import Media

/// What cmus remembers of files, in its `cache`: how often each was played, and its tags.
///
/// Source: what cmus 2.10 writes: `CTC`, the version 13, flags; then entries of 80 bytes and strings, in the byte order
/// of its machine, aligned as its pointers are.
public struct CmusCache: Sendable {
  public struct Track: Sendable, Hashable {
    public var path: String
    public var plays: Int
    /// In seconds; `nil` where it is not known.
    public var duration: Int?
    public var title: String?
    public var artist: String?
    public var album: String?
  }

  public enum Failure: Error, Equatable, Sendable {
    /// It is of a cmus that writes another one.
    case version(Int)
  }

  public let tracks: [Track]

  private static let name = Array("CTC".utf8)
  private static let version: UInt8 = 13
  private static let headSize = 80

  /// Whether a file that begins like this is a cache of cmus.
  public static func isOne(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: name) && bytes.count >= 8
  }

  /// What is damaged ends it; what was read so far is there.
  public init(_ bytes: [UInt8]) throws(Failure) {
    guard Self.isOne(bytes), bytes[3] == Self.version else {
      throw .version(bytes.count > 3 ? Int(bytes[3]) : 0)
    }
    let isLarge = bytes[7] & 2 != 0
    let alignment = bytes[7] & 1 != 0 ? 8 : 4
    var tracks: [Track] = []
    var place = 8
    while place + Self.headSize <= bytes.count {
      let size = Int(Self.number(bytes, at: place, isLarge))
      guard size > Self.headSize, size <= bytes.count - place else { break }
      if let track = Track(bytes[(place + Self.headSize)..<(place + size)]) {
        var track = track
        track.plays = max(0, Int(Int32(bitPattern: Self.number(bytes, at: place + 4, isLarge))))
        let seconds = Int(Int32(bitPattern: Self.number(bytes, at: place + 16, isLarge)))
        track.duration = seconds > 0 ? seconds : nil
        tracks.append(track)
      }
      place += (size + alignment - 1) / alignment * alignment
    }
    self.tracks = tracks
  }

  private static func number(_ bytes: [UInt8], at place: Int, _ isLarge: Bool) -> UInt32 {
    let four = bytes[place..<(place + 4)]
    let ordered = isLarge ? Array(four) : four.reversed()
    return ordered.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension CmusCache.Track {
  /// - Parameter strings: The path, the codec and its profile, and names with values, each ended by a zero.
  fileprivate init?(_ strings: ArraySlice<UInt8>) {
    let texts = strings.split(separator: 0, omittingEmptySubsequences: false).map {
      String(validating: $0, as: UTF8.self)
    }
    // What is no UTF-8 cannot be asked for by its path.
    guard let path = texts.first.flatMap({ $0 }), path.hasPrefix("/") else { return nil }
    self.init(path: path, plays: 0)
    for index in stride(from: 3, to: texts.count - 1, by: 2) {
      guard let value = texts[index + 1], !value.isEmpty else { continue }
      switch texts[index]?.lowercased() {
      case "title": title = title ?? value
      case "artist": artist = artist ?? value
      case "album": album = album ?? value
      default: continue
      }
    }
  }
}
