import Configuration
@preconcurrency import Dispatch
import Glibc
import Library
import Media
import Posix

/// Files with the picture of what plays, for programs that show it: the one beside the music, else one in the cache that
/// was taken out of it.
@MainActor
final class ArtworkFiles {
  /// Called when the picture of the item that was last asked for is known.
  var onFound: () -> Void = {}

  private struct Key: Hashable {
    let item: PersistentID
    let modified: Timestamp
    let source: ArtworkSource
  }

  private let folder: String
  private let pool: LibraryPool
  private let pictures: PictureDesk
  private var key: Key?
  private var url: String?

  /// Pictures that are kept.
  private nonisolated static let kept = 32

  init(folder: String, pool: LibraryPool, pictures: PictureDesk) {
    (self.folder, self.pool, self.pictures) = (folder, pool, pictures)
  }

  /// The URL of an item's picture; `nil` where it has none, or while it is looked for.
  func url(of item: MediaItem) -> String? {
    let key = item.tags.artworkSource.map {
      Key(item: item.persistentID, modified: item.modified, source: $0)
    }
    if key == self.key { return url }
    (self.key, url) = (key, nil)
    guard let key else { return nil }
    let (folder, pool, pictures) = (folder, pool, pictures)
    pictures.queue.async { [weak self] in
      let found = Result { try Self.find(item, folder, pool, pictures) }
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.take(found, of: key) } }
    }
    return nil
  }

  private func take(_ found: Result<FilePath?, any Error>, of key: Key) {
    guard key == self.key else { return }
    switch found {
    case .success(let path?):
      url = FileURL.text(path)
      onFound()
    case .success: break
    // Nobody knows yet: it is looked for again when something happens.
    case .failure: self.key = nil
    }
  }

  private nonisolated static func find(
    _ item: MediaItem, _ folder: String, _ pool: LibraryPool, _ pictures: PictureDesk
  ) throws -> FilePath? {
    // Clients wait for their pictures on the same queue.
    guard PictureDesk.answers(item) else {
      throw PosixError("look at \(item.path)", code: ETIMEDOUT)
    }
    if item.tags.artworkSource == .embedded, let path = cached(item, folder, pictures) {
      return path
    }
    let cover = try pool.use { store throws(LibraryError) in try store.coverFile(of: item) }
    guard let cover, CoverFile.open(cover) != nil else { return nil }
    return cover
  }

  /// The picture in a file, as a file of its own.
  private nonisolated static func cached(
    _ item: MediaItem, _ folder: String, _ pictures: PictureDesk
  ) -> FilePath? {
    let stem = "\(folder)/\(item.persistentID)-\(item.modified.nanoseconds)"
    let names = ["jpg", "png", "gif", "webp"].map { "\(stem).\($0)" }
    if let there = names.first(where: { access($0, R_OK) == 0 }) { return FilePath(there) }
    let found = Result { () throws(LibraryError) in
      try pictures.embedded(in: item.path, fileExtension: item.path.fileExtension)
    }
    guard case .success(let picture?) = found,
      let suffix = CoverFile.fileExtension(picture.bytes.prefix(12))
    else { return nil }
    do {
      try Places.makeFolder(folder)
      try FileDescriptor.replace("\(stem).\(suffix)", with: picture.bytes, mode: 0o600)
    } catch {
      return nil
    }
    removeOld(in: folder)
    return FilePath("\(stem).\(suffix)")
  }

  /// Keeps the latest.
  private nonisolated static func removeOld(in folder: String) {
    var names: [String] = []
    guard let descriptor = try? FileDescriptor(opening: folder, O_RDONLY | O_DIRECTORY) else {
      return
    }
    try? FolderEntries.forEach(in: descriptor.raw) { name, _ in
      names.append(String(decoding: name, as: UTF8.self))
    }
    let files = names.compactMap { name -> (path: String, modified: Int64)? in
      let path = "\(folder)/\(name)"
      return (try? FileStatus(path)).map { (path, $0.modified) }
    }
    for old in files.sorted(by: { $0.modified > $1.modified }).dropFirst(kept) {
      unlink(old.path)
    }
  }
}
