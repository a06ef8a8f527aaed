import Configuration
import Glibc
import Posix

/// What was searched for in pickers, a line each, the latest last.
struct SearchHistory: Sendable {
  private let path: String
  private let folder: String

  private static let linesKept = 100

  init(_ user: UserEnvironment) {
    folder = user.places.state
    path = "\(folder)/searches"
  }

  func read() -> [String] {
    let bytes = (try? FileDescriptor(opening: path).readAll(limit: 1 << 20)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.suffix(Self.linesKept).map(String.init)
  }

  /// What cannot be written is forgotten: it is no loss.
  func append(_ search: String) {
    let lines = read().filter { $0 != search }.suffix(Self.linesKept - 1) + [search]
    let text = lines.map { "\($0)\n" }.joined()
    guard (try? Places.makeFolder(folder)) != nil,
      let file = try? FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC)
    else { return }
    try? FileDescriptor.write(Array(text.utf8), to: file.raw)
  }
}
