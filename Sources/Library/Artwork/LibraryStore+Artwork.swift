import Glibc
import Media
import Posix

/// Pictures beside the music.
extension LibraryStore {
  /// The picture that stands for the files in an item's folder; `nil` where there is none.
  public func coverFile(of item: MediaItem) throws(LibraryError) -> FilePath? {
    let found = try read("looking for a cover") {
      database throws(LibraryError) -> (cover: FilePath, roots: RootList)? in
      let folder = item.path.parent
      let roots = try RootList(database)
      guard let root = roots.containing(folder),
        let inside = folder.relative(to: root.path)
      else { return nil }
      let statement = try database.prepare(
        "SELECT cover FROM folders WHERE root = ? AND path = ? AND cover IS NOT NULL",
        during: "looking for a cover")
      statement.bind([.integer(root.id), .blob(inside.bytes)])
      guard try statement.step() else { return nil }
      var columns = statement.columns
      return (folder.appending(FilePath(bytes: columns.blob())), roots)
    }
    // The disk is looked at, which may hang, while nobody waits for the library.
    return found.flatMap { CoverFile.isOurs($0.cover, $0.roots) ? $0.cover : nil }
  }
}

/// Pictures in files of their own, which anybody may have put there.
public enum CoverFile {
  /// Whether it lies in a root or in its folder, and is no link to something else, or to where nothing answers.
  static func isOurs(_ cover: FilePath, _ roots: RootList) -> Bool {
    guard let real = PathLook.at(cover)?.real else { return false }
    return roots.containing(real) != nil || real.parent == ScanTarget.real(cover.parent)
  }

  /// Opens a file that begins as pictures do; `nil` for any other.
  public static func open(
    _ path: FilePath
  ) -> (file: FileDescriptor.Owned, status: FileStatus)? {
    guard let (file, status) = try? path.withCString(FileDescriptor.regularFile) else { return nil }
    var head = [UInt8](repeating: 0, count: 12)
    let count = pread(file.raw, &head, head.count, 0)
    return isPicture(head.prefix(max(0, count))) ? (file, status) : nil
  }

  static func isPicture(_ head: ArraySlice<UInt8>) -> Bool { fileExtension(head) != nil }

  /// What a file that begins like this should be called; `nil` for what is no picture.
  public static func fileExtension(_ head: ArraySlice<UInt8>) -> String? {
    if head.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpg" }
    if head.starts(with: [0x89] + "PNG\r\n".utf8) { return "png" }
    if head.starts(with: "GIF8".utf8) { return "gif" }
    let isWebP = head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: "WEBP".utf8)
    return isWebP ? "webp" : nil
  }
}
