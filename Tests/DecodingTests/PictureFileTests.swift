import Foundation
import Posix
import TestSupport
import Testing
import Worker

/// Pictures that a decoder scales, in its sandbox.
@Suite(.timeLimit(.minutes(Effort.minutes(5)))) struct PictureFileTests {
  private static let side = 64

  /// What a worker answers for files, one after the other.
  private static func scaled(
    _ paths: [String]
  ) async throws -> [Result<(picture: ScaledPicture, mimeType: String), ReadFailure>] {
    try await blocking {
      let worker = try WorkerProcess("\(Project.programs)/segue-decoder", ["--probe"])
      let request = TagFetch(
        .scaledPicture(side: side), fileExtension: "",
        limit: ScaledPicture.maximumBytes(side: side))
      return try paths.map { path in
        let file = try FileDescriptor(opening: path)
        switch try worker.fetch(request, descriptor: file.raw, milliseconds: 60_000) {
        case .failure(let failure): return .failure(failure)
        case .success(let found):
          let picture = try ScaledPicture(decoding: found.bytes[...], side: side)
          return .success((picture, found.mimeType))
        }
      }
    }
  }

  @Test(
    arguments: [
      ("png", "png", "-pix_fmt rgb24"), ("png", "png", "-pix_fmt gray"),
      ("png", "png", "-pix_fmt rgba64be"), ("jpg", "jpeg", "-pix_fmt yuvj420p"),
      ("jpg", "jpeg", "-pix_fmt yuvj444p"), ("gif", "gif", ""), ("webp", "webp", ""),
    ])
  func `pictures become as small as was asked for, as FFmpeg itself makes them`(
    suffix: String, type: String, options: String
  ) async throws {
    let folder = try TemporaryFolder()
    let (path, raw) = (folder.path("a.\(suffix)"), folder.path("raw"))
    let make = "ffmpeg -v error -f lavfi -i testsrc2=size=300x200 -frames:v 1 \(options) \(path)"
    let scale =
      "ffmpeg -v error -i \(path) -vf scale=64:42:flags=area -frames:v 1 -pix_fmt rgba -f rawvideo \(raw)"
    for command in [make, scale] {
      let run = try await ProgramRun.of(command.split(separator: " ").map(String.init))
      try #require(run.status == 0, "\(run.errors)")
    }
    let (picture, mimeType) = try await Self.scaled([path])[0].get()
    #expect(mimeType == "image/\(type)")
    #expect(picture.width == 64 && picture.height == 42)
    #expect(picture.originalWidth == 300 && picture.originalHeight == 200)
    let wanted = try FileDescriptor(opening: raw).readAll()
    try #require(wanted.count == picture.pixels.count)
    let difference = zip(wanted, picture.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(difference) / Double(wanted.count) < 4)
  }

  @Test func `a picture that is small enough stays as it is`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.png")
    let run = try await ProgramRun.of(
      ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=red:size=4x6", "-frames:v", "1", path])
    #expect(run.status == 0)
    let (picture, _) = try await Self.scaled([path])[0].get()
    #expect(picture.width == 4 && picture.height == 6)
    #expect(picture.pixels.count == 4 * 6 * 4)
  }

  @Test func `what is no picture, cut off or far too large costs itself alone`() async throws {
    let folder = try TemporaryFolder()
    let good = Project.music + "/Abel Marr/Low Water/cover.jpg"
    let bytes = try FileDescriptor(opening: good).readAll()
    var huge = Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0, 0]
    huge += [UInt8](repeating: 0, count: 6) + [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 0]
    let paths = [
      try folder.write("empty", ""), try folder.write("text", "No picture."),
      try folder.write("cut", bytes.prefix(200)), try folder.write("huge", huge), good,
    ]
    let outcomes = try await Self.scaled(paths)
    for (path, outcome) in zip(paths, outcomes).dropLast() {
      #expect(throws: ReadFailure.self, "\(path)") { try outcome.get() }
    }
    #expect(try outcomes[4].get().picture.width > 0)
  }

  @Test func `a worker's word is checked`() {
    let picture = ScaledPicture(
      pixels: [UInt8](repeating: 7, count: 2 * 3 * 4), width: 2, height: 3, originalWidth: 20,
      originalHeight: 30)
    let bytes = picture.encoded()
    #expect(throws: Never.self) { try ScaledPicture(decoding: bytes[...], side: 3) }
    #expect(throws: WireError.self) { try ScaledPicture(decoding: bytes[...], side: 2) }
    #expect(throws: WireError.self) { try ScaledPicture(decoding: bytes.dropLast(), side: 3) }
    #expect(throws: WireError.self) { try ScaledPicture(decoding: bytes[...] + [0], side: 3) }
  }
}
