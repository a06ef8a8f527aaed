/// What the user has decided, with the defaults for everything else.
public struct Settings: Sendable, Hashable {
  /// Music folders beside those that `segue scan` remembers: absolute paths.
  public var libraryRoots: [String] = []
  /// The ICU name of the language that orders the library; `nil` for that of its first scan.
  public var locale: String?
  /// Words that do not count at the beginning of names in the library's order; `nil` for the usual ones.
  public var articles: [String]?
  /// The encoding of texts in tags that name none, as ICU calls it; `nil` to have it guessed.
  public var legacyCharset: String?
  /// At least one.
  public var outputs: [OutputSettings] = [OutputSettings()]
  /// Where clients may connect, in addition to the socket in the runtime folder.
  public var listen: [ListenAddress] = []
  /// Whether they may where MPD would be, too.
  public var isMPDCompatible = false
  public var passwords: [Password] = []
  /// What clients may do that have given no password and are not local; `nil` for what is usual.
  public var defaultPermissions: Permissions?
  /// What local ones may do.
  public var localPermissions = Permissions.all
  public var limits = ClientLimits()
  public var resume = Resume.automatic
  public var replayGain = ReplayGainMode.off
  /// Change beside that of the tags, in decibels.
  public var replayGainPreamp = 0.0
  /// Change for files without such tags, in decibels.
  public var replayGainFallback = 0.0
  /// In how many milliseconds music becomes silent before a pause, a stop, and a step to something else; 0 for at
  /// once, with every sample as it is.
  public var fadeOnPause = 0
  public var fadeOnStop = 0
  public var fadeOnSkip = 0
  /// In how many seconds tracks go over into each other that do not follow one another on an album; 0 for not at all.
  public var crossfade = 0
  /// How fast tracks are played, in thousandths.
  public var speed = 1000
  /// How many seconds the device is kept while paused.
  public var closeAfterPause = 30

  /// How many seconds of a track may be heard so that `previous` leads to the one before; 0 for any time.
  public var previousRestartsAfter = 3

  /// What becomes of items that are added to the queue and are in it.
  public var duplicates = Duplicates.allow

  public var picker = PickerSettings()

  /// Where stored playlists are files, too: an absolute path; `nil` for nowhere.
  public var playlistFolder: String?

  /// Whether desktops and media keys find the player on the session bus.
  public var isOnSessionBus = true

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
    guard let parsed = try ConfigurationFile.read(file, required: required) else {
      return Settings()
    }
    return try Settings(parsed.file, isPrivate: parsed.isPrivate)
  }

  /// - Parameters:
  ///   - file: The file's name, for messages.
  ///   - text: What it says.
  ///   - isPrivate: Whether nobody else may read it.
  public init(file: String, text: String, isPrivate: Bool = true) throws(ConfigurationError) {
    try self.init(ConfigurationFile(file: file, text: text), isPrivate: isPrivate)
  }

  /// - Throws: All lines that are wrong.
  init(_ parsed: ConfigurationFile, isPrivate: Bool) throws(ConfigurationError) {
    self.init()
    var parsed = parsed
    var devices = OutputReader()
    parsed.checkEach { entry throws(ConfigurationProblem) in try apply(entry, to: &devices) }
    outputs = devices.outputs
    // What strangers may do is not known where a line that says so is wrong.
    let isOpen =
      isOpen
      || parsed.entries.contains {
        ["password", "default-permissions"].contains($0.key) && parsed.problems[$0.line] != nil
      }
    parsed.checkEach { entry throws(ConfigurationProblem) in
      try Self.check(entry, isOpen: isOpen, isPrivate: isPrivate)
    }
    try parsed.check()
  }

  /// What only the whole file shows.
  private static func check(
    _ entry: ConfigurationFile.Entry, isOpen: Bool, isPrivate: Bool
  ) throws(ConfigurationProblem) {
    switch (entry.section, entry.key) {
    case ("mpd", "listen"):
      if try ListenAddress(entry.value).isLocal || isOpen { return }
      throw ConfigurationProblem(
        "at \(entry.value) everybody on the network could listen and play; set a password (segue password makes a hash) or default-permissions"
      )
    case ("mpd", "password"):
      if isPrivate { return }
      guard try Password(entry.value).isPlain else { return }
      throw ConfigurationProblem(
        "a password that all can read needs a file that they cannot: chmod 600, or have segue password make a hash"
      )
    default: return
    }
  }

  private mutating func apply(
    _ entry: ConfigurationFile.Entry, to devices: inout OutputReader
  ) throws(ConfigurationProblem) {
    switch (entry.section, entry.key) {
    case ("library", "root"): libraryRoots.append(try absolute(entry))
    case ("library", "locale"): locale = entry.value
    case ("library", "articles"):
      articles = entry.value.split(separator: ",").map { word in
        String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
    case ("library", "id3v1-charset"): legacyCharset = entry.value
    case ("mpd", "listen"): listen.append(try ListenAddress(entry.value))
    case ("mpd", _): try applyAccess(entry)
    case ("player", "resume"): resume = try choice(entry)
    case ("player", "replay-gain"): replayGain = try choice(entry)
    case ("player", "replay-gain-preamp"): replayGainPreamp = try decibels(entry)
    case ("player", "replay-gain-fallback"): replayGainFallback = try decibels(entry)
    case ("player", "speed"): speed = try Self.speed(entry)
    case ("player", "crossfade"): crossfade = try number(entry, in: 0...60)
    case ("player", "fade-on-pause"): fadeOnPause = try number(entry, in: 0...1000)
    case ("player", "fade-on-stop"): fadeOnStop = try number(entry, in: 0...1000)
    case ("player", "fade-on-skip"): fadeOnSkip = try number(entry, in: 0...1000)
    case ("player", "previous-restarts-after"):
      previousRestartsAfter = try number(entry, in: 0...86_400)
    case ("player", "duplicates"): duplicates = try choice(entry)
    case ("picker", _): try picker.apply(entry)
    case ("playlists", "folder"): playlistFolder = try absolute(entry)
    case ("mpris", "enabled"): isOnSessionBus = try answer(entry)
    case ("audio", "close-after-pause"): closeAfterPause = try number(entry, in: 0...86_400)
    case ("audio", _), ("output", _): try devices.apply(entry)
    default: throw .unknown(entry, in: SettingKey.names)
    }
  }

  private static func speed(
    _ entry: ConfigurationFile.Entry
  ) throws(ConfigurationProblem) -> Int {
    guard let number = Double(entry.value), (0.5...2).contains(number) else {
      throw ConfigurationProblem("speed is a number from 0.5 to 2, not \"\(entry.value)\"")
    }
    return Int((number * 1000).rounded())
  }

  /// Who may do what, and what that may cost.
  private mutating func applyAccess(
    _ entry: ConfigurationFile.Entry
  ) throws(ConfigurationProblem) {
    switch entry.key {
    case "mpd-compatible": isMPDCompatible = try answer(entry)
    case "password": passwords.append(try Password(entry.value))
    case "default-permissions":
      defaultPermissions = try Permissions(entry.value, of: entry.key)
    case "local-permissions": localPermissions = try Permissions(entry.value, of: entry.key)
    default:
      guard let limit = SettingKey.limits.first(where: { $0.name == entry.key }) else {
        throw .unknown(entry, in: SettingKey.names)
      }
      limits[keyPath: limit.path] = try number(entry, in: limit.range)
    }
  }
}

