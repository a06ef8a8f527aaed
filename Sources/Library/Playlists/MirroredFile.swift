import Media
import Posix

/// A file in a folder of playlists, as it was when it and its playlist last said the same.
struct MirroredFile: Sendable, Hashable {
  /// By what a change of a file is seen. Not its number, which sticks and shares give anew each time.
  struct Mark: Sendable, Hashable {
    let size: Int64
    let modified: Int64
  }

  var mark: Mark
  /// The playlist's name, by its bytes; `nil` for a file that is left alone.
  var list: FilePath?
  /// A digest of what the playlist said.
  var said: Int64 = 0
  /// Whether we wrote it, and so may write it again and remove it.
  var isOwn = false
}

extension MirroredFile.Mark {
  init(_ status: FileStatus) {
    self.init(size: status.size, modified: status.modified)
  }

  /// Whether somebody may still be writing the file.
  func isYoung(_ now: Timestamp) -> Bool {
    let age = now.nanoseconds.subtractingReportingOverflow(modified)
    return !age.overflow && age.partialValue.magnitude < 2_000_000_000
  }
}

extension LibraryStore {
  /// The files of a folder, by their names.
  func mirrored(in folder: FilePath) throws(LibraryError) -> [FilePath: MirroredFile] {
    try read("reading playlists") { database throws(LibraryError) in
      let statement = try database.prepare(
        "SELECT name, list, size, modified, said, own FROM mirrored WHERE folder = ?",
        during: "reading playlists")
      statement.bind(1, folder.bytes)
      var files: [FilePath: MirroredFile] = [:]
      while try statement.step() {
        var columns = statement.columns
        let name = FilePath(bytes: columns.blob())
        let list = columns.text().map { FilePath($0) }
        let mark = MirroredFile.Mark(
          size: columns.integer() ?? 0,
          modified: columns.integer() ?? 0)
        files[name] = MirroredFile(
          mark: mark, list: list, said: columns.integer() ?? 0, isOwn: columns.integer() == 1)
      }
      return files
    }
  }

  /// Keeps what has become of the files of a folder; `nil` for those that are gone.
  func keep(
    mirrored files: [FilePath: MirroredFile?], in folder: FilePath
  ) throws(LibraryError) {
    if files.isEmpty { return }
    try write(ListRows.during) { database throws(LibraryError) in
      let removal = try database.prepare(
        "DELETE FROM mirrored WHERE folder = ? AND name = ?", during: ListRows.during)
      let insertion = try database.prepare(
        "INSERT OR REPLACE INTO mirrored VALUES (?, ?, ?, ?, ?, ?, ?)", during: ListRows.during)
      for (name, file) in files {
        guard let file else {
          removal.bind([.blob(folder.bytes), .blob(name.bytes)])
          try removal.run()
          continue
        }
        insertion.bind([
          .blob(folder.bytes), .blob(name.bytes), file.list?.string.map { .text($0) } ?? .null,
          .integer(file.mark.size), .integer(file.mark.modified), .integer(file.said),
          .integer(file.isOwn ? 1 : 0),
        ])
        try insertion.run()
      }
    }
  }
}
