/// Gathers outputs from `[audio]` and `[output NAME]`: when there is any of the latter, the device of
/// the former is not used.
struct OutputReader {
  static let audioKeys = ["device", "mixer", "close-after-pause"]
  static let outputKeys = ["type", "device", "mixer"]

  private var standard = OutputSettings()
  private var named: [OutputSettings] = []

  var outputs: [OutputSettings] { named.isEmpty ? [standard] : named }

  mutating func apply(_ entry: ConfigurationFile.Entry) throws(ConfigurationProblem) {
    guard entry.section == "output" else {
      return try Self.set(entry, in: &standard, keys: Self.audioKeys)
    }
    guard !entry.name.isEmpty else {
      throw ConfigurationProblem("an output needs a name: [output NAME]", isOfSection: true)
    }
    let index = named.firstIndex { $0.name == entry.name } ?? named.endIndex
    if index == named.endIndex {
      named.append(OutputSettings(name: entry.name, mixer: standard.mixer))
    }
    try Self.set(entry, in: &named[index], keys: Self.outputKeys)
  }

  private static func set(
    _ entry: ConfigurationFile.Entry, in output: inout OutputSettings, keys: [String]
  ) throws(ConfigurationProblem) {
    switch entry.key {
    case "device" where entry.value.isEmpty:
      throw ConfigurationProblem("device needs an ALSA name, such as default or hw:0,0")
    case "device": output.device = entry.value
    case "mixer": output.mixer = try choice(entry)
    case "type" where keys.contains("type"): output.kind = try choice(entry)
    default: throw .unknown(entry, in: [entry.section: keys])
    }
  }
}
