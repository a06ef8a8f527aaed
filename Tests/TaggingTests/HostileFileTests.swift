import Foundation
import Posix
import TestSupport
import Testing

@testable import Tagging
@testable import Worker

@Suite struct HostileFileTests {
  /// 2,000 in a soak, else 200.
  @Test func `every file that was changed at random is accounted for`() throws {
    let folder = try TemporaryFolder()
    let originals = try MusicFolder.files(Project.music)
    var random = SeededGenerator(seed: 11)
    var tagger = try Tagger()
    var deaths: [String] = []
    for number in 0..<Effort.count(2000) {
      let original = originals[number % originals.count]
      let suffix = (original as NSString).pathExtension
      let bytes = Self.change(try Data(contentsOf: URL(filePath: original)), using: &random)
      let path = try folder.write("\(number).\(suffix)", bytes)
      do {
        _ = try tagger.read([path])
      } catch let error as WorkerError {
        deaths.append("change \(number) of \(original): \(error)")
        tagger = try Tagger()
      }
      unlink(path)
    }
    #expect(deaths.isEmpty)
  }

  /// Bytes near the start, where headers and tags are, set to others, and sometimes the end cut off.
  private static func change(_ data: Data, using random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(data)
    let reach = [100, 2000, bytes.count].randomElement(using: &random) ?? 100
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      let place = Int.random(in: 0..<min(reach, bytes.count), using: &random)
      let edges: [UInt8] = [0, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
      bytes[place] = edges.randomElement(using: &random) ?? 0
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
    }
    return bytes
  }
}
