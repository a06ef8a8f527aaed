import Dispatch
import Library
import Media
import Picker
import Posix
import Worker

/// Reads covers for a picker, one at a time: the one in the file, else the one beside it. Workers do it, which stay for a
/// moment.
final class CoverReader: @unchecked Sendable {
  // Fine, because what changes is touched on `queue` alone.
  private let queue = DispatchQueue(label: "segue.covers", qos: .utility)
  private let library: LibraryStore
  private let database: String
  private let workers: WorkerPrograms
  private var reader: EmbeddedPictures?
  private var uses = 0

  /// How long after the last use workers stay.
  private static let patience = DispatchTimeInterval.seconds(5)

  /// - Returns: `nil` where there are no workers.
  init?(_ user: UserEnvironment, _ library: LibraryStore) {
    guard let workers = try? WorkerPrograms.ofThisProgram() else { return nil }
    (self.library, self.workers) = (library, workers)
    database = user.places.database
  }

  /// The cover of an item; `nil` where it has none that can be read.
  func cover(_ id: PersistentID) throws -> PickerCover? {
    try queue.sync {
      guard let item = try library.item(id), item.tags.artworkSource != nil else { return nil }
      leaveLater()
      if reader == nil { reader = try EmbeddedPictures(library: database, workers: workers) }
      return try embedded(item) ?? beside(item)
    }
  }

  private func embedded(_ item: MediaItem) throws -> PickerCover? {
    guard item.tags.artworkSource == .embedded,
      let (file, _) = try? item.path.withCString(FileDescriptor.regularFile),
      let picture = try reader?.picture(in: file, fileExtension: item.path.fileExtension)
    else { return nil }
    let size = picture.bytes.count
    return try scaled(FileDescriptor.inMemory(picture.bytes), item, .embedded, size: size)
  }

  private func beside(_ item: MediaItem) throws -> PickerCover? {
    guard let path = try library.coverFile(of: item), let (file, status) = CoverFile.open(path)
    else { return nil }
    return try scaled(file, item, .file, size: Int(status.size))
  }

  private func scaled(
    _ file: FileDescriptor.Owned, _ item: MediaItem, _ source: ArtworkSource, size: Int
  ) throws -> PickerCover? {
    guard let (picture, mimeType) = try reader?.scaled(file, side: PickerCover.side) else {
      return nil
    }
    return PickerCover(
      item: item.persistentID, pixels: picture.pixels, width: picture.width,
      height: picture.height, source: source, mimeType: mimeType,
      originalWidth: picture.originalWidth, originalHeight: picture.originalHeight, size: size)
  }

  private func leaveLater() {
    uses += 1
    let uses = uses
    queue.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
      guard let self, self.uses == uses else { return }
      self.reader = nil
    }
  }
}
