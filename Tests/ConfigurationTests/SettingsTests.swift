import Configuration
import TestSupport
import Testing

@Suite struct SettingsTests {
  @Test func `without a file everything has its default`() throws {
    let folder = try TemporaryFolder()
    let settings = try Settings.load(folder.path("segue.conf"), required: false)
    #expect(settings == Settings())
    #expect(settings.outputs.map(\.name) == ["default"])
    #expect(settings.outputs.map(\.device) == ["default"])
  }

  @Test func `a file that was asked for must be there`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("segue.conf")
    #expect(throws: ConfigurationError.cannotRead(file: file, reason: "No such file or directory"))
    {
      try Settings.load(file, required: true)
    }
  }

  @Test func `every key is read`() throws {
    let settings = try Settings(
      file: "segue.conf",
      text: """
        # comment
        [library]
        root = /music
        root=/more music # 2
        locale = pl
        [mpd]
        listen = 127.0.0.1:6600
        listen = [::1]:6601
        listen = /run/user/1000/mpd/socket
        [player]
        resume = pause
        replay-gain = auto
        replay-gain-preamp = -1.5
        replay-gain-fallback = -6
        crossfade = 7
        speed = 1.25
        fade-on-pause = 300
        fade-on-stop = 1000
        fade-on-skip = 150
        duplicates = move
        [playlists]
        folder = /my lists #1
        [mpris]
        enabled = no
        [audio]
        mixer = software
        close-after-pause = 5
        [output Living room]
        device = hw:1,0
        [output nowhere]
        type = null
        mixer = none
        """)
    #expect(settings.libraryRoots == ["/music", "/more music # 2"])
    #expect(settings.locale == "pl")
    #expect(
      settings.listen == [
        .tcp(host: "127.0.0.1", port: 6600), .tcp(host: "::1", port: 6601),
        .path("/run/user/1000/mpd/socket"),
      ])
    #expect(settings.resume == .pause)
    #expect(settings.duplicates == .move)
    #expect(settings.playlistFolder == "/my lists #1")
    #expect(!settings.isOnSessionBus && Settings().isOnSessionBus)
    #expect(settings.closeAfterPause == 5)
    #expect(
      [settings.fadeOnPause, settings.fadeOnStop, settings.fadeOnSkip] == [300, 1000, 150])
    #expect(settings.crossfade == 7 && settings.speed == 1250)
    #expect(settings.replayGain == .automatic)
    #expect(settings.replayGainPreamp == -1.5)
    #expect(settings.replayGainFallback == -6)
    #expect(
      settings.outputs == [
        OutputSettings(name: "Living room", device: "hw:1,0", mixer: .software),
        OutputSettings(name: "nowhere", kind: .null, mixer: .none),
      ])
  }

  @Test func `the device of the audio section is that of the one output`() throws {
    let settings = try Settings(file: "c", text: "[audio]\ndevice = plughw:0\n")
    #expect(settings.outputs == [OutputSettings(device: "plughw:0")])
  }

  @Test(arguments: [
    ("root = /music", 1, "root stands in no section"),
    ("[libary]\nroot = /music", 2, "there is no section [libary]"),
    (
      "[library]\nroots = /music", 2,
      "[library] has no key \"roots\"; its keys are root, locale, articles"
    ),
    ("[library]\n\nroot = music", 3, "root must be an absolute path, not \"music\""),
    ("[library", 1, "\"[library\" lacks its closing bracket"),
    ("[library]\nwhat", 2, "\"what\" is neither [section] nor key = value"),
    ("[output]\ntype = alsa", 2, "an output needs a name"),
    ("[output x]\ntype = jack", 2, "type is one of alsa, null, not \"jack\""),
    ("[audio]\ntype = null", 2, "[audio] has no key \"type\""),
    ("[audio]\ndevice =", 2, "device needs an ALSA name"),
    ("[mpd]\nlisten = 0.0.0.0:6600", 2, "at 0.0.0.0:6600 everybody on the network could listen"),
    ("[mpd]\nlisten = localhost", 2, "listen is ADDRESS:PORT"),
    ("[player]\nspeed = 3", 2, "speed is a number from 0.5 to 2"),
    ("[player]\nreplay-gain-preamp = loud", 2, "replay-gain-preamp is in decibels, from -60 to 60"),
    ("[audio]\nclose-after-pause = -1", 2, "close-after-pause is a number from 0 to 86400"),
    ("[library]\nlocale = pl\n\nlocale = de", 4, "locale was set in line 2 already"),
    ("[audio]\ndevice = hw:0 # the good one", 2, "a comment needs a line of its own"),
    ("[playlists]\nfolder = lists", 2, "folder must be an absolute path, not \"lists\""),
    ("[mpris]\nenabled = maybe", 2, "enabled is one of yes, no, not \"maybe\""),
    ("[player]\nduplicates = maybe", 2, "duplicates is one of allow, skip, move, not \"maybe\""),
    ("[player]\nresume = maybe", 2, "resume is one of auto, play, pause, not \"maybe\""),
    ("[picker]\ncolour = mark", 2, "colour is PART COLOUR, such as mark 208"),
    ("[picker]\ncolour = all 3", 2, "what is coloured is one of title, secondary, faint, mark"),
    ("[picker]\ncolour = mark pink", 2, "a colour is a number up to 255, #rrggbb, or one of black"),
    ("[picker]\nbind = Ctrl q", 2, "a key is a character, Ctrl-D or Alt-x, or one of space"),
    ("[picker]\nbind = q leave", 2, "a command is one of nothing, up, down, page-up"),
    ("[picker]\nbar = title clock", 2, "bar is some of back, title, path, total, not \"clock\""),
  ])
  func `a mistake is named with its line and what is allowed`(
    text: String, number: Int, problem: String
  ) throws {
    let error = #expect(throws: ConfigurationError.self) {
      try Settings(file: "segue.conf", text: text)
    }
    let message = try #require(error?.description)
    #expect(message.hasPrefix("segue.conf, line \(number): \(problem)"), "\(message)")
  }

  @Test func `colours, keys and parts of the bar are known by their names`() throws {
    let picker = try Settings(
      file: "segue.conf",
      text: """
        [picker]
        colour = bar-background #303030
        colour = mark 208
        bind = Ctrl-D page-down
        bind = q nothing
        bar = total title
        """
    ).picker
    #expect(picker.colours.map(\.part) == [.barBackground, .mark])
    #expect(picker.colours.map(\.colour) == [.exact(0x303030), .palette(208)])
    #expect(picker.keys.map(\.key) == [.control("d"), .character("q")])
    #expect(picker.keys.map(\.command) == [.pageDown, nil])
    #expect(picker.bar == [.total, .title])
    #expect(PickerCommand.allCases.allSatisfy { PickerCommand(name: $0.name) == $0 })
  }

  @Test(
    arguments: [
      ("0", .palette(0)), ("255", .palette(255)), ("green", .palette(2)), ("White", .palette(7)),
      ("#ff8700", .exact(0xFF8700)), ("256", nil), ("-1", nil), ("#ff87", nil), ("#gg0000", nil),
      ("#-10000", nil), ("pink", nil), ("", nil),
    ] as [(String, PickerColour?)])
  func `a colour is a number, a name or exact`(text: String, colour: PickerColour?) {
    #expect(PickerColour(text) == colour)
  }

  @Test func `every mistake is named, what is wrong with a section once`() throws {
    let error = #expect(throws: ConfigurationError.self) {
      try Settings(
        file: "segue.conf",
        text: """
          [library]
          roots = /music
          roots = /more
          locale = pl
          what
          [libary]
          root = /music
          locale = pl
          [mpd
          listen = nowhere
          [mpd]
          listen = 0.0.0.0:6600
          password = secret@sing
          max-connections = many
          """)
    }
    let sentences = try #require(error?.sentences)
    let places = sentences.map { String($0.prefix { $0 != ":" }) }
    #expect(places == [2, 3, 5, 7, 9, 13, 14].map { "segue.conf, line \($0)" })
    #expect(error?.description == sentences.joined(separator: "\n"))
  }
}
