import Glibc
import Library
import Media
import Posix
import Synchronization
import TestSupport
import Worker

/// A music folder, a library and the real tagger, for one test.
struct Rig: Sendable {
  let folder: TemporaryFolder
  let library: String
  var tagger: WorkerPrograms

  init() throws {
    folder = try TemporaryFolder()
    library = folder.path("data/segue/segue.db")
    tagger = WorkerPrograms(folder: Project.programs)
    try folder.makeFolder("music")
  }

  /// The same with another program as its tagger.
  init(tagger program: String) throws {
    try self.init()
    try folder.makeFolder("programs")
    guard symlink(program, folder.path("programs/segue-tagger")) == 0 else {
      throw PosixError("link to \(program)")
    }
    tagger = WorkerPrograms(folder: folder.path("programs"))
  }

  /// The tagger that does what files say.
  static let standIn = "\(Project.programs)/TaggerStandIn"

  /// Absolute, without links.
  var music: FilePath { FilePath(folder.path("music")) }

  var scan: Scan { Scan(library: library, workers: tagger, locale: "en_US.UTF-8") }

  /// Scans on a thread that may block, which those of the tests may not.
  @discardableResult
  func scan(
    _ paths: [String] = [], isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws -> ScanSummary {
    let paths = paths.map { FilePath(folder.path($0)) }
    return try await withCheckedContinuation { continuation in
      scan.start(paths, isCancelled: isCancelled) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Scans parts of roots, as the daemon does.
  @discardableResult
  func scan(_ parts: LibraryParts) async throws -> ScanSummary {
    try await withCheckedContinuation { continuation in
      scan.start(parts) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Puts a copy of a fixture into the music folder; only the first bytes of it where told.
  func put(_ fixture: String = Rig.flac, as name: String, bytes count: Int = .max) throws {
    let file = try FileDescriptor(opening: "\(Project.fixtures)/\(fixture)")
    try folder.write("music/\(name)", try file.readAll().prefix(count))
  }

  func move(_ from: String, to new: String) throws {
    let place = FilePath(folder.path("music/\(new)"))
    var above = place.parent.uri
    above.removeFirst(folder.path.count + 1)
    try folder.makeFolder(above)
    guard rename(folder.path("music/\(from)"), place.uri) == 0 else {
      throw PosixError("rename \(from)")
    }
  }

  func store() throws -> LibraryStore { try LibraryStore(path: library, access: .read) }

  func items() throws -> [MediaItem] { try store().items() }

  func uris() throws -> [String] { try items().map(\.uri) }

  static let flac = "Music/Abel Marr/Low Water/01 Ebb Line.flac"
  static let mp3 = "Music/Kit Harrow/Tin Roof Demos/01 Rain on the Tin Roof.mp3"
}

/// Something that happened, told between threads.
final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  var isRaised: Bool { value.load(ordering: .relaxed) }

  func raise() { value.store(true, ordering: .relaxed) }
}
