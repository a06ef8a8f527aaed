@preconcurrency import Dispatch
import Glibc
import Library
import MPDProtocol
import Media
import Posix
import Worker

/// Hands out pictures, part by part as clients ask for them, to one client after the other.
///
/// Of those in music files the last few are kept for a moment, and so is the worker that takes them out.
final class PictureDesk: @unchecked Sendable {
  // Fine, because everything but `queue` is touched on it alone.
  let queue = DispatchQueue(label: "segue.pictures", qos: .userInitiated)

  private let library: String
  private let workers: WorkerPrograms
  private var reader: EmbeddedPictures?
  private var kept: [(key: Key, picture: Picture?)] = []
  private var uses = 0
  private var isLeaving = false

  /// Bytes of pictures that are kept, and how many there may be.
  private static let keptBytes = 16 << 20
  private static let keptCount = 8
  /// How long after the last use they are.
  private static let patience = DispatchTimeInterval.seconds(10)

  private struct Key: Hashable {
    let path: FilePath
    let size: Int64
    let modified: Int64
  }

  init(library: String, workers: WorkerPrograms) {
    self.library = library
    self.workers = workers
  }

  /// The picture in a music file; `nil` where there is none, or no such file.
  func embedded(in path: FilePath, fileExtension: String) throws(LibraryError) -> Picture? {
    guard let (file, status) = try? path.withCString(FileDescriptor.regularFile) else { return nil }
    let key = Key(path: path, size: status.size, modified: status.modified)
    leaveLater()
    if let index = kept.firstIndex(where: { $0.key == key }) {
      let found = kept.remove(at: index)
      kept.append(found)
      return found.picture
    }
    if reader == nil { reader = try EmbeddedPictures(library: library, workers: workers) }
    let picture = try reader?.picture(in: file, fileExtension: fileExtension)
    keep(picture, key)
    return picture
  }

  /// Whether the file system of an item answers, which its folder is asked for: an album on one that is gone is waited for
  /// once, not track by track.
  static func answers(_ item: MediaItem) -> Bool {
    PathLook.at(item.path, in: item.path.parent) != nil
  }

  /// A part of a file that is a picture, and the size of all of it; `nil` where there is none, or none of a picture.
  ///
  /// - Returns: No part where `offset` lies behind the end.
  static func part(
    of path: FilePath, from offset: Int, limit: Int
  ) -> (size: Int, bytes: [UInt8]?)? {
    guard let (file, status) = CoverFile.open(path) else { return nil }
    let size = Int(status.size)
    guard offset <= size else { return (size, nil) }
    var bytes = [UInt8](repeating: 0, count: min(limit, size - offset))
    let count = bytes.withUnsafeMutableBytes { buffer -> Int in
      var done = 0
      while done < buffer.count {
        let count = pread(
          file.raw, buffer.baseAddress?.advanced(by: done), buffer.count - done,
          off_t(offset + done))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        done += count
      }
      return done
    }
    bytes.removeLast(bytes.count - count)
    return (size, bytes)
  }

  private func keep(_ picture: Picture?, _ key: Key) {
    kept.append((key, picture))
    // The last one stays: its client comes back for the rest of it.
    while kept.count > Self.keptCount || kept.count > 1 && size > Self.keptBytes {
      kept.removeFirst()
    }
  }

  private var size: Int { kept.reduce(0) { $0 + ($1.picture?.bytes.count ?? 0) } }

  /// Lets go of everything when nobody has asked for a while.
  private func leaveLater() {
    uses += 1
    guard !isLeaving else { return }
    isLeaving = true
    let uses = uses
    queue.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
      guard let self else { return }
      self.isLeaving = false
      guard self.uses == uses else { return self.leaveLater() }
      self.kept = []
      self.reader = nil
    }
  }
}
