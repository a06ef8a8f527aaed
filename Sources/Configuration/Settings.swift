import Glibc
import Posix

/// What the user has decided, with the defaults for everything else.
public struct Settings: Sendable, Hashable {
  /// Music folders beside those that `segue scan` remembers: absolute paths.
  public var libraryRoots: [String] = []
  /// The ICU name of the language that orders the library; `nil` for that of its first scan.
  public var locale: String?
  /// The encoding of texts in tags that name none, as ICU calls it; `nil` to have it guessed.
  public var legacyCharset: String?
  /// At least one.
  public var outputs: [OutputSettings] = [OutputSettings()]
  /// Where clients may connect, in addition to the socket in the runtime folder.
  public var listen: [ListenAddress] = []
  public var resume = Resume.automatic
  public var replayGain = ReplayGainMode.off
  /// Change beside that of the tags, in decibels.
  public var replayGainPreamp = 0.0
  /// Change for files without such tags, in decibels.
  public var replayGainFallback = 0.0
  /// How many seconds the device is kept while paused.
  public var closeAfterPause = 30

  /// How many seconds of a track may be heard so that `previous` leads to the one before; 0 for any time.
  public var previousRestartsAfter = 3

  /// What becomes of items that are added to the queue and are in it.
  public var duplicates = Duplicates.allow

  public init() {}

  /// What becomes of items that are added to the queue and are in it.
  public enum Duplicates: String, Sendable, Hashable, CaseIterable { case allow, skip, move }

  /// What happens when the daemon starts with a queue.
  public enum Resume: String, Sendable, Hashable, CaseIterable {
    /// It plays on when it was away for less than a minute while playing, else it is paused.
    case automatic = "auto"
    case play, pause
  }

  /// By what tracks are made equally loud.
  public enum ReplayGainMode: String, Sendable, Hashable, CaseIterable {
    case off, track, album
    /// By album among neighbours of the same album, else by track.
    case automatic = "auto"
  }
}

/// A place that sound goes to.
public struct OutputSettings: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case alsa
    /// Nowhere, as fast as it would play.
    case null
  }

  public enum Mixer: String, Sendable, Hashable, CaseIterable {
    /// The device's own volume where it has one, else by software.
    case hardware
    case software
    /// The volume cannot be changed.
    case none
  }

  public var name: String
  public var kind: Kind
  /// An ALSA name.
  public var device: String
  public var mixer: Mixer

  public init(
    name: String = "default", kind: Kind = .alsa, device: String = "default",
    mixer: Mixer = .hardware
  ) {
    self.name = name
    self.kind = kind
    self.device = device
    self.mixer = mixer
  }
}

extension Settings {
  /// Reads a configuration file; every key that it does not have keeps its default.
  ///
  /// - Parameters:
  ///   - file: The path.
  ///   - required: Whether the file must be there.
  public static func load(
    _ file: String, required: Bool
  ) throws(ConfigurationError) -> Settings {
    let bytes: [UInt8]
    do throws(PosixError) {
      bytes = try FileDescriptor(opening: file).readAll()
    } catch {
      if error.code == ENOENT, !required { return Settings() }
      throw .cannotRead(file: file, reason: error.reason)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .cannotRead(file: file, reason: "it is not UTF-8 text")
    }
    return try Settings(file: file, text: text)
  }

  /// - Parameters:
  ///   - file: The file's name, for messages.
  ///   - text: What it says.
  public init(file: String, text: String) throws(ConfigurationError) {
    self.init()
    let parsed = try ConfigurationFile(file: file, text: text)
    var devices = OutputReader()
    for entry in parsed.entries {
      do throws(ConfigurationProblem) {
        try apply(entry, to: &devices)
      } catch {
        throw .line(file: file, number: entry.line, problem: error.text)
      }
    }
    outputs = devices.outputs
  }

  private mutating func apply(
    _ entry: ConfigurationFile.Entry, to devices: inout OutputReader
  ) throws(ConfigurationProblem) {
    switch (entry.section, entry.key) {
    case ("library", "root"):
      guard entry.value.hasPrefix("/") else {
        throw ConfigurationProblem("root must be an absolute path, not \"\(entry.value)\"")
      }
      libraryRoots.append(entry.value)
    case ("library", "locale"): locale = entry.value
    case ("library", "id3v1-charset"): legacyCharset = entry.value
    case ("mpd", "listen"): listen.append(try ListenAddress(entry.value))
    case ("player", "resume"): resume = try choice(entry)
    case ("player", "replay-gain"): replayGain = try choice(entry)
    case ("player", "replay-gain-preamp"): replayGainPreamp = try decibels(entry)
    case ("player", "replay-gain-fallback"): replayGainFallback = try decibels(entry)
    case ("player", "previous-restarts-after"):
      previousRestartsAfter = try number(entry, in: 0...86_400)
    case ("player", "duplicates"): duplicates = try choice(entry)
    case ("audio", "close-after-pause"): closeAfterPause = try number(entry, in: 0...86_400)
    case ("audio", _), ("output", _): try devices.apply(entry)
    default: throw .unknown(entry, in: Self.keys)
    }
  }

  /// The keys of each section.
  private static let keys = [
    "library": ["root", "locale", "id3v1-charset"], "mpd": ["listen"],
    "player": [
      "resume", "replay-gain", "replay-gain-preamp", "replay-gain-fallback",
      "previous-restarts-after", "duplicates",
    ],
    "audio": OutputReader.audioKeys, "output": OutputReader.outputKeys,
  ]
}

/// What is wrong with a line, to follow the file's name and the line's number.
struct ConfigurationProblem: Error {
  let text: String
  init(_ text: String) { self.text = text }

  static func unknown(
    _ entry: ConfigurationFile.Entry, in keys: [String: [String]]
  ) -> ConfigurationProblem {
    guard let known = keys[entry.section] else {
      let sections = keys.keys.sorted().map { "[\($0)]" }.joined(separator: ", ")
      let found =
        entry.section.isEmpty
        ? "\(entry.key) stands in no section" : "there is no section [\(entry.section)]"
      return ConfigurationProblem("\(found); sections are \(sections)")
    }
    return ConfigurationProblem(
      "[\(entry.section)] has no key \"\(entry.key)\"; its keys are \(known.joined(separator: ", "))"
    )
  }
}

/// The value of an entry that must be one of a few words.
func choice<Choice: RawRepresentable & CaseIterable>(
  _ entry: ConfigurationFile.Entry
) throws(ConfigurationProblem) -> Choice where Choice.RawValue == String {
  guard let choice = Choice(rawValue: entry.value) else {
    let allowed = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw ConfigurationProblem("\(entry.key) is one of \(allowed), not \"\(entry.value)\"")
  }
  return choice
}

/// The value of an entry that must be a whole number.
func number(
  _ entry: ConfigurationFile.Entry, in range: ClosedRange<Int>
) throws(ConfigurationProblem) -> Int {
  guard let number = Int(entry.value), range.contains(number) else {
    throw ConfigurationProblem(
      "\(entry.key) is a number from \(range.lowerBound) to \(range.upperBound), not \"\(entry.value)\""
    )
  }
  return number
}

/// The value of an entry that must be a gain.
func decibels(_ entry: ConfigurationFile.Entry) throws(ConfigurationProblem) -> Double {
  guard let number = Double(entry.value), (-60...60).contains(number) else {
    throw ConfigurationProblem(
      "\(entry.key) is in decibels, from -60 to 60, not \"\(entry.value)\"")
  }
  return number
}
