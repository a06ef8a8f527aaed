import Glibc

/// Something of ours that takes bytes from outside.
enum Target: String, CaseIterable {
  /// The C++ reader of tags, and its records on their way to the parent.
  case tags
  /// What a hostile worker may say to its parent.
  case replies
  case cue, playlist, xspf, lyrics, text
  /// A line of a client.
  case request
  /// A query as people write it.
  case query
  /// The arguments of `find`, with tabs between them.
  case filter

  /// The one that `FUZZ_TARGET` names.
  static let chosen: Target = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = Target(rawValue: name) else {
      print("FUZZ_TARGET must be one of: \(allCases.map(\.rawValue).joined(separator: " "))")
      exit(2)
    }
    return target
  }()

  func take(_ bytes: [UInt8]) {
    switch self {
    case .tags: TagsTarget.take(bytes)
    case .replies: takeReplies(bytes)
    case .cue: takeCueSheet(bytes)
    case .playlist: takePlaylist(bytes)
    case .xspf: takeXSPF(bytes)
    case .lyrics: takeLyrics(bytes)
    case .text: takeText(bytes)
    case .request: takeRequest(bytes)
    case .query: takeQuery(bytes)
    case .filter: takeFilter(bytes)
    }
  }
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Target.chosen.take(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
