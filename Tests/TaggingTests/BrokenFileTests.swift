import Glibc
import Posix
import TestSupport
import Testing
import Worker

@testable import Tagging

@Suite struct BrokenFileTests {
  @Test(
    arguments: [
      ("empty.mp3", .empty), ("text.mp3", .notAudio), ("garbage.flac", .notAudio),
      ("garbage.ogg", .notAudio), ("cut-off.m4a", .truncated), ("cut-off-in-tag.mp3", .truncated),
      ("tag-only.mp3", .notAudio),
    ] as [(String, ReadFailure.Kind)])
  func `a broken file is told by its kind`(name: String, kind: ReadFailure.Kind) throws {
    #expect(Self.kind(try readTags(Project.fixtures + "/broken/" + name)) == kind)
  }

  @Test(arguments: ["cut-off.mp3", "cut-off.flac", "flac-named.mp3"])
  func `a file that is cut off or named wrongly is read`(name: String) throws {
    let record = try readTags(Project.fixtures + "/broken/" + name).get()
    #expect(record.tags.title != nil)
    #expect(record.audio.milliseconds != nil && record.audio.sampleRate != nil)
  }

  @Test func `random bytes, zeros and UTF-16 text are no music, and soon known not to be`() throws {
    var random = SeededGenerator(seed: 4)
    let noise = (0..<500_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let text: [UInt8] =
      [0xFF, 0xFE] + "Reeds, rosin and tea for all of us".utf16.flatMap { [UInt8($0), 0] }
    for bytes in [noise, [UInt8](repeating: 0, count: 500_000), text, [0xFF, 0xFB, 0x90], [0xFF]] {
      #expect(Self.kind(try readTags(bytes)) == .notAudio)
    }
  }

  @Test(
    arguments: [
      ("aac", [0xFF, 0xF1, 0x50, 0x80, 0x01, 0x1F, 0xFC, 0]), ("dsf", Array("DSD ".utf8)),
      ("mka", [0x1A, 0x45, 0xDF, 0xA3]), ("wav", Array("RF64".utf8)), ("bin", Array("caff".utf8)),
    ] as [(String, [UInt8])])
  func `audio that is not read here is said to be so`(suffix: String, head: [UInt8]) throws {
    let bytes = head + [UInt8](repeating: 0, count: 2000)
    #expect(Self.kind(try readTags(bytes, as: suffix)) == .unsupported)
  }

  @Test func `a tag whose size is a lie costs no memory`() throws {
    let tag = Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F]
    #expect(Self.kind(try readTags(tag + [0, 1, 2, 3])) == .truncated)
    var flac = SampleFile.flac(["TITLE=T"])
    // The length of the comments' block.
    flac.replaceSubrange(43..<46, with: [0xFF, 0xFF, 0xFF])
    #expect(Self.kind(try readTags(flac, as: "flac")) == .notAudio)
  }

  @Test func `what is no file is named for what it is`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let reading = FileDescriptor(owning: ends[0])
    let writing = FileDescriptor(owning: ends[1])
    #expect(Self.kind(try readTags(descriptor: reading.raw, as: "mp3")) == .pipe)
    let (near, _) = try MessageSocket.pair()
    #expect(Self.kind(try readTags(descriptor: near.descriptor.raw, as: "mp3")) == .socket)
    #expect(Self.kind(try readTags("/dev/null")) == .device)
    #expect(Self.kind(try readTags("/tmp")) == .notAudio)
    #expect(Self.kind(try readTags(descriptor: 1_000_000, as: "mp3")) == .vanished)
    _ = writing.raw
  }

  @Test func `a file that may not be read gives the kernel's reason`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.mp3", SampleFile.mpeg())
    let file = try FileDescriptor(opening: path, O_WRONLY)
    guard case .failure(let failure) = try readTags(descriptor: file.raw, as: "mp3") else {
      Issue.record("it was read")
      return
    }
    #expect(failure.reason == "The file cannot be read: Bad file descriptor.")
  }

  @Test func `reading leaves the file open and where it was`() throws {
    let folder = try TemporaryFolder()
    let file = try FileDescriptor(opening: try folder.write("a.mp3", SampleFile.mpeg()))
    lseek(file.raw, 5, SEEK_SET)
    _ = try readTags(descriptor: file.raw, as: "mp3").get()
    #expect(lseek(file.raw, 0, SEEK_CUR) == 5)
  }

  private static func kind(_ outcome: Result<TagRecord, ReadFailure>) -> ReadFailure.Kind? {
    guard case .failure(let failure) = outcome else { return nil }
    return failure.kind
  }
}
