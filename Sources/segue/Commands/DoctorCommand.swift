import Configuration
import Glibc
import Library
import MPDProtocol
import Media
import Posix
import Worker

extension Command {
  static let doctor = Command(
    name: "doctor", summary: "Look for what is wrong with Segue on this machine",
    details: """
      Looks at the programs and what protects them, the library and its backup, the music folders, the limits of
      the system, the sound device and the daemon. Each finding comes with a line of advice; with one that needs
      to be mended, the exit status is 1.
      """,
    options: [.init("json", "Print one JSON object a line")]
  ) { arguments in
    let findings = try Doctor(user: UserEnvironment(arguments)).findings()
    let lines = JSONLines()
    for finding in findings {
      if arguments.has("json") {
        Console.standard.write(try lines.line(finding))
      } else {
        for line in finding.lines { Console.standard.line(DisplayText.line(line)) }
      }
    }
    if findings.contains(where: { $0.state == .wrong }) { throw ExitError(.failed) }
  }
}

/// Something that was looked at.
struct Finding: Encodable, Sendable {
  enum State: String, Encodable, Sendable {
    case good
    /// It works, and could be better.
    case advice
    case wrong
  }

  /// One word.
  let about: String
  let state: State
  let text: String
  /// What to do; `nil` where nothing is to be done.
  let advice: String?

  static func good(_ about: String, _ text: String) -> Finding {
    Finding(about: about, state: .good, text: text, advice: nil)
  }

  static func advice(_ about: String, _ text: String, _ advice: String) -> Finding {
    Finding(about: about, state: .advice, text: text, advice: advice)
  }

  static func wrong(_ about: String, _ text: String, _ advice: String) -> Finding {
    Finding(about: about, state: .wrong, text: text, advice: advice)
  }

  var lines: [String] {
    let mark = state == .good ? "ok   " : state == .advice ? "note " : "WRONG"
    return ["\(mark) \(about): \(text)"] + (advice.map { ["      → \($0)"] } ?? [])
  }
}

/// Looks at everything, one thing after the other; what one of them lacks stops none of the others.
struct Doctor {
  let user: UserEnvironment

  @MainActor
  func findings() -> [Finding] {
    [Finding.good("version", "segue \(SegueProgram.version)")] + workers() + library()
      + [configuration(), places(), sound(), daemon()]
  }

  private func configuration() -> Finding {
    do {
      _ = try user.settings()
      return .good("configuration", "can be read")
    } catch {
      return .wrong(
        "configuration", "\(error)", "Mend that line; the README lists what there is to set.")
    }
  }

  // MARK: Programs

  private func workers() -> [Finding] {
    do throws(WorkerError) {
      let programs = try WorkerPrograms.ofThisProgram()
      let report = try ProtectionReport(asking: programs.tagger)
      let missing = report.protections.filter { !$0.isHeld }.map(\.name)
      guard !missing.isEmpty else {
        let all = report.protections.map(\.name).joined(separator: ", ")
        return [.good("workers", "what reads files is shut in by \(all)")]
      }
      // The system calls behind Landlock are refused as well.
      let isEnough = missing == ["Landlock"]
      let text = "what reads files is not shut in by \(missing.joined(separator: ", "))"
      return [
        isEnough
          ? .good("workers", "\(text), which seccomp makes up for")
          : .advice("workers", text, "Use a kernel with these protections.")
      ]
    } catch {
      return [.wrong("workers", error.description, "Install Segue again.")]
    }
  }

  // MARK: Library

  private func library() -> [Finding] {
    do throws(LibraryError) {
      let library = try user.library()
      let health = try library.health()
      return [database(library, health)] + backup(library) + (try roots(library))
        + [watching(health)] + [try problems(library)]
    } catch {
      if case .noLibrary = error {
        return [
          .advice("library", "there is none yet", "Make it: segue scan FOLDER")
        ]
      }
      return [.wrong("library", error.description, "Mend it: segue scan")]
    }
  }

  private func database(_ library: LibraryStore, _ health: LibraryHealth) -> Finding {
    let text =
      "\(library.path), \(health.items) items, format \(health.schema), SQLite \(health.sqlite), ICU \(health.icu)"
    return health.isWhole
      ? .good("library", text)
      : .wrong("library", "\(library.path) is damaged", "Have the last backup restored: segue scan")
  }

