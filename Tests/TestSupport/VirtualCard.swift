/// A sound card without hardware, which records what is heard.
public struct VirtualCard: Sendable {
  /// Its folder: recordings `take-001.wav` and on, and `events.log`.
  public let folder: String

  /// The variables with which programs find it as `hw:0,0` and `default`.
  public let environment: [String: String]

  /// - Parameters:
  ///   - folder: Made when missing.
  ///   - keys: As in `Tests/Rig/README.md`: `speed=10`, `rates=48000`.
  public init(in folder: String, _ keys: String...) async throws {
    self.folder = folder
    environment = ["ALSA_CONFIG_PATH": "\(folder)/asound.conf"]
    let run = try await ProgramRun.of([Project.rig + "/sink", "card", folder] + keys)
    guard run.status == 0 else { throw RigFailure(description: run.errors) }
  }

  /// Changes the card while it runs.
  public func set(_ keys: String...) async throws {
    let run = try await ProgramRun.of([Project.rig + "/sink", "set", folder] + keys)
    guard run.status == 0 else { throw RigFailure(description: run.errors) }
  }

  /// The recording of that number, counted from 1.
  public func take(_ number: Int) -> String { "\(folder)/take-00\(number).wav" }

  /// What is different between a recording and the sounds that should be heard in it, one behind the
  /// other; empty when they are the same frame by frame.
  public func differences(_ number: Int, from sounds: [String]) async throws -> String {
    let run = try await ProgramRun.of(
      ["python3", Project.rig + "/analyze.py", "compare", take(number)] + sounds)
    return run.status == 0 ? "" : run.output + run.errors
  }
}

public struct RigFailure: Error, CustomStringConvertible {
  public let description: String
}
