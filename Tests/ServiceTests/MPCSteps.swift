import Testing

/// One call of mpc: how its output begins, and what the daemon says to somebody else afterwards.
struct MPCStep: Sendable {
  let arguments: [String]
  let prints: String
  /// A request, and a line of the answer that it gets.
  let then: (request: String, answer: String)?

  /// - Parameters:
  ///   - prints: Empty where only the other's answer counts.
  ///   - then: A request and, after ` → `, a line of its answer.
  init(_ arguments: String..., prints: String = "", then: String? = nil) {
    self.arguments = arguments
    self.prints = prints
    self.then = then.map { text in
      let arrow = text.firstRange(of: " → ")
      return (
        String(text[..<(arrow?.lowerBound ?? text.endIndex)]),
        String(text[(arrow?.upperBound ?? text.endIndex)...])
      )
    }
  }
}

/// What mpc is called for, in an order in which it makes sense.
struct MPCScript: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let steps: [MPCStep]

  static let all = [playing, queue, modes, searching, playlists, settings]

  private static let book =
    "Ines Calloway/A Winter in the Lighthouse/01 A Winter in the Lighthouse, Unabridged.flac"
  private static let ebb = "Abel Marr/Low Water/01 Ebb Line.flac"
  private static let furrow = "Orrin Vale/The Long Field/1-01 Furrow.mp3"
  private static let bookLine = "Ines Calloway - A Winter in the Lighthouse, Unabridged\n"

  /// With a track of an hour, so that nothing changes by itself.
  private static let playing = MPCScript(
    testDescription: "playing",
    steps: [
      MPCStep("add", book, book, "Abel Marr", then: "status → playlistlength: 6"),
      MPCStep("play", prints: bookLine + "[playing] #1/6", then: "status → state: play"),
      MPCStep("pause-if-playing", then: "status → state: pause"),
      MPCStep("toggle", prints: bookLine + "[playing]", then: "status → state: play"),
      MPCStep("pause", prints: bookLine + "[paused] ", then: "status → state: pause"),
      MPCStep("seek", "1:00", then: "status → time: 60:3723"),
      MPCStep("seek", "+5", then: "status → time: 65:3723"),
      MPCStep("seek", "10%", then: "status → time: 372:3723"),
      MPCStep("seekthrough", "+100", then: "status → time: 472:3723"),
      MPCStep("cdprev", then: "status → song: 0"),
      MPCStep("next", prints: bookLine + "[playing] #2/6", then: "status → song: 1"),
      MPCStep("prev", prints: bookLine + "[playing] #1/6", then: "status → song: 0"),
      MPCStep("play", "2", then: "status → song: 1"),
      MPCStep("current", prints: bookLine),
      MPCStep("-f", "%file%", "current", prints: book + "\n"),
      MPCStep("queued", prints: "Abel Marr - Ebb Line\n"),
      MPCStep("status", prints: bookLine + "[playing] #2/6"),
      MPCStep(prints: bookLine + "[playing] #2/6"),
      MPCStep("searchplay", "title", "ebb", prints: "Abel Marr - Ebb Line\n[playing] #3/6"),
      MPCStep("stop", prints: "volume:", then: "status → state: stop"),
      MPCStep("clearerror"),
    ])

  private static let queue = MPCScript(
    testDescription: "queue",
    steps: [
      MPCStep("add", "Abel Marr", "Kit Harrow", then: "status → playlistlength: 9"),
      MPCStep("playlist", prints: "Abel Marr - Ebb Line\n"),
      MPCStep("-f", "%file%", "playlist", prints: ebb + "\n"),
      MPCStep("play", "1"), MPCStep("stop"),
      MPCStep("insert", furrow, then: "playlistinfo 1 → file: \(furrow)"),
      MPCStep("prio", "5", "2", then: "playlistinfo 1 → Prio: 5"),
      MPCStep("move", "2", "4", then: "playlistinfo 3 → file: \(furrow)"),
      MPCStep("mv", "4", "1", then: "playlistinfo 0 → file: \(furrow)"),
      MPCStep("del", "1", then: "playlistinfo 0 → file: \(ebb)"),
      MPCStep("shuffle", then: "status → playlistlength: 9"),
      MPCStep("add", book, then: "status → playlistlength: 10"), MPCStep("play", "10"),
      MPCStep("crop", then: "status → playlistlength: 1"),
      MPCStep("current", prints: bookLine),
      MPCStep("clear", prints: "volume:", then: "status → playlistlength: 0"),
    ])

  private static let modes = MPCScript(
    testDescription: "modes",
    steps: [
      MPCStep("repeat", "on", prints: "volume:100%   repeat: on", then: "status → repeat: 1"),
      MPCStep("repeat", "off", then: "status → repeat: 0"),
      MPCStep("random", "on", then: "status → random: 1"),
      MPCStep("random", then: "status → random: 0"),
      MPCStep("single", "once", then: "status → single: oneshot"),
      MPCStep("single", "on", then: "status → single: 1"),
      MPCStep("single", "off", then: "status → single: 0"),
      MPCStep("consume", "on", then: "status → consume: 1"),
      MPCStep("consume", "off", then: "status → consume: 0"),
      MPCStep("crossfade", "3", then: "status → xfade: 3"),
      MPCStep("crossfade", prints: "crossfade: 3\n"), MPCStep("crossfade", "0"),
      MPCStep("mixrampdb", "-17", then: "status → mixrampdb: -17"),
      MPCStep("mixrampdb", prints: "mixrampdb: -17"),
      MPCStep("mixrampdelay", "2", then: "status → mixrampdelay: 2"),
      MPCStep("mixrampdelay", prints: "mixrampdelay: 2"),
      MPCStep(
        "replaygain", "album", then: "replay_gain_status → replay_gain_mode: album"),
      MPCStep("replaygain", prints: "replay_gain_mode: album\n"),
      MPCStep("replaygain", "off", then: "replay_gain_status → replay_gain_mode: off"),
      MPCStep("volume", "40", then: "getvol → volume: 40"),
      MPCStep("volume", "-10", then: "getvol → volume: 30"),
      MPCStep("volume", prints: "volume: 30%"),
    ])

  private static let searching = MPCScript(
    testDescription: "searching",
    steps: [
      MPCStep("ls", prints: "Abel Marr\nField Recordings\n"),
      MPCStep("ls", "Abel Marr/Low Water", prints: ebb + "\n"),
      MPCStep("listall", "Abel Marr", prints: ebb + "\n"),
      MPCStep("search", "any", "ebb", prints: ebb + "\n"),
      MPCStep("search", "base", "Abel Marr", "title", "line", prints: ebb + "\n"),
      MPCStep("find", "(title == \"Ebb Line\")", prints: ebb + "\n"),
      MPCStep("list", "album", "artist", "Abel Marr", prints: "Low Water\n"),
      MPCStep("list", "album", "group", "artist", prints: "\n    \nAbel Marr\n    Low Water\n"),
      MPCStep("findadd", "title", "Furrow", then: "playlistinfo 0 → file: \(furrow)"),
      MPCStep("searchadd", "album", "low water", then: "playlistinfo 1 → file: \(ebb)"),
      MPCStep("stats", prints: "Artists:     15\n"),
      MPCStep("update", "--wait", then: "stats → songs: 34"),
      MPCStep("rescan", "--wait", then: "stats → songs: 34"),
      MPCStep("tab", "Abel Marr/Low Water/01", prints: ebb + "\n"),
      MPCStep("lstab", "Abel Marr/", prints: "Abel Marr/Low Water\n"),
      MPCStep("sticker", ebb, "set", "mood", "calm", then: stickerOfEbb),
      MPCStep("sticker", ebb, "get", "mood", prints: "mood=calm\n"),
      MPCStep("sticker", ebb, "list", prints: "mood=calm\n"),
      MPCStep("sticker", "", "find", "mood", prints: "\(ebb): mood=calm\n"),
      MPCStep("sticker", ebb, "delete", "mood", then: "stickernames → OK"),
      MPCStep("channels"),
    ])

  private static let stickerOfEbb = "sticker list song \"\(ebb)\" → sticker: mood=calm"

  private static let playlists = MPCScript(
    testDescription: "playlists",
    steps: [
      MPCStep("add", ebb, furrow), MPCStep("save", "kept", then: "listplaylists → playlist: kept"),
      MPCStep("lsplaylists", prints: "kept\n"),
      MPCStep("loadtab", "ke", prints: "kept\n"),
      MPCStep("playlist", "kept", prints: "Abel Marr - Ebb Line\nOrrin Vale - Furrow\n"),
      MPCStep("clear"),
      MPCStep("load", "kept", prints: "loading: kept\n", then: "status → playlistlength: 2"),
      MPCStep("clear"),
      MPCStep("--range=1:", "load", "kept", then: "playlistinfo → file: \(furrow)"),
      MPCStep("rm", "kept", then: "listplaylists → OK"),
    ])

  private static let settings = MPCScript(
    testDescription: "settings",
    steps: [
      MPCStep("version", prints: "mpd version: 0.24.0\n"),
      MPCStep("outputs", prints: "Output 1 (null) is enabled\n"),
      MPCStep("disable", "1", then: "outputs → outputenabled: 0"),
      MPCStep("enable", "null", then: "outputs → outputenabled: 1"),
      MPCStep("toggleoutput", "1", then: "outputs → outputenabled: 0"),
      MPCStep("enable", "only", "1", then: "outputs → outputenabled: 1"),
    ])
}