  private func backup(_ library: LibraryStore) -> [Finding] {
    let now = Int64(time(nil))
    guard let date = LibraryBackup.date(of: library.path) else {
      let text = "there is none yet; the next scan makes one"
      let born = (try? FileStatus(library.path))?.born ?? 0
      // What the first scan found is in the files.
      return [
        now - born / 1_000_000_000 < 86400
          ? .good("backup", text) : .advice("backup", text, "Let it: segue scan")
      ]
    }
    let age = (now - date.seconds) / 86400
    let text = "the last one is of \(date)"
    return [
      age <= 7
        ? .good("backup", text)
        : .advice("backup", text, "A scan makes a new one, when there is room: segue scan")
    ]
  }

  private func roots(_ library: LibraryStore) throws(LibraryError) -> [Finding] {
    try library.roots().map { root in
      let code = root.access()
      if code != 0 {
        return .wrong(
          "folder",
          "\(root.path)" + (code.map { ": \(PosixError.reason($0))" } ?? " does not answer"),
          "Mount its disk or allow reading it, or forget it: segue roots remove \"\(root.name)\"")
      }
      if !root.isAvailable {
        return .wrong(
          "folder", "\(root.path) seems to lack the disk that its music is on",
          "Mount it and run: segue scan")
      }
      return .good("folder", "\(root.path)")
    }
  }

  private func watching(_ health: LibraryHealth) -> Finding {
    let folders = health.folders
    let limit = Self.number(in: "/proc/sys/fs/inotify/max_user_watches") ?? .max
    let text = "\(folders) folders of music, and the system watches \(limit) for you"
    // Other programs watch folders, too.
    guard folders > limit / 2 else { return .good("watching", text) }
    return .advice(
      "watching", text, "sudo sysctl fs.inotify.max_user_watches=\(max(folders * 4, limit * 2))")
  }

  private func problems(_ library: LibraryStore) throws(LibraryError) -> Finding {
    let problems = try library.problems()
    let count = problems.count { [.unreadable, .quarantined].contains($0.status) }
    let quarantined = problems.count { $0.status == .quarantined }
    guard count > 0 else { return .good("files", "all could be read") }
    return .advice(
      "files", "\(count) could not be read, \(quarantined) of them quarantined",
      "See which and why: segue scan --report")
  }

  private static func number(in path: String) -> Int? {
    guard let bytes = try? FileDescriptor(opening: path).readHead(32) else { return nil }
    return Int(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
  }

  // MARK: Machine

  private func places() -> Finding {
    do {
      try Places.makeFolder(user.places.data)
      try user.places.makeRuntimeFolder()
    } catch {
      return .wrong("places", "\(error)", "Make room, or allow writing there.")
    }
    for folder in [user.places.data, user.places.runtime] where access(folder, W_OK) != 0 {
      return .wrong(
        "places", "\(folder): \(PosixError.reason(errno))", "Allow writing there.")
    }
    return .good("places", "\(user.places.data) and \(user.places.runtime) can be written to")
  }

  /// What ALSA's default device would be; only the daemon opens it.
  private func sound() -> Finding {
    let outputs = (try? user.settings().outputs) ?? []
    guard outputs.isEmpty || outputs.contains(where: { $0.kind == .alsa }) else {
      return .good("sound", "goes to no sound card, as configured")
    }
    let cards = (try? FileDescriptor(opening: "/proc/asound/cards").readAll()) ?? []
    if cards.contains(UInt8(ascii: "[")) {
      return access("/dev/snd", R_OK | X_OK) == 0
        ? .good("sound", "the system has a sound card")
        : .wrong("sound", "the sound card may not be used", "sudo adduser $USER audio")
    }
    let runtime = Program.environment("XDG_RUNTIME_DIR") ?? ""
    for server in ["pulse/native", "pipewire-0"] where access("\(runtime)/\(server)", F_OK) == 0 {
      return .good("sound", "a sound server runs")
    }
    return .advice(
      "sound", "the system has no sound card and no sound server runs",
      "Plug one in; the daemon finds it by itself.")
  }

  private func daemon() -> Finding {
    do {
      guard let client = try DaemonConnection.connect(user) else {
        return .good("daemon", "does not run; it is started when it is needed")
      }
      if let error = try client.send("status")["error"] {
        return .wrong("daemon", "it says: \(error)", "See \(user.places.log) or its journal.")
      }
      return .good("daemon", "answers at \(client.address)")
    } catch {
      return .wrong("daemon", "\(error)", "See \(user.places.log), or start it again.")
    }
  }
}
