import Foundation
import TestSupport
import Testing

/// What ffprobe says of a file.
struct ProbedFile {
  private let stream: [String: Any]
  private let tags: [String: String]
  let duration: Double?

  init(_ path: String) async throws {
    let run = try await ProgramRun.of([
      "ffprobe", "-v", "error", "-show_format", "-show_streams", "-of", "json", path,
    ])
    let shown = try JSONSerialization.jsonObject(with: Data(run.bytes)) as? [String: Any]
    let streams = shown?["streams"] as? [[String: Any]] ?? []
    let format = shown?["format"] as? [String: Any] ?? [:]
    stream = streams.first { $0["codec_type"] as? String == "audio" } ?? [:]
    duration = (format["duration"] as? String).flatMap(Double.init)
    var tags: [String: String] = [:]
    for (key, value) in [stream, format].flatMap({ $0["tags"] as? [String: String] ?? [:] }) {
      tags[key.lowercased()] = value
    }
    self.tags = tags
  }

  /// A tag by the first of its names that is there, in lower case; several values are joined by `;`.
  func tag(_ names: String...) -> String? { names.lazy.compactMap { tags[$0] }.first }
  func number(_ name: String) -> Int? {
    stream[name] as? Int ?? (stream[name] as? String).flatMap { Int($0) }
  }
  var codec: String? { stream["codec_name"] as? String }
}

/// What mutagen says of files, for what ffprobe does not tell apart.
struct MutagenFile: Decodable {
  var artists: [String] = []
  var genres: [String] = []
  var tempo: Int?
  var hasPicture = false
  var trackGain: Double?
  var trackPeak: Double?
  var seconds: Double?

  static let python = Project.root + "/.build/venv/bin/python3"
  static let isInstalled = FileManager.default.isExecutableFile(atPath: python)

  /// Runs a program on Python with mutagen.
  static func run(_ program: String, _ arguments: [String]) async throws -> ProgramRun {
    let run = try await ProgramRun.of([python, "-c", program] + arguments)
    try #require(run.status == 0, "\(run.errors)")
    return run
  }

  static func read(_ paths: [String]) async throws -> [MutagenFile] {
    let run = try await run(reader, paths)
    return try JSONDecoder().decode([MutagenFile].self, from: Data(run.bytes))
  }

  private static let reader = """
    import json, sys, mutagen
    names = {"artists": ["TPE1", "\\xa9ART", "ARTIST", "Artist"], "genres": ["TCON", "\\xa9gen", "GENRE", "Genre"],
             "tempo": ["TBPM", "tmpo", "BPM"], "trackGain": ["REPLAYGAIN_TRACK_GAIN"],
             "trackPeak": ["REPLAYGAIN_TRACK_PEAK"]}
    def values(tags, field):
        for name in names[field]:
            try:
                found = tags[name]
            except (KeyError, ValueError):
                continue
            if field == "genres" and hasattr(found, "genres"): return found.genres
            return [str(v) for v in (found if isinstance(found, list) else getattr(found, "text", found))]
        return []
    read = []
    for path in sys.argv[1:]:
        file = mutagen.File(path)
        tags = file.tags or {}
        first = lambda field: (values(tags, field) + [None])[0]
        number = lambda text: text and float(text.split()[0])
        read.append({
            "artists": values(tags, "artists"), "genres": values(tags, "genres"),
            "tempo": first("tempo") and int(first("tempo")), "trackGain": number(first("trackGain")),
            "trackPeak": number(first("trackPeak")), "seconds": file.info.length,
            "hasPicture": bool(getattr(file, "pictures", []) or any(k.startswith("APIC") for k in tags.keys()) or "covr" in tags)})
    print(json.dumps(read))
    """
}
