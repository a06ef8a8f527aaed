import Dispatch
import Glibc
import Media
import Posix
import Worker

/// What the walk saw in one folder.
struct FoundFolder: Sendable, Hashable {
  /// Below the root.
  var path: FilePath
  /// In nanoseconds since 1970.
  var modified: Int64 = 0
  var device: UInt64 = 0
  /// The device that the link to it lies on; `nil` where none leads to it.
  var link: UInt64?
  /// A picture that stands for the files beside it.
  var cover: FilePath?
  /// By name.
  var files: [FoundFile] = []
  /// Cue sheets and playlists, by name.
  var playlists: [FoundFile] = []
  /// Files of lyrics.
  var lyrics: [FilePath] = []
  /// Names of links to where nothing answers: nobody knows what they are.
  var silent: Set<FilePath> = []
}

/// Something that looks like a file of ours and is none, or a folder that cannot be seen into.
struct WalkProblem: Sendable, Hashable {
  /// Below the root.
  let path: FilePath
  let failure: ReadFailure
}

/// Walks a tree of folders: real folders first, then those that only links lead to, each once.
struct FolderWalk: Sendable {
  private let root: FilePath
  /// Absolute. What links lead to in any of them is seen in its own place.
  private let roots: [FilePath]
  private var waiting: [Step] = []
  private var links: [Step] = []
  private var visited: Set<Node> = []

  private(set) var problems: [WalkProblem] = []
  /// Folders that are there and could not be seen into: nobody knows what is in them.
  private(set) var closed: [FilePath] = []

  /// Folders whose ignore files took too long to compare with some name.
  private var givenUp: Set<FilePath> = []

  /// Beats with each thing that was looked at.
  var pulse: Pulse?

  /// The root's folder, while it is walked.
  private var base: FileDescriptor.Owned?

  private var names = FolderNames()
  private var beforeFolder: (@Sendable (FilePath) -> Void)?

  private struct Step {
    let path: FilePath
    let isLink: Bool
    /// As `FoundFolder.link`.
    var link: UInt64?
    /// Of the folders above it.
    var rules: IgnoreRules?
  }

