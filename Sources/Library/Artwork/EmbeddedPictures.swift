import Glibc
import Media
import Posix
import Worker

/// Takes pictures out of music files, which workers do, one file at a time.
public struct EmbeddedPictures: ~Copyable {
  private var tagger: Tagger
  private var prober: Tagger

  /// Larger ones are nobody's cover, and are not taken.
  public static let maximumBytes = 32 << 20

  /// - Parameters:
  ///   - library: The database.
  ///   - patience: How long a worker may take for a file, in milliseconds.
  public init(
    library: String, workers: WorkerPrograms, patience: Int = 10_000
  ) throws(LibraryError) {
    let probe = try ScanLock.emptyFile(library: library)
    tagger = Tagger(program: workers.tagger, probe: probe, patience: patience) { false }
    prober = Tagger(
      program: workers.decoder, arguments: ["--probe"], probe: probe, patience: patience
    ) { false }
  }

  /// The front cover, else the first picture in the file; `nil` where there is none that can be had.
  public mutating func picture(
    in file: FileDescriptor.Owned, fileExtension: String
  ) throws(LibraryError) -> Picture? {
    let file = Tagger.File(descriptor: file, fileExtension: fileExtension)
    switch try tagger.read([file]).first {
    case .success(let record):
      guard let place = EmbeddedPicture.preferred(among: record.pictures),
        let found = try tagger.fetch(.picture(place), of: file, limit: Self.maximumBytes)
      else { return nil }
      return Picture(bytes: found.bytes, mimeType: found.mimeType)
    case .failure(let failure) where failure.kind == .unsupported || failure.kind == .notAudio:
      return try probed(file)
    case .failure, nil: return nil
    }
  }

  /// All pictures in the file, without their bytes, in its order.
  public mutating func list(
    in file: FileDescriptor.Owned, fileExtension: String
  ) throws(LibraryError) -> [EmbeddedPicture] {
    let file = Tagger.File(descriptor: file, fileExtension: fileExtension)
    switch try tagger.read([file]).first {
    case .success(let record): return record.pictures
    case .failure(let failure) where failure.kind == .unsupported || failure.kind == .notAudio:
      // The decoder tells of one at most, and not what it shows.
      guard let picture = try probed(file) else { return [] }
      return [
        EmbeddedPicture(kind: 0, mimeType: picture.mimeType, size: picture.bytes.count)
      ]
    case .failure, nil: return []
    }
  }

  /// The picture that a file is, with sides of at most so many pixels (a multiple of 8), and its type; `nil` where it is
  /// none that can be had.
  public mutating func scaled(
    _ file: FileDescriptor.Owned, side: Int
  ) throws(LibraryError) -> (picture: ScaledPicture, mimeType: String)? {
    let file = Tagger.File(descriptor: file, fileExtension: "")
    let found = try prober.fetch(
      .scaledPicture(side: side), of: file, limit: ScaledPicture.maximumBytes(side: side))
    guard let found, let picture = try? ScaledPicture(decoding: found.bytes[...], side: side)
    else { return nil }
    return (picture, found.mimeType)
  }

  /// What the decoder's libraries find in files that the tagger does not know.
  private mutating func probed(_ file: Tagger.File) throws(LibraryError) -> Picture? {
    guard
      let found = try prober.fetch(.picture(0), of: file, limit: Self.maximumBytes)
    else { return nil }
    return Picture(bytes: found.bytes, mimeType: found.mimeType)
  }
}
