import Posix

/// A sound card without hardware, which records what is heard.
public struct VirtualCard: Sendable {
  /// Its folder: recordings `take-001.wav` and on, and `events.log`.
  public let folder: String

  /// The folder, where it is the card's own.
  private let owned: TemporaryFolder?

  /// A card in a folder of its own, which is gone with it.
  ///
  /// - Parameter keys: As in `Tests/Rig/README.md`: `speed=10`, `rates=48000`.
  public init(_ keys: [String] = []) async throws {
    let owned = try TemporaryFolder()
    self.owned = owned
    folder = owned.path
    try await Self.sink(["card", folder] + keys)
  }

  /// - Parameter folder: Made when missing.
  public init(in folder: String, _ keys: String...) async throws {
    owned = nil
    self.folder = folder
    try await Self.sink(["card", folder] + keys)
  }

  /// ALSA's configuration with the card in it.
  public var configuration: String { "\(folder)/asound.conf" }

  /// The variables with which programs find it as `hw:0,0` and `default`.
  public var environment: [String: String] { ["ALSA_CONFIG_PATH": configuration] }

  /// Changes the card while it runs.
  public func set(_ keys: String...) async throws { try await Self.sink(["set", folder] + keys) }

  /// The recording of that number, counted from 1.
  public func take(_ number: Int) -> String {
    "\(folder)/take-\(number < 10 ? "00" : "0")\(number).wav"
  }

  /// What is different between a recording and the sounds that should be heard in it, one behind the
  /// other; empty when they are the same frame by frame.
  public func differences(_ number: Int, from sounds: [String]) async throws -> String {
    let run = try await ProgramRun.of(
      ["python3", Project.rig + "/analyze.py", "compare", take(number)] + sounds)
    return run.status == 0 ? "" : run.output + run.errors
  }

  /// What happened to it, a line an event.
  public func events() throws -> String {
    String(decoding: try FileDescriptor(opening: "\(folder)/events.log").readAll(), as: UTF8.self)
  }

  private static func sink(_ arguments: [String]) async throws {
    let run = try await ProgramRun.of([Project.rig + "/sink"] + arguments)
    guard run.status == 0 else { throw RigFailure(description: run.errors) }
  }
}

public struct RigFailure: Error, CustomStringConvertible {
  public let description: String
}
