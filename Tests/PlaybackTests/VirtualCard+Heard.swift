import Glibc
import Playback
import Posix
import TestSupport

// What was heard on a card, frame by frame.
extension VirtualCard {
  var output: OutputConfiguration {
    OutputConfiguration(
      name: "card", kind: .alsa(device: "hw:0,0", configuration: configuration))
  }

  /// The frames of each take, as bytes.
  func takes() throws -> [[UInt8]] {
    try (1...99).map(take).prefix { access($0, F_OK) == 0 }
      .map { WAVFile.frames(of: try FileDescriptor(opening: $0).readAll(limit: 1 << 28)) }
  }

  /// Everything that was heard.
  func heard() throws -> [UInt8] { Array(try takes().joined()) }

  /// How many of its events are of a kind.
  func count(of event: String) -> Int {
    let events = (try? events()) ?? ""
    return events.split(separator: "\n").count { $0.contains(event) }
  }

  /// When it last began to play, in nanoseconds of the monotonic clock.
  func lastStart() throws -> Int? {
    let starts = try events().split(separator: "\n").filter { $0.contains(" start at frame") }
    return starts.last.flatMap { Double($0.prefix { $0 != " " }) }.map { Int($0 * 1e9) }
  }
}
