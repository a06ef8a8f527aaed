import Decoding
import Glibc
import Media
import Posix
import TestSupport
import Testing
import Worker

/// Files that encoders make for these tests, each once in a run.
actor TestFiles {
  static let shared = TestFiles()

  private var making: [String: Task<String, any Error>] = [:]

  /// The path of a file.
  ///
  /// - Parameters:
  ///   - name: Says which file it is.
  ///   - sound: What is in it.
  ///   - format: How the WAV is written that the encoder gets.
  ///   - command: The encoder, `IN` and `OUT` standing for the files; empty for the WAV itself.
  func file(
    _ name: String, of sound: @autoclosure @escaping @Sendable () -> TestSound,
    as format: SampleFormat = .s16, by command: String
  ) async throws -> String {
    if let task = making[name] { return try await task.value }
    let task = Task {
      let folder = try Self.folder()
      let input = try folder.write("\(name).in.wav", sound().wav(format))
      guard !command.isEmpty else { return input }
      let output = folder.path(name)
      let words = command.split(separator: " ").map {
        $0 == "IN" ? input : $0 == "OUT" ? output : String($0)
      }
      let run = try await ProgramRun.of(words)
      #expect(run.status == 0, "\(command): \(run.errors)")
      unlink(input)
      return output
    }
    making[name] = task
    return try await task.value
  }

  private static let made = Guarded<TemporaryFolder?>(nil)

  /// A folder that goes when the tests end.
  static func folder() throws -> TemporaryFolder {
    try made.withLock { folder in
      if let folder { return folder }
      let new = try TemporaryFolder()
      folder = new
      atexit { TestFiles.made.withLock { $0 = nil } }
      return new
    }
  }
}

/// A file's frames as our decoder gives them.
struct Decoded {
  let properties: DecoderSource
  let first: Int64
  let end: Int64
  let bytes: [UInt8]
  /// How often the places jumped.
  let gaps: Int

  /// - Parameter format: `nil` for the file's own.
  init(
    _ path: String, start: Int64 = 0, end: Int64? = nil, as wanted: SampleFormat? = nil,
    rate: Int? = nil, channels: Int? = nil, chunk: Int = 5000
  ) throws {
    Source.prepare()
    let source = try Source(try openFile(path), start: start, end: end, hint: "")
    let own = source.properties.format
    let format = try #require(
      AudioFormat(
        sampleRate: rate ?? own.sampleRate, channels: channels ?? own.channels,
        sampleFormat: wanted ?? own.sampleFormat))
    source.start(in: format)
    var bytes: [UInt8] = []
    var first: Int64?
    var next: Int64 = 0
    var gaps = 0
    while let piece = try source.read(chunk) {
      if first == nil { first = piece.frame } else if piece.frame != next { gaps += 1 }
      #expect(piece.bytes.count % format.bytesPerFrame == 0 && !piece.bytes.isEmpty)
      bytes += piece.bytes
      next = piece.frame + Int64(piece.bytes.count / format.bytesPerFrame)
    }
    properties = source.properties
    self.first = first ?? source.position
    self.end = source.position
    self.bytes = bytes
    self.gaps = gaps
  }

  var floats: [Float] { bytes.floats }
}

extension [UInt8] {
  var floats: [Float] {
    withUnsafeBytes { [Float]($0.bindMemory(to: Float.self)) }
  }
}

/// Opens a file as a parent does for its worker.
func openFile(_ path: String) throws -> FileDescriptor.Owned {
  FileDescriptor.Owned(try FileDescriptor(opening: path).release())
}

/// What another decoder writes to its standard output.
func output(of command: String, _ path: String) async throws -> [UInt8] {
  let words = command.split(separator: " ").map { $0 == "IN" ? path : String($0) }
  let run = try await ProgramRun.of(words)
  #expect(run.status == 0, "\(command): \(run.errors)")
  return run.bytes
}
