import Media

/// A cue sheet: which tracks lie where in which files.
///
/// Source: CDRWIN User's Guide, appendix A; what programs write besides, as `REM` lines.
struct CueSheet: Sendable, Hashable {
  var fields = Fields()
  var files: [File] = []
  /// What makes no sense in it: sentences.
  var complaints: [String] = []

  /// What is said of the disc or of one track.
  struct Fields: Sendable, Hashable {
    var title: String?
    var performer: String?
    var songwriter: String?
    /// `REM` lines, names in upper case.
    var remarks: [String: String] = [:]
  }

  struct File: Sendable, Hashable {
    /// As the sheet has it.
    var name: String
    var tracks: [Track] = []
  }

  struct Track: Sendable, Hashable {
    var number: Int
    var isAudio: Bool
    var fields = Fields()
    /// By number, in CD frames from the beginning of the file.
    var indexes: [Int: Int64] = [:]

    /// Where it begins: at its first index that is not its pre-gap.
    var start: Int64? {
      indexes.keys.filter { $0 > 0 }.min().flatMap { indexes[$0] } ?? indexes[0]
    }
  }

  /// More than a disc can hold, and as many as are believed of what calls itself a disc.
  static let maximumTracks = 2000
  static let maximumFiles = 1000
  private static let maximumText = 1000
  private static let maximumRemarks = 100
  private static let maximumComplaints = 20

  init() {}

  /// Reads a sheet. Lines that make no sense are left out.
  init(_ text: String) {
    var tracks = 0
    for line in TextLines(Array(text.utf8)).lines {
      var words = CueWords(line)
      guard let command = words.next()?.uppercased() else { continue }
      read(command, &words, &tracks)
    }
  }

  private mutating func read(_ command: String, _ words: inout CueWords, _ tracks: inout Int) {
    switch command {
    case "FILE": addFile(&words)
    case "TRACK": addTrack(&words, &tracks)
    case "INDEX": addIndex(&words)
    case "TITLE": set(\.title, words.rest())
    case "PERFORMER": set(\.performer, words.rest())
    case "SONGWRITER": set(\.songwriter, words.rest())
    case "REM": addRemark(&words)
    default: break
    }
  }

  private mutating func addFile(_ words: inout CueWords) {
    guard files.count < Self.maximumFiles else { return complain("It has too many files.") }
    guard let name = words.fileName(), !name.isEmpty else {
      return complain("A FILE has no name.")
    }
    files.append(File(name: name))
  }

  private mutating func addTrack(_ words: inout CueWords, _ count: inout Int) {
    guard let number = words.next().flatMap({ Int($0) }), (0...9999).contains(number) else {
      return complain("A TRACK has no number.")
    }
    guard !files.isEmpty else { return complain("Track \(number) stands before any FILE.") }
    guard count < Self.maximumTracks else { return complain("It has too many tracks.") }
    count += 1
    let kind = words.next()?.uppercased()
    files[files.count - 1].tracks.append(
      Track(number: number, isAudio: kind == nil || kind == "AUDIO"))
  }

  private mutating func addIndex(_ words: inout CueWords) {
    guard let number = words.next().flatMap({ Int($0) }), (0...99).contains(number),
      let place = words.next().flatMap(Self.place)
    else { return complain("An INDEX makes no sense.") }
    // Behind a FILE that a track's pre-gap ends in, the index belongs to the track in the file before.
    guard let file = files.indices.last else { return complain("An INDEX has no track.") }
    if let track = files[file].tracks.indices.last {
      files[file].tracks[track].indexes[number] = place
    } else if let before = files[..<file].lastIndex(where: { !$0.tracks.isEmpty }),
      var track = files[before].tracks.popLast()
    {
      // Its sound lies in this file; the pre-gap before it ends the track before.
      track.indexes = [number: place]
      files[file].tracks.append(track)
    } else {
      complain("An INDEX has no track.")
    }
  }

