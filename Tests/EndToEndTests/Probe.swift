import Foundation
import TestSupport

/// What ffprobe, which shares nothing with TagLib, says of a file.
struct Probe {
  private let tags: [String: String]
  private let stream: [String: Any]
  private let format: [String: Any]

  init(_ file: String) async throws {
    let run = try await ProgramRun.of([
      "ffprobe", "-v", "error", "-show_format", "-show_streams", "-select_streams", "a", "-of",
      "json", file,
    ])
    let whole = try JSONSerialization.jsonObject(with: Data(run.bytes)) as? [String: Any]
    format = whole?["format"] as? [String: Any] ?? [:]
    stream = (whole?["streams"] as? [[String: Any]])?.first ?? [:]
    // Ogg keeps its tags with the stream, the others with the file; WavPack writes names with blanks.
    var tags: [String: String] = [:]
    for source in [stream, format] {
      for (key, value) in source["tags"] as? [String: String] ?? [:] {
        tags[key.lowercased().replacingOccurrences(of: " ", with: "_")] = value
      }
    }
    self.tags = tags
  }

  /// The first of these tags that the file has.
  func text(_ names: String...) -> String? { names.lazy.compactMap { tags[$0] }.first }

  /// ffprobe joins several values with semicolons.
  func list(_ names: String...) -> [String] {
    guard let text = names.lazy.compactMap({ tags[$0] }).first else { return [] }
    return text.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The number before the slash.
  func number(_ names: String...) -> Int? {
    names.lazy.compactMap { tags[$0] }.first.flatMap { Int($0.prefix { $0.isNumber }) }
  }

  var duration: Double? { (format["duration"] as? String).flatMap { Double($0) } }
  var sampleRate: Int? { (stream["sample_rate"] as? String).flatMap { Int($0) } }
  var channels: Int? { stream["channels"] as? Int }
}
