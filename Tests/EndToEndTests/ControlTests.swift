import TestSupport
import Testing

/// The daemon under our own commands and under mpc, on the paced null output.
@Suite struct ControlTests {
  @Test func `the first command starts the daemon, and it keeps running after`() async throws {
    let home = try await Self.scannedHome()
    let play = try await home.segue("play", Project.music + "/Ines Calloway")
    #expect(play.status == 0, "\(play.errors)")
    #expect(play.lines.first == "A Winter in the Lighthouse, Unabridged · Ines Calloway  1:02:03")
    #expect(try await home.segue("seek", "50%").status == 0)
    // Half of 1:02:03, and what was heard since.
    #expect(try await home.segue("pause").lines.last?.hasPrefix("paused 31:") == true)
    #expect(try await home.segue("seek", "1:02:00").lines.last?.hasPrefix("paused 1:02:0") == true)
    #expect(try await home.segue("stop").lines.last == "stopped · 1 of 1")
    #expect(try await home.segue("quit").status == 0)
    #expect(try await home.segue("quit").errors.contains("No daemon is running."))
  }

  @Test func `the queue is what was added, and mpc agrees on every line`() async throws {
    let home = try await Self.scannedHome()
    #expect(
      try await home.segue("add", "Abel Marr", "Orrin Vale/The Long Field/1-02 Seed and Stone.mp3")
        .output == "5 tracks added\n")
    for template in [
      "%artist% - %title%", "[%disc%/]%track%|%file%", "[%composer%: ]%title% (%date%)",
    ] {
      let mpc = try await Self.mpc(home, "--format", template, "playlist")
      #expect(try await home.segue("queue", "--format", template).output == mpc.output)
      #expect(mpc.lines.count == 5)
    }
    _ = try await home.segue("quit")
  }

  @Test func `what names nothing is searched for, and what was taken is told`() async throws {
    let home = try await Self.scannedHome()
    let play = try await home.segue("play", "low", "WATER")
    #expect(play.lines.first == "Playing 4 tracks found for \"low WATER\".", "\(play.errors)")
    let added = try await home.segue("add", "tishin", "Abel Marr", "письма")
    #expect(
      added.lines == ["7 tracks added; 3 tracks found for \"tishin письма\""], "\(added.errors)")
    let queue = try await home.segue("queue", "--format", "%artist%").lines
    #expect(
      queue == Array(repeating: "Abel Marr", count: 8) + Array(repeating: "Егор Тишин", count: 3))
    let next = try await home.segue("add", "--next", "artist:kit length:<1:00")
    #expect(next.lines == ["5 tracks added, found for \"artist:kit length:<1:00\""])
    let kept = try await home.segue("playlist", "add", "Evening", "low water")
    #expect(kept.lines == ["4 tracks found for \"low water\""], "\(kept.errors)")
    #expect(try await home.segue("playlist", "show", "Evening").lines.count == 4)
    for (words, status, message) in [
      (
        ["xyzzy", "low"], 1,
        "\"xyzzy low\" is not in the library, and a search for it finds nothing"
      ),
      (["low water", "./low water"], 1, "\"./low water\" is not in the library; segue list shows"),
      (["artist:"], 2, "At character 8 of the query: something must follow artist:"),
    ] {
      let run = try await ProgramRun.of(
        [Project.programs + "/segue", "add", "Abel Marr"] + words, environment: home.environment)
      #expect(run.status == status && run.errors.hasPrefix("segue: \(message)"), "\(run.errors)")
      #expect(try await home.segue("queue").lines.count == 16, "nothing of it stays")
    }
    _ = try await home.segue("quit")
  }

  @Test func `modes are set and shown, and the queue is changed by places from 1`() async throws {
    let home = try await Self.scannedHome()
    for (words, shown) in [
      (["random", "albums"], "random albums"), (["random", "off"], "random off"),
      (["repeat", "on"], "repeat on"), (["single", "oneshot"], "single oneshot"),
      (["consume", "once"], "consume oneshot"), (["consume"], "consume oneshot"),
      (["sleep", "off"], "no end is set"), (["crossfade", "5"], "crossfade 5 s"),
      (["speed", "1.25"], "speed 1.25"), (["speed", "normal"], "speed 1"), (["speed"], "speed 1"),
      (["crossfade"], "crossfade 5 s"), (["crossfade", "off"], "crossfade off"),
    ] {
      let run =
        try await words.count == 1 ? home.segue(words[0]) : home.segue(words[0], words[1])
      #expect(run.output == "\(shown)\n")
    }
    #expect(try await home.segue("sleep", "1h30m").output.hasPrefix("pauses in 1:"))
    #expect(try await home.segue("single", "perhaps").status == 2)
    #expect(try await home.segue("stop", "--after", "album").status == 0)
    let status = try await home.segue("status")
    #expect(status.lines.last?.hasPrefix("stops after this album · pauses in 1:") == true)
    #expect(try await home.segue("add", "Abel Marr").output == "4 tracks added\n")
    #expect(try await home.segue("move", "1", "4").status == 0)
    #expect(try await home.segue("remove", "1", "3-4").output == "3 tracks removed\n")
    #expect(try await home.segue("add", "--next", "Abel Marr").status == 0)
    #expect(try await home.segue("crop", "2-").output == "4 tracks left\n")
    #expect(try await home.segue("remove", "9").status == 1)
    #expect(try await home.segue("shuffle").status == 0)
    _ = try await home.segue("quit")
  }

  @Test func `status --audio shows the way from the file to the device`() async throws {
    let home = try await Self.scannedHome()
    #expect(try await home.segue("status", "--audio").output == "Nothing is heard.\n")
    #expect(try await home.segue("status", "--audio", "--json").output == "{}\n")
    #expect(try await home.segue("play", "Ines Calloway").status == 0)
    var lines: [String] = []
    let deadline = ContinuousClock.now + Effort.within(.seconds(10))
    while lines.count < 5, ContinuousClock.now < deadline {
      lines = try await home.segue("status", "--audio").lines
    }
    #expect(lines.first?.hasPrefix("file       ") == true)
    #expect(lines.contains("gain       no ReplayGain, volume 100 %"))
    #expect(lines.contains("           period 125 ms, buffer 500 ms"))
    #expect(lines.suffix(2) == ["not bit-perfect:", "  The null output plays into nothing."])
    let json = try await home.segue("status", "--audio", "--json").output
    #expect(json.contains("\"device\":\"null\"") && !json.contains("bitPerfect"), "\(json)")
    _ = try await home.segue("quit")
  }

  @Test func `mpc plays, skips, pauses and stops`() async throws {
    let home = try await Self.scannedHome()
    // Long enough for whatever takes its time.
    for name in ["01 Ebb Line.flac", "02 Slack Water.flac"] {
      let file = try home.folder.write("music/Long/\(name)", "")
      let source = "\(Project.music)/Abel Marr/Low Water/\(name)"
      let run = try await ProgramRun.of([
        "ffmpeg", "-v", "error", "-y", "-i", source, "-map", "0:a", "-af", "apad=whole_dur=600",
        file,
      ])
      #expect(run.status == 0, "\(run.errors)")
    }
    _ = try await home.segue("scan", home.folder.path("music"))
    _ = try await home.segue("status")
    #expect(try await Self.mpc(home, "add", "music/Long").status == 0)
    #expect(try await Self.mpc(home, "play").output.contains("[playing] #1/2"))
    #expect(try await Self.mpc(home, "next").output.contains("Abel Marr - Slack Water"))
    #expect(try await Self.mpc(home, "pause").output.contains("[paused]  #2/2"))
    #expect(try await Self.mpc(home, "seek", "0:02").output.contains("0:02/10:00"))
    #expect(try await Self.mpc(home, "seek", "+1").output.contains("0:03/10:00"))
    #expect(try await Self.mpc(home, "prev").output.contains("Ebb Line"))
    #expect(try await Self.mpc(home, "volume", "40").output.contains("volume: 40%"))
    #expect(try await home.segue("volume").output == "40 %\n")
    #expect(try await Self.mpc(home, "random", "on").output.contains("random: on"))
    #expect(try await Self.mpc(home, "del", "1").status == 0)
    #expect(try await Self.mpc(home, "ls", "Music").lines.contains("Music/Łucja Świerk"))
    #expect(try await Self.mpc(home, "ls", "Music/Abel Marr/Low Water").lines.count == 4)
    #expect(try await Self.mpc(home, "stop").status == 0)
    #expect(try await home.segue("status").lines.contains { $0.hasPrefix("stopped") })
    _ = try await home.segue("quit")
  }

  @Test func `play --wait names each track as it starts and the total at the end`() async throws {
    let home = try await Self.scannedHome()
    let run = try await home.segue(
      "play", "--wait", "Łucja Świerk", "Field Recordings/boathouse-0412.mp3")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.lines == [
        "Żółte światło · Łucja Świerk  00:03", "Gęsia ścieżka · Łucja Świerk  00:02",
        "Śnieg nad młynem · Łucja Świerk  00:02", "boathouse-0412.mp3 · Unknown Artist  00:02",
        "4 tracks · 00:09",
      ])
    _ = try await home.segue("quit")
  }

  static func scannedHome() async throws -> PrivateHome {
    let home = try PrivateHome()
    let scan = try await home.segue("scan", Project.music)
    try #require(scan.status == 0, "\(scan.errors)")
    return home
  }

  private static func mpc(_ home: PrivateHome, _ arguments: String...) async throws -> ProgramRun {
    try await ProgramRun.of(
      ["mpc", "--host", home.socket] + arguments, environment: home.environment)
  }
}