extension Settings {
  /// Whether it was decided what strangers may do.
  public var isOpen: Bool { !passwords.isEmpty || defaultPermissions != nil }

  /// What clients may do that are not local and have given no password.
  public var remotePermissions: Permissions {
    defaultPermissions ?? (passwords.isEmpty ? .remote : [])
  }

  /// Where it listens beside its own socket. The socket of MPD is where libmpdclient looks for it.
  /// None twice, and none that another of them covers: the second could not be listened at.
  public func addresses(_ places: Places) -> [ListenAddress] {
    var all = listen
    if isMPDCompatible {
      all.insert(.tcp(host: "127.0.0.1", port: 6600), at: 0)
      if let socket = places.mpdSocket { all.insert(.path(socket), at: 0) }
    }
    return all.enumerated().filter { index, address in
      !all[..<index].contains(address) && !all.contains { $0 != address && $0.covers(address) }
    }.map(\.element)
  }
}

/// What is wrong with a line, to follow the file's name and the line's number.
struct ConfigurationProblem: Error {
  let text: String
  /// Whether all lines of its section have it.
  let isOfSection: Bool

  init(_ text: String, isOfSection: Bool = false) {
    (self.text, self.isOfSection) = (text, isOfSection)
  }

  static func unknown(
    _ entry: ConfigurationFile.Entry, in keys: [String: [String]]
  ) -> ConfigurationProblem {
    guard let known = keys[entry.section] else {
      let sections = keys.keys.sorted().map { "[\($0)]" }.joined(separator: ", ")
      let found =
        entry.section.isEmpty
        ? "\(entry.key) stands in no section" : "there is no section [\(entry.section)]"
      return ConfigurationProblem(
        "\(found); sections are \(sections)", isOfSection: !entry.section.isEmpty)
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

/// The value of an entry that must be an absolute path.
func absolute(_ entry: ConfigurationFile.Entry) throws(ConfigurationProblem) -> String {
  if entry.value.hasPrefix("/") { return entry.value }
  throw ConfigurationProblem("\(entry.key) must be an absolute path, not \"\(entry.value)\"")
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

/// The value of an entry that must be `yes` or `no`.
func answer(_ entry: ConfigurationFile.Entry) throws(ConfigurationProblem) -> Bool {
  switch entry.value {
  case "yes": true
  case "no": false
  default: throw ConfigurationProblem("\(entry.key) is one of yes, no, not \"\(entry.value)\"")
  }
}

/// The value of an entry that must be a gain.
func decibels(_ entry: ConfigurationFile.Entry) throws(ConfigurationProblem) -> Double {
  guard let number = Double(entry.value), (-60...60).contains(number) else {
    throw ConfigurationProblem(
      "\(entry.key) is in decibels, from -60 to 60, not \"\(entry.value)\"")
  }
  return number
}
