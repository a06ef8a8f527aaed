/// A key of the configuration: where it stands, what it is now, and when a change of it is heeded.
public struct SettingKey: Sendable {
  public let section: String
  public let name: String
  /// Whether a running daemon can take a change over.
  let isLive: Bool
  /// The values in effect; none where nothing is set.
  let values: @Sendable (Settings) -> [String]

  init(
    _ section: String, _ name: String, isLive: Bool = true,
    _ values: @escaping @Sendable (Settings) -> [String]
  ) {
    self.section = section
    self.name = name
    self.isLive = isLive
    self.values = values
  }

  /// All keys save those of outputs, in the order in which they are shown.
  static let all =
    [
      SettingKey("library", "root") { $0.libraryRoots },
      SettingKey("library", "locale") { $0.locale.map { [$0] } ?? [] },
      SettingKey("library", "articles") { $0.articles.map { [$0.joined(separator: ", ")] } ?? [] },
      SettingKey("library", "id3v1-charset", isLive: false) {
        $0.legacyCharset.map { [$0] } ?? []
      },
      SettingKey("mpd", "listen") { $0.listen.map(\.description) },
      SettingKey("mpd", "mpd-compatible") { [$0.isMPDCompatible ? "yes" : "no"] },
      SettingKey("mpd", "password") { $0.passwords.map(\.masked) },
      SettingKey("mpd", "default-permissions") {
        [$0.remotePermissions.list.joined(separator: ",")]
      },
      SettingKey("mpd", "local-permissions") {
        [$0.localPermissions.list.joined(separator: ",")]
      },
      SettingKey("player", "resume") { [$0.resume.rawValue] },
      SettingKey("player", "replay-gain") { [$0.replayGain.rawValue] },
      SettingKey("player", "replay-gain-preamp") { [text($0.replayGainPreamp)] },
      SettingKey("player", "replay-gain-fallback") { [text($0.replayGainFallback)] },
      SettingKey("player", "speed") { [text(Double($0.speed) / 1000)] },
      SettingKey("player", "crossfade") { ["\($0.crossfade)"] },
      SettingKey("player", "fade-on-pause") { ["\($0.fadeOnPause)"] },
      SettingKey("player", "fade-on-stop") { ["\($0.fadeOnStop)"] },
      SettingKey("player", "fade-on-skip") { ["\($0.fadeOnSkip)"] },
      SettingKey("player", "previous-restarts-after") {
        ["\($0.previousRestartsAfter)"]
      },
      SettingKey("player", "duplicates") { [$0.duplicates.rawValue] },
      SettingKey("picker", "theme") { [$0.picker.theme.rawValue] },
      SettingKey("picker", "colour") { $0.picker.colours.map(\.text) },
      SettingKey("picker", "bar") { [$0.picker.bar.map(\.rawValue).joined(separator: " ")] },
      SettingKey("picker", "covers") { [$0.picker.covers.rawValue] },
      SettingKey("picker", "mouse") { [$0.picker.usesMouse ? "yes" : "no"] },
      SettingKey("picker", "type-ahead") { [$0.picker.typesAhead ? "yes" : "no"] },
      SettingKey("picker", "bind") { $0.picker.keys.map(\.text) },
      SettingKey("picker", "on-enter") { $0.picker.onEnter },
      SettingKey("picker", "on-leave") { $0.picker.onLeave },
      SettingKey("picker", "on-done") { $0.picker.onDone },
      SettingKey("playlists", "folder") { $0.playlistFolder.map { [$0] } ?? [] },
      SettingKey("mpris", "enabled") { [$0.isOnSessionBus ? "yes" : "no"] },
      SettingKey("audio", "close-after-pause") { ["\($0.closeAfterPause)"] },
    ]
    + limits.map { limit in SettingKey("mpd", limit.name) { ["\($0.limits[keyPath: limit.path])"] }
    }

  /// A number among the limits of clients.
  struct Limit: Sendable {
    let name: String
    let path: WritableKeyPath<ClientLimits, Int> & Sendable
    let range: ClosedRange<Int>
  }

  /// Those that MPD has too are called as there.
  static let limits = [
    Limit(name: "max-connections", path: \.connections, range: 1...100_000),
    Limit(name: "max-line-size", path: \.line, range: 4...65_536),
    Limit(name: "max-command-list-size", path: \.list, range: 1...1_048_576),
    Limit(name: "max-arguments", path: \.arguments, range: 8...100_000),
    Limit(name: "max-output-buffer-size", path: \.output, range: 16...1_048_576),
    Limit(name: "connection-timeout", path: \.timeout, range: 1...86_400),
    Limit(name: "max-playlist-length", path: \.queue, range: 1...10_000_000),
  ]

  /// The names of the keys of each section.
  static let names = all.reduce(
    into: ["audio": OutputReader.audioKeys, "output": OutputReader.outputKeys]
  ) { names, key in
    if !names[key.section, default: []].contains(key.name) {
      names[key.section, default: []].append(key.name)
    }
  }

  /// A number without a fraction where it has none.
  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

extension Settings {
  /// What is different in newer settings, as `[section] key`, and cannot be taken over while the daemon runs.
  public func changesThatNeedARestart(to new: Settings) -> [String] {
    let keys = SettingKey.all.filter { !$0.isLive && $0.values(self) != $0.values(new) }
    return keys.map { "[\($0.section)] \($0.name)" } + (outputs == new.outputs ? [] : ["outputs"])
  }
}