  private mutating func addRemark(_ words: inout CueWords) {
    guard let name = words.next()?.uppercased(), let value = words.rest() else { return }
    if let (file, track) = lastTrack {
      let count = files[file].tracks[track].fields.remarks.count
      if count < Self.maximumRemarks { files[file].tracks[track].fields.remarks[name] = value }
    } else if fields.remarks.count < Self.maximumRemarks {
      fields.remarks[name] = value
    }
  }

  private mutating func set(_ field: WritableKeyPath<Fields, String?>, _ value: String?) {
    if let (file, track) = lastTrack {
      files[file].tracks[track].fields[keyPath: field] = value
    } else {
      fields[keyPath: field] = value
    }
  }

  /// The track that lines belong to; `nil` before the first.
  private var lastTrack: (file: Int, track: Int)? {
    guard let file = files.lastIndex(where: { !$0.tracks.isEmpty }) else { return nil }
    return (file, files[file].tracks.count - 1)
  }

  private mutating func complain(_ sentence: String) {
    if complaints.count < Self.maximumComplaints { complaints.append(sentence) }
  }

  /// `mm:ss:ff`, 75 frames to the second; minutes may have any number of digits.
  static func place(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 2 else { return nil }
    let numbers = parts.compactMap { part -> Int64? in
      guard (1...6).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
      return Int64(part)
    }
    guard numbers.count == parts.count, numbers[1] < 60 else { return nil }
    let frames = numbers.count == 3 ? numbers[2] : 0
    guard frames < CueRange.framesPerSecond else { return nil }
    let place = (numbers[0] * 60 + numbers[1]) * CueRange.framesPerSecond + frames
    return place <= CueRange.limit ? place : nil
  }
}

/// The words of a line of a cue sheet: with quotation marks around them, or between blanks.
struct CueWords {
  private var bytes: ArraySlice<UInt8>
  private static let quote = UInt8(ascii: "\"")
  private static let maximum = 4096

  init(_ line: ArraySlice<UInt8>) { bytes = line.prefix(Self.maximum) }

  mutating func next() -> String? {
    bytes = TextLines.trimmed(bytes)
    guard let first = bytes.first else { return nil }
    if first == Self.quote {
      let word = bytes.dropFirst().prefix { $0 != Self.quote }
      bytes = bytes.dropFirst(word.count + 2)
      return String(decoding: word, as: UTF8.self)
    }
    let word = bytes.prefix { $0 != 0x20 && $0 != 0x09 }
    bytes = bytes.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }

  /// Everything up to the end, without quotation marks around it; `nil` for nothing.
  mutating func rest() -> String? {
    var rest = TextLines.trimmed(bytes)
    bytes = []
    if rest.first == Self.quote {
      rest = rest.dropFirst()
      if rest.last == Self.quote { rest = rest.dropLast() }
    }
    rest = TextLines.trimmed(rest)
    let text = String(decoding: rest, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  /// The name in a FILE line, behind which the kind of file stands: a name with blanks may lack its quotation marks.
  mutating func fileName() -> String? {
    let all = TextLines.trimmed(bytes)
    bytes = []
    if all.first == Self.quote, let end = all.lastIndex(of: Self.quote), end > all.startIndex {
      return String(decoding: all[(all.startIndex + 1)..<end], as: UTF8.self)
    }
    let plain = all.drop { $0 == Self.quote }
    guard let blank = plain.lastIndex(where: { $0 == 0x20 || $0 == 0x09 }) else {
      return String(decoding: plain, as: UTF8.self)
    }
    let kind = String(decoding: plain[(blank + 1)...], as: UTF8.self).uppercased()
    guard ["WAVE", "MP3", "AIFF", "BINARY", "MOTOROLA", "FLAC", "APE"].contains(kind) else {
      return String(decoding: plain, as: UTF8.self)
    }
    return String(decoding: TextLines.trimmed(plain[..<blank]), as: UTF8.self)
  }
}
