/// What is in effect, key by key, and where it comes from.
public struct ConfigurationReport: Sendable {
  public struct Line: Sendable, Hashable {
    /// What stands in the brackets, such as `output Living room`.
    public let section: String
    public let key: String
    public let value: String
    /// The line of the file, counted from 1; `nil` for a default.
    public let line: Int?
  }

  public let file: String
  /// Whether there is a file.
  public let isThere: Bool
  public let settings: Settings
  public let lines: [Line]

  /// - Parameters:
  ///   - file: The path.
  ///   - required: Whether the file must be there.
  public init(_ file: String, required: Bool) throws(ConfigurationError) {
    if let parsed = try ConfigurationFile.read(file, required: required) {
      try self.init(parsed.file, isPrivate: parsed.isPrivate)
    } else {
      try self.init(ConfigurationFile(file: file, text: ""), isThere: false)
    }
  }

  init(
    _ parsed: ConfigurationFile, isThere: Bool = true, isPrivate: Bool = true
  ) throws(ConfigurationError) {
    file = parsed.file
    self.isThere = isThere
    let settings = try Settings(parsed, isPrivate: isPrivate)
    self.settings = settings
    var lines = Self.keys(of: "library", settings, parsed) + Self.outputs(settings, parsed)
    for section in ["audio", "mpd", "player", "picker", "playlists", "mpris"] {
      lines += Self.keys(of: section, settings, parsed)
    }
    self.lines = lines
  }

  private static func keys(
    of section: String, _ settings: Settings, _ parsed: ConfigurationFile
  ) -> [Line] {
    SettingKey.all.filter { $0.section == section }.flatMap { $0.lines(settings, parsed) }
  }

  /// Of the one output, or of those that have names.
  private static func outputs(_ settings: Settings, _ parsed: ConfigurationFile) -> [Line] {
    let names = Set(parsed.entries.filter { $0.section == "output" }.map(\.name))
    return settings.outputs.flatMap { output in
      let isNamed = names.contains(output.name)
      let section = isNamed ? "output \(output.name)" : "audio"
      let values = [
        ("type", output.kind.rawValue), ("device", output.device), ("mixer", output.mixer.rawValue),
      ]
      return values.dropFirst(isNamed ? 0 : 1).map { key, value in
        let own = parsed.line(isNamed ? "output" : "audio", isNamed ? output.name : "", key)
        let shared = key == "mixer" ? parsed.line("audio", "", key) : nil
        return Line(section: section, key: key, value: value, line: own ?? shared)
      }
    }
  }
}

extension SettingKey {
  fileprivate func lines(
    _ settings: Settings, _ parsed: ConfigurationFile
  ) -> [ConfigurationReport.Line] {
    let places = parsed.entries.filter { ($0.section, $0.key) == (section, name) }.map(\.line)
    let values = values(settings)
    return (values.isEmpty ? [""] : values).enumerated().map { index, value in
      .init(
        section: section, key: name, value: value,
        line: places.indices.contains(index) ? places[index] : nil)
    }
  }
}

extension ConfigurationFile {
  fileprivate func line(_ section: String, _ name: String, _ key: String) -> Int? {
    entries.first { ($0.section, $0.name, $0.key) == (section, name, key) }?.line
  }
}
