import Foundation
import Playback
import Posix
import TestSupport
import Testing

/// The rig's sound card, one for each test, with what it recorded.
final class VirtualCard: Sendable {
  private let folder: TemporaryFolder

  /// - Parameter settings: Such as `speed=10` or `formats=S16_LE`.
  init(_ settings: String...) throws {
    folder = try TemporaryFolder()
    try Tool.run([Project.rig + "/sink", "card", folder.path] + settings)
  }

  var output: OutputConfiguration {
    OutputConfiguration(
      name: "card",
      kind: .alsa(device: "hw:0,0", configuration: folder.path("asound.conf")))
  }

  /// Changes it while it plays.
  func set(_ settings: String...) throws {
    try Tool.run([Project.rig + "/sink", "set", folder.path] + settings)
  }

  /// The frames of each take, as bytes.
  func takes() throws -> [[UInt8]] {
    try (1...99).map { folder.path("take-\(String(format: "%03d", $0)).wav") }
      .prefix { FileManager.default.fileExists(atPath: $0) }
      .map { try WAV.frames(of: FileDescriptor(opening: $0).readAll(limit: 1 << 28)) }
  }

  /// Everything that was heard.
  func heard() throws -> [UInt8] { Array(try takes().joined()) }

  func events() throws -> String {
    String(
      decoding: try FileDescriptor(opening: folder.path("events.log")).readAll(), as: UTF8.self)
  }
}

enum Tool {
  /// Runs a program that ends soon.
  static func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(arguments)")
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
