import Foundation
import Playback
import Posix
import TestSupport
import Testing

/// The rig's sound card, one for each test, with what it recorded.
actor VirtualCard {
  private nonisolated let folder: TemporaryFolder
  private var settings: [String: String] = [:]

  /// - Parameter settings: Such as `["speed": "10"]`.
  init(_ settings: [String: String] = [:]) async throws {
    folder = try TemporaryFolder()
    let pairs = settings.map { "\($0)=\($1)" }
    try await Tool.run([Project.rig + "/sink", "card", folder.path] + pairs)
    self.settings = settings
  }

  nonisolated var output: OutputConfiguration {
    OutputConfiguration(
      name: "card",
      kind: .alsa(device: "hw:0,0", configuration: folder.path("asound.conf")))
  }

  /// Changes it while it plays, as `sink set` does, at once.
  func set(_ changes: [String: String]) throws {
    settings.merge(changes) { $1 }
    let text = settings.map { "\($0)=\($1)\n" }.joined()
    try folder.write("control.new", text)
    guard rename(folder.path("control.new"), folder.path("control")) == 0 else {
      throw PosixError("change the card")
    }
  }

  /// The frames of each take, as bytes.
  func takes() throws -> [[UInt8]] {
    try (1...99).map { folder.path("take-\(String(format: "%03d", $0)).wav") }
      .prefix { FileManager.default.fileExists(atPath: $0) }
      .map { try WAV.frames(of: FileDescriptor(opening: $0).readAll(limit: 1 << 28)) }
  }

  /// Everything that was heard.
  func heard() throws -> [UInt8] { Array(try takes().joined()) }

  /// What was heard in all takes, compared.
  func difference(from wanted: [UInt8]...) throws -> String? {
    try Comparison.difference(heard(), Array(wanted.joined()))
  }

  /// What was heard last, compared; how much came before it.
  func difference(ofEnd wanted: ArraySlice<UInt8>) throws -> String? {
    try Comparison.difference(Array(heard().suffix(wanted.count)), Array(wanted))
  }

  func events() throws -> String {
    String(
      decoding: try FileDescriptor(opening: folder.path("events.log")).readAll(), as: UTF8.self)
  }
}

enum Tool {
  /// Runs a program that ends soon.
  static func run(_ arguments: [String]) async throws {
    let status: Int32 = try await withCheckedThrowingContinuation { continuation in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = arguments
      process.standardOutput = FileHandle.nullDevice
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    try #require(status == 0, "\(arguments)")
  }
}

enum WAV {
  /// The frames in a RIFF file whose header may not be up to date.
  static func frames(of file: [UInt8]) throws -> [UInt8] {
    var place = 12
    while place + 8 <= file.count {
      let size = (0..<4).reduce(0) { $0 | Int(file[place + 4 + $1]) << (8 * $1) }
      if file[place..<place + 4].elementsEqual("data".utf8) {
        return Array(file[(place + 8)...].prefix(size))
      }
      place += 8 + size
    }
    return []
  }

  /// A RIFF file of 16-bit stereo frames.
  static func file(_ frames: some Collection<UInt8>, rate: Int) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return Array("RIFF".utf8) + number(36 + frames.count, 4) + Array("WAVEfmt ".utf8)
      + number(16, 4) + number(1, 2) + number(2, 2) + number(rate, 4) + number(rate * 4, 4)
      + number(4, 2) + number(16, 2) + Array("data".utf8) + number(frames.count, 4)
      + Array(frames)
  }
}
