import Decoding
import Glibc
import Media
import Posix
import TestSupport
import Testing

/// Files that are not what they claim: an error or less sound, never a crash.
@Suite struct BrokenFileTests {
  private static func open(_ bytes: [UInt8], hint: String) throws -> DecodingError? {
    let path = try TestFiles.folder().write("broken-\(UInt64.random(in: 0...(.max)))", bytes)
    Source.prepare()
    do {
      let source = try Source(try openFile(path), hint: hint)
      source.start(in: source.properties.format)
      var frames = 0
      while let chunk = try source.read(4096), frames < 10_000_000 { frames += chunk.bytes.count }
      return nil
    } catch let error as DecodingError {
      return error
    }
  }

  @Test func `nothing, text and noise are no audio`() throws {
    #expect(try Self.open([], hint: "mp3") == .empty)
    let text = Array(String(repeating: "- two eggs, and bread\n", count: 200).utf8)
    for hint in ["mp3", "flac", "wav", "ogg", "txt", "", "s16le", "../../x"] {
      let error = try Self.open(text, hint: hint)
      #expect(error != nil, "\(hint)")
    }
    var random = SeededGenerator(seed: 3)
    let noise = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(try Self.open(Array("fLaC".utf8) + noise, hint: "flac") != nil)
    #expect(try Self.open(Array("OggS".utf8) + noise, hint: "ogg") != nil)
  }

  @Test func `a playlist opens none of the files that it names`() throws {
    for text in [
      "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n/etc/passwd\n#EXT-X-ENDLIST\n",
      "ffconcat version 1.0\nfile /etc/passwd\n",
    ] {
      #expect(try Self.open(Array(text.utf8), hint: "m3u8") == .notAudio)
    }
  }

  @Test func `a picture is no sound`() async throws {
    let path = try await TestFiles.shared.file(
      "picture.mp4", of: TestSound(frames: 1),
      by: "ffmpeg -v error -y -f lavfi -i testsrc=d=0.2:s=64x64 -c:v mpeg4 OUT")
    Source.prepare()
    #expect(throws: DecodingError.noSound) { try Source(try openFile(path), hint: "mp4") }
  }

  @Test func `of a film the sound is played`() async throws {
    let path = try await TestFiles.shared.file(
      "film.mkv", of: TestSound(frames: 44100),
      by: "ffmpeg -v error -y -i IN -f lavfi -i testsrc=d=1:s=64x64 -c:v mpeg4 -c:a flac OUT")
    #expect(try Decoded(path).bytes == TestSound(frames: 44100).bytes(.s16))
  }

  @Test(arguments: LosslessTests.cases.prefix(12).map { $0 } + [LosslessTests.cases[16]])
  func `a file that is cut off plays to the cut`(_ one: LosslessTests.Case) async throws {
    let bytes = try openFile(try await one.file()).bytes()
    let path = try TestFiles.folder().write("cut-\(one.name)", bytes.prefix(bytes.count * 2 / 5))
    let decoded = try Decoded(path)
    let whole = one.sound().bytes(one.expected)
    #expect(decoded.bytes.count > whole.count / 4)
    #expect(decoded.bytes.count < whole.count / 2)
    #expect(decoded.gaps == 0)
    // FFmpeg may fill up the last, torn frame.
    let sure = decoded.bytes.count - 5000 * decoded.properties.format.bytesPerFrame
    #expect(decoded.bytes.prefix(sure) == whole.prefix(sure))
  }

  @Test func `a damaged stretch is left out, and what is behind it is in its place`() async throws {
    let one = LosslessTests.cases[0]
    var bytes = try openFile(try await one.file()).bytes()
    for index in (bytes.count / 2)..<(bytes.count / 2 + 12_000) { bytes[index] = 0x55 }
    let path = try TestFiles.folder().write("damaged.flac", bytes)
    Source.prepare()
    let source = try Source(try openFile(path))
    source.start(in: source.properties.format)
    let whole = one.sound().bytes(.s16)
    var (right, wrong, last) = (0, 0, Int64(0))
    while let chunk = try source.read(1000) {
      #expect(chunk.frame >= last)
      last = chunk.frame
      let there = whole.dropFirst(Int(chunk.frame) * 4).prefix(chunk.bytes.count)
      if Array(there) == chunk.bytes { right += 1 } else { wrong += 1 }
    }
    #expect(right >= 100, "\(right) right, \(wrong) wrong")
    #expect(wrong <= 30, "\(right) right, \(wrong) wrong")
    #expect(source.position == Int64(one.frames))
  }

  @Test func `damage anywhere never crashes`() async throws {
    var random = SeededGenerator(seed: 11)
    var files: [(String, [UInt8])] = []
    for one in LosslessTests.cases {
      files.append((one.name, try openFile(try await one.file()).bytes()))
    }
    for one in LossyTests.cases {
      files.append((one.name, try openFile(try await one.file()).bytes()))
    }
    for _ in 0..<Effort.count(10) {
      for (name, bytes) in files {
        var bytes = Array(
          bytes.prefix(Int.random(in: 100..<min(bytes.count, 100_000), using: &random)))
        for _ in 0..<Int.random(in: 1...30, using: &random) {
          let reach = Bool.random(using: &random) ? 200 : bytes.count
          let place = Int.random(in: 0..<min(reach, bytes.count), using: &random)
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        let hint = String(name.split(separator: ".").last ?? "")
        _ = try Self.open(bytes, hint: hint)
      }
    }
  }
}

extension FileDescriptor.Owned {
  func bytes() throws -> [UInt8] {
    try FileDescriptor(owning: dup(raw)).readAll()
  }
}
