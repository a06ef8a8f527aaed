/// What the boxes of an MP4 file say of the length of a track, which FFmpeg passes on only rounded.
///
/// Source: ISO/IEC 14496-12, `mvhd`, `tkhd`, `edts`, `elst`, `mdhd`.
struct MP4Timing {
  /// Units in a second of `length`.
  private(set) var timescale: Int64 = 0
  /// The sound's length without what the encoder put before and behind it, in units.
  private(set) var length: Int64 = 0

  private let input: FileInput
  private let track: UInt32
  private var movieTimescale: Int64 = 0
  private var number: UInt32 = 0
  private var media: (timescale: Int64, length: Int64)?
  private var edits: [(length: Int64, start: Int64)] = []
  private var budget = 2000

  /// `nil` when the file does not tell, or not in a way that is understood here.
  ///
  /// - Parameter track: The number of the track.
  init?(_ input: FileInput, track: Int32) {
    self.input = input
    guard let track = UInt32(exactly: track) else { return nil }
    self.track = track
    guard find(0..<input.size, depth: 0), let media, media.timescale > 0, media.length > 0 else {
      return nil
    }
    timescale = media.timescale
    guard let edit = edits.first(where: { $0.start >= 0 }) else {
      length = media.length
      return
    }
    // One edit that cuts off the encoder's delay: more is a montage, which its demuxer plays.
    guard edits.filter({ $0.start >= 0 }).count == 1, movieTimescale > 0 else { return nil }
    let edited = Double(edit.length) / Double(movieTimescale) * Double(timescale)
    let whole = media.length - edit.start
    guard whole > 0 else { return nil }
    // An edit is rounded to the movie's units; within that, the track's own length is meant.
    let tick = Double(timescale) / Double(movieTimescale)
    length = abs(edited - Double(whole)) <= tick || edit.length == 0 ? whole : Int64(edited)
  }

  /// Walks through boxes. `true` when the track was found and read.
  private mutating func find(_ range: Range<Int64>, depth: Int) -> Bool {
    var place = range.lowerBound
    while place + 8 <= range.upperBound, budget > 0 {
      budget -= 1
      guard let box = Box(input, at: place, before: range.upperBound) else { return false }
      place = box.end
      switch box.name {
      case "moov", "mdia", "edts":
        guard depth < 6 else { return false }
        if find(box.body, depth: depth + 1) { return true }
      case "trak":
        guard depth < 6 else { return false }
        (number, media, edits) = (0, nil, [])
        _ = find(box.body, depth: depth + 1)
        if number == track, media != nil { return true }
      case "mvhd", "tkhd", "mdhd", "elst": read(box)
      default: break
      }
    }
    return false
  }

  private mutating func read(_ box: Box) {
    let bytes = input.bytes(at: box.body.lowerBound, count: Int(min(box.body.count64, 1 << 12)))
    guard let version = bytes.first else { return }
    let isLong = version == 1
    switch box.name {
    case "mvhd": movieTimescale = Int64(bytes.number(at: isLong ? 20 : 12))
    case "tkhd": number = bytes.number(at: isLong ? 20 : 12)
    case "mdhd":
      media = (
        Int64(bytes.number(at: isLong ? 20 : 12)),
        isLong ? bytes.long(at: 24) : Int64(bytes.number(at: 16))
      )
    default:
      let size = isLong ? 20 : 12
      for entry in 0..<min(Int(bytes.number(at: 4)), 64) where 8 + (entry + 1) * size <= bytes.count
      {
        let at = 8 + entry * size
        edits.append(
          isLong
            ? (bytes.long(at: at), bytes.long(at: at + 8))
            : (
              Int64(bytes.number(at: at)), Int64(Int32(bitPattern: bytes.number(at: at + 4)))
            ))
      }
    }
  }

  private struct Box {
    let name: String
    let body: Range<Int64>
    var end: Int64 { body.upperBound }

    init?(_ input: FileInput, at place: Int64, before limit: Int64) {
      let header = input.bytes(at: place, count: 16)
      guard header.count >= 8 else { return nil }
      name = String(decoding: header[4..<8], as: UTF8.self)
      var size = Int64(header.number(at: 0))
      var start = place + 8
      if size == 1 {
        size = header.long(at: 8)
        start += 8
      }
      let (end, overflow) = place.addingReportingOverflow(size)
      let stop = size == 0 ? limit : end
      guard !overflow, stop >= start, stop <= limit else { return nil }
      body = start..<stop
    }
  }
}

extension Range<Int64> {
  fileprivate var count64: Int64 { upperBound - lowerBound }
}

extension [UInt8] {
  /// A big-endian number; 0 where there are too few bytes.
  fileprivate func number(at index: Int) -> UInt32 {
    guard index + 4 <= count else { return 0 }
    return self[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// A big-endian number, 0 where there are too few bytes or it is out of range.
  fileprivate func long(at index: Int) -> Int64 {
    let (upper, lower) = (number(at: index), number(at: index + 4))
    if upper == .max, lower == .max { return -1 }
    return upper < 1 << 16 ? Int64(upper) << 32 | Int64(lower) : 0
  }
}
