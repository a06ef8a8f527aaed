import Decoding
import Media
import TestSupport
import Testing

/// The committed music.
@Suite struct FixtureTests {
  @Test func `an album that is one continuous sound comes out as one`() async throws {
    let folder = Project.music + "/Abel Marr/Low Water"
    let titles = ["01 Ebb Line", "02 Slack Water", "03 Young Flood", "04 Lamps on the Pier"]
    var ours: [UInt8] = []
    var theirs: [UInt8] = []
    var borders: [Int64] = []
    for title in titles {
      let path = "\(folder)/\(title).flac"
      let decoded = try Decoded(path)
      ours += decoded.bytes
      borders.append((borders.last ?? 0) + decoded.end)
      let raw = "flac -d -s -c --force-raw-format --endian=little --sign=signed"
      theirs += try await ProgramRun.of(raw.split(separator: " ").map(String.init) + [path]).bytes
    }
    #expect(borders == [219_347, 441_181, 662_033, 882_000])
    #expect(ours == theirs)
    // No step anywhere, at a border least of all, larger than the sweep's own steepest.
    let values = ours.values.map(Int.init)
    let steps = stride(from: 2, to: values.count, by: 2).map { abs(values[$0] - values[$0 - 2]) }
    let steepest = steps.max() ?? 0
    for border in borders.dropLast() { #expect(steps[Int(border) - 1] <= steepest) }
    #expect(steepest < 4000)
  }

  @Test func `an hour is opened at its end`() throws {
    let path =
      Project.music
      + "/Ines Calloway/A Winter in the Lighthouse/01 A Winter in the Lighthouse, Unabridged.flac"
    let length: Int64 = 3723 * 8000
    let start = length - 8000 + 123
    let decoded = try Decoded(path, start: start)
    #expect(decoded.properties.frames == length)
    #expect(decoded.first == start && decoded.end == length)
    #expect(decoded.bytes == Array(try Decoded(path, start: start - 1000).bytes.dropFirst(2000)))
  }
}