  /// A file or folder of this machine.
  private struct Node: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: FileStatus) { (device, inode) = (status.device, status.inode) }
  }

  init(root: FilePath, roots: [FilePath]) {
    self.root = root
    self.roots = roots
  }

  /// Looks at no files, and calls `body` with each folder before it is looked into.
  mutating func onlyFolders(_ body: @escaping @Sendable (FilePath) -> Void) { beforeFolder = body }

  /// Visits a folder below the root and all below it.
  ///
  /// - Parameters:
  ///   - part: Below the root; empty for all of it.
  ///   - recursive: Whether to go on into folders.
  ///   - visit: Answers whether to go on.
  mutating func walk(
    _ part: FilePath, recursive: Bool = true, _ visit: (FoundFolder) -> Bool
  ) {
    guard let rules = rules(above: part) else { return }
    base = root.withCString { text in
      let raw = Glibc.open(text, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      return raw >= 0 ? FileDescriptor.Owned(raw) : nil
    }
    defer { base = nil }
    waiting = [Step(path: part, isLink: true, link: link(at: part), rules: rules.inForce)]
    while let step = waiting.popLast() ?? nextLink() {
      guard let folder = read(step) else { continue }
      guard visit(folder), recursive else { return }
    }
  }

  /// The next folder that a link leads to, out of all roots.
  private mutating func nextLink() -> Step? { links.isEmpty ? nil : links.removeFirst() }

  /// What the folders above a part say of it; `nil` where one of them keeps it out.
  private mutating func rules(above part: FilePath) -> (inForce: IgnoreRules?, Void)? {
    var rules: IgnoreRules?
    var folder = FilePath(bytes: [])
    for component in part.bytes.split(separator: UInt8(ascii: "/")) {
      // What cannot be read is found out by the walk itself.
      if let reader = try? FolderReader(root.appending(folder), followingLink: true) {
        try? names.read(reader)
        if names.hasMarker { return nil }
        rules = .inside(
          folder, names: names.ignoreFiles, descriptor: reader.descriptor, below: rules)
      }
      let isIgnored = component.withUnsafeBufferPointer {
        AudioFiles.isHidden($0) || rules?.ignores($0, in: folder, isFolder: true) == true
      }
      if isIgnored { return nil }
      folder = folder.appending(FilePath(bytes: component))
    }
    return (rules, ())
  }

  /// The device that a link lies on; `nil` for what is none.
  private func link(at path: FilePath) -> UInt64? {
    if path.bytes.isEmpty { return nil }
    let status = try? root.appending(path).withCString { text throws(PosixError) in
      try FileStatus(text, followingLinks: false)
    }
    return status?.kind == .link ? status?.device : nil
  }

  private func leadsOut(_ path: FilePath) -> Bool {
    guard let real = ScanTarget.real(root.appending(path)) else { return false }
    return !roots.contains { real.isInside($0) }
  }

  /// What is in a folder; `nil` when it was seen before or cannot be.
  private mutating func read(_ step: Step) -> FoundFolder? {
    beforeFolder?(step.path)
    pulse?.beat()
    do throws(PosixError) {
      let reader = try open(step)
      guard visited.insert(Node(reader.status)).inserted else { return nil }
      var folder = FoundFolder(
        path: step.path, modified: reader.status.modified, device: reader.status.device,
        link: step.link)
      try names.read(reader, pulse)
      if names.hasMarker { return nil }
      let rules = IgnoreRules.inside(
        step.path, names: names.ignoreFiles, descriptor: reader.descriptor, below: step.rules)
      if let rules, !rules.cut.isEmpty, rules.folder == step.path { note(cut: rules) }
      var folders: [FilePath] = []
      // Taken out, for `look` changes the walk.
      let names = names
      names.forEachName { name, kind in look(at: name, kind, reader, rules, &folder, &folders) }
      waiting += folders.reversed().map { Step(path: $0, isLink: false, rules: rules) }
      return folder
    } catch {
      note(error, at: step.path)
      return nil
    }
  }

  /// Opens a folder, by the way from the root where that is open: the way to the root is long.
  private func open(_ step: Step) throws(PosixError) -> FolderReader {
    guard let base, !step.path.bytes.isEmpty else {
      return try FolderReader(root.appending(step.path), followingLink: step.isLink)
    }
    return try FolderReader(step.path, from: base.raw, followingLink: step.isLink)
  }

  private mutating func look(
    at name: UnsafeBufferPointer<UInt8>, _ kind: FolderReader.Kind,
    _ reader: borrowing FolderReader, _ rules: IgnoreRules?, _ folder: inout FoundFolder,
    _ folders: inout [FilePath]
  ) {
    pulse?.beat()
    if let rules, kind != .unknown {
      let isIgnored = rules.ignores(name, in: folder.path, isFolder: kind == .folder) {
        note(givenUp: $0)
      }
      if isIgnored { return }
    }
    if beforeFolder != nil, kind == .file || kind == .other { return }
    switch kind {
    case .folder: folders.append(folder.path.appending(FilePath(bytes: name)))
    case .file:
      let claim = AudioFiles.claim(name)
      switch claim {
      case .audio, .container, .playlist, .none:
        add(name, claim, try? reader.status(of: name, followingLinks: false), &folder)
      case .lyrics: folder.lyrics.append(FilePath(bytes: name))
      case .other: if AudioFiles.isCover(name) { note(cover: name, &folder) }
      }
    case .link: follow(name, reader, rules, &folder)
    case .other:
      let claim = AudioFiles.claim(name)
      if claim.isLoud {
        add(name, claim, try? reader.status(of: name, followingLinks: false), &folder)
      }
    case .unknown:
      guard let status = try? reader.status(of: name, followingLinks: false) else { return }
      let kind: FolderReader.Kind =
        switch status.kind {
        case .file: .file
        case .folder: .folder
        case .link: .link
        case .pipe, .socket, .device: .other
        }
      look(at: name, kind, reader, rules, &folder, &folders)
    }
  }

  /// Follows a link out of all roots to a folder or to music; what it leads to inside is seen there. What is told
  /// or shown of other files is not for a link to choose: they may be anybody's.
  private mutating func follow(
    _ name: UnsafeBufferPointer<UInt8>, _ reader: borrowing FolderReader, _ rules: IgnoreRules?,
    _ folder: inout FoundFolder
  ) {
    let path = folder.path.appending(FilePath(bytes: name))
    do throws(PosixError) {
      guard let status = try statusBehind(path) else {
        folder.silent.insert(FilePath(bytes: name))
        return
      }
      if status.kind == .folder {
        if leadsOut(path) {
          links.append(Step(path: path, isLink: true, link: reader.status.device, rules: rules))
        }
      } else if AudioFiles.claim(name).isLoud {
        if leadsOut(path), visited.insert(Node(status)).inserted {
          add(name, AudioFiles.claim(name), status, &folder, isLink: true)
        }
      } else if AudioFiles.isCover(name), status.kind == .file, !leadsOut(path) {
        note(cover: name, &folder)
      }
    } catch {
      guard AudioFiles.claim(name).isLoud else { return }
      let failure =
        error.code == ELOOP
        ? ReadFailure(.loop, reason: "It is a link that leads back to itself.")
        : ReadFailure(.brokenLink, reason: "It is a link to what is not there.")
      problems.append(WalkProblem(path: path, failure: failure))
    }
  }

  /// The status of what a link leads to; `nil` when nothing answers there, which is no reason to wait for ever.
  private mutating func statusBehind(_ link: FilePath) throws(PosixError) -> FileStatus? {
    let path = root.appending(link)
    let look: @Sendable (Pulse) -> Result<FileStatus, PosixError> = { _ in
      Result { () throws(PosixError) in
        try path.withCString { text throws(PosixError) in try FileStatus(text) }
      }
    }
    let answer = SilentRoots.ask(
      path, patience: Self.patience, on: DispatchQueue(label: "segue.link", qos: .utility),
      goesOn: {
        // The root itself answers.
        pulse?.beat()
        return true
      }, look)
    guard let answer else {
      closed.append(link)
      let reason = "What this link leads to does not answer."
      problems.append(
        WalkProblem(path: link, failure: ReadFailure(.timedOut, reason: reason)))
      return nil
    }
    return try answer.get()
  }

  /// How long what a link leads to may be silent.
  private static let patience: Duration = .seconds(10)

  /// Adds an audio file; anything else of such a name is a problem. What vanished is neither.
  private mutating func add(
    _ name: UnsafeBufferPointer<UInt8>, _ claim: AudioFiles.Claim, _ status: FileStatus?,
    _ folder: inout FoundFolder, isLink: Bool = false
  ) {
    guard let status else { return }
    let name = FilePath(bytes: name)
    if status.kind == .file {
      let file = FoundFile(
        folder: folder.path, name: name, state: FileState(status), isLink: isLink, claim: claim)
      if claim == .playlist { folder.playlists.append(file) } else { folder.files.append(file) }
    } else if claim.isLoud, let failure = ReadFailure(of: status.kind) {
      problems.append(WalkProblem(path: folder.path.appending(name), failure: failure))
    }
  }

  /// The one whose name says most, else the first by name, so that it is the same at each walk.
  private func note(cover name: UnsafeBufferPointer<UInt8>, _ folder: inout FoundFolder) {
    let name = FilePath(bytes: name)
    if let cover = folder.cover, Self.isBetter(cover, than: name) { return }
    folder.cover = name
  }

  private static func isBetter(_ cover: FilePath, than other: FilePath) -> Bool {
    func rank(_ name: FilePath) -> Int {
      name.bytes.withUnsafeBufferPointer { AudioFiles.coverRank($0) } ?? .max
    }
    let (one, two) = (rank(cover), rank(other))
    return one == two ? cover.bytes.lexicographicallyPrecedes(other.bytes) : one < two
  }

  /// Tells of ignore files that are longer than counts.
  private mutating func note(cut rules: IgnoreRules) {
    let reason =
      "Of an ignore file, \(IgnoreRules.maximumPatterns) patterns count, and none longer than \(IgnoreRules.maximumLine) bytes."
    problems += rules.cut.map { name in
      WalkProblem(
        path: rules.folder.appending(FilePath(name)), failure: ReadFailure(.tooLong, reason: reason)
      )
    }
  }

  /// Tells of ignore files whose patterns are so many and long that some names were not compared with all.
  private mutating func note(givenUp rules: IgnoreRules) {
    guard givenUp.insert(rules.folder).inserted else { return }
    let reason =
      "The patterns of this ignore file take too long to compare with some names, which are not kept out."
    problems += rules.names.map { name in
      WalkProblem(
        path: rules.folder.appending(FilePath(name)), failure: ReadFailure(.tooLong, reason: reason)
      )
    }
  }

  /// Keeps a folder that cannot be seen into, unless it went away meanwhile.
  private mutating func note(_ error: PosixError, at path: FilePath) {
    guard error.code != ENOENT, error.code != ENOTDIR, error.code != ELOOP else { return }
    closed.append(path)
    problems.append(
      WalkProblem(
        path: path, failure: ReadFailure(folder: error)))
  }
}

extension ReadFailure {
  /// Why a thing with an audio file's name is not opened; `nil` for files.
  init?(of kind: FileStatus.Kind) {
    switch kind {
    case .file: return nil
    case .folder, .link: return nil
    case .pipe: self.init(.pipe, reason: "It is a pipe.")
    case .socket: self.init(.socket, reason: "It is a socket.")
    case .device: self.init(.device, reason: "It is a device.")
    }
  }

  fileprivate init(folder error: PosixError) {
    switch error.code {
    case EACCES, EPERM:
      self.init(.permission, reason: "There is no permission to look into this folder.")
    case ENAMETOOLONG: self.init(.tooLong, reason: "The path of this folder is too long.")
    default: self.init(.unsupported, reason: "This folder cannot be read: \(error.reason).")
    }
  }
}

extension AudioFiles.Claim {
  /// Whether people expect to hear of it when it cannot be read.
  var isLoud: Bool { self == .audio || self == .container }
}
