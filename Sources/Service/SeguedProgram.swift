import Configuration
@preconcurrency import Dispatch
import Glibc
import Library
import Media
import Posix
import Worker

/// The program `segued`.
@MainActor
public enum SeguedProgram {
  static let version = "0.1.0"

  static let help = """
    segued: plays music, and keeps its queue. It is started by segue, by systemd, or by hand.

    usage: segued [--config FILE] [--check] [--version] [--help]

      --config FILE  read FILE in the place of $XDG_CONFIG_HOME/segue/segue.conf
      --check        say whether the configuration is right, and end
      --version      print the version, and end
      --help         print this, and end

    It stays in the foreground and says what happens on standard error. SIGHUP has it read the configuration
    again. Clients of the MPD protocol
    find it at $XDG_RUNTIME_DIR/segue/socket.
    """

  private static var daemon: Daemon?
  private static var signals: DispatchSourceRead?
  private static let endInTime = EndInTime()

  /// Runs until the daemon ends.
  public static func run(_ arguments: [String]) -> Never {
    let options: SeguedOptions
    do throws(SeguedOptions.Mistake) {
      options = try SeguedOptions(arguments)
    } catch {
      fail(error.description, status: 2)
    }
    switch options.action {
    case .help: say(help)
    case .version: say("segued \(version)")
    case .check: check(options)
    case .serve: serve(options)
    }
  }

  private static func serve(_ options: SeguedOptions) -> Never {
    umask(0o077)
    Program.ignoreBrokenPipes()
    Program.raiseDescriptorLimit()
    if geteuid() == 0 {
      Log.warning("Running as root; better run it as the user who listens.")
    }
    let (settings, places) = configuration(options)
    do {
      let daemon = try Daemon(
        settings: settings, places: places, workers: try WorkerPrograms.ofThisProgram())
      daemon.onEnding = { endInTime.begin(status: $0) }
      daemon.onEnd = {
        endInTime.end()
        exit($0)
      }
      self.daemon = daemon
      try watchSignals(options)
      daemon.start()
      Log.info("Ready at \(places.socket).")
      ServiceManager.ready("Answering at \(places.socket)")
      daemon.serve()
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func check(_ options: SeguedOptions) -> Never {
    let (settings, places) = configuration(options)
    do throws(LibraryError) {
      if let charset = settings.legacyCharset { try Scan.check(charset: charset) }
    } catch {
      fail(error.description, status: 2)
    }
    for root in settings.libraryRoots
    where PathLook.at(FilePath(root))?.isFolder != true {
      Log.warning("There is no folder \(root) now; what is known of it waits for it.")
    }
    if let folder = settings.playlistFolder, PathLook.at(FilePath(folder))?.isFolder != true {
      Log.warning("There is no folder \(folder) now; playlists are not files until there is.")
    }
    say("\(options.file ?? places.configurationFile): right.")
  }

  private static func configuration(_ options: SeguedOptions) -> (Settings, Places) {
    do throws(ConfigurationError) {
      let places = try Places()
      let file = options.file ?? places.configurationFile
      return (try Settings.load(file, required: options.file != nil), places)
    } catch {
      for sentence in error.sentences { Log.error(sentence) }
      exit(2)
    }
  }

  /// Has SIGTERM and SIGINT end the daemon in order, and SIGHUP the configuration read again.
  private static func watchSignals(_ options: SeguedOptions) throws(PosixError) {
    let descriptor = try Program.catchSignals([SIGTERM, SIGINT, SIGHUP])
    // Not the main queue, which may be what does not answer.
    let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "segue.signals"))
    let endInTime = endInTime
    source.setEventHandler { @Sendable in
      let signals = Program.takeSignals()
      let isLast = !signals.isDisjoint(with: [SIGTERM, SIGINT])
      if isLast { endInTime.begin(status: 0) }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          if signals.contains(SIGHUP) { reload(options) }
          if isLast { end() }
        }
      }
    }
    source.activate()
    signals = source
  }

  /// With a mistake in it everything stays as it was.
  private static func reload(_ options: SeguedOptions) {
    ServiceManager.reloading()
    defer { ServiceManager.reloaded() }
    do {
      let places = try Places()
      let file = options.file ?? places.configurationFile
      try daemon?.take(try Settings.load(file, required: options.file != nil))
    } catch {
      Log.error("Everything stays as it was: \(error)")
    }
  }

  private static func end() {
    ServiceManager.stopping()
    Log.info("Ending.")
    daemon?.end()
  }

  private static func say(_ text: String) -> Never {
    do throws(PosixError) {
      try FileDescriptor.write(Array("\(text)\n".utf8), to: STDOUT_FILENO)
      exit(0)
    } catch {
      fail("Cannot write: \(error.reason).", status: 1)
    }
  }

  private static func fail(_ sentence: String, status: Int32) -> Never {
    Log.error(sentence)
    exit(status)
  }
}
