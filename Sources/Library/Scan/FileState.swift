import Media
import Posix

/// What tells a file from others, whatever it is called.
struct FileIdentity: Sendable, Hashable {
  let device: UInt64
  let inode: UInt64
  /// 0 where the file system does not keep it. Without it the rest says little: inodes come again.
  let born: Int64
}

/// What shows that a file has changed, and which it is.
struct FileState: Sendable, Hashable {
  let identity: FileIdentity
  /// In bytes.
  let size: Int64
  /// In nanoseconds since 1970.
  let modified: Int64

  init(identity: FileIdentity, size: Int64, modified: Int64) {
    self.identity = identity
    self.size = size
    self.modified = modified
  }

  init(_ status: FileStatus) {
    identity = FileIdentity(device: status.device, inode: status.inode, born: status.born)
    size = status.size
    modified = status.modified
  }

  /// From the columns device, inode, born, size and modified.
  init(_ columns: inout Columns) {
    identity = FileIdentity(
      device: UInt64(bitPattern: columns.integer() ?? 0),
      inode: UInt64(bitPattern: columns.integer() ?? 0), born: columns.integer() ?? 0)
    size = columns.integer() ?? 0
    modified = columns.integer() ?? 0
  }

  func hasSameContent(as other: FileState) -> Bool {
    size == other.size && modified == other.modified
  }
}

/// An audio file that the walk came across.
struct FoundFile: Sendable, Hashable {
  /// Below the root.
  let folder: FilePath
  let name: FilePath
  let state: FileState
  /// Whether it is a link to the file.
  let isLink: Bool
  /// What its name says of it.
  var claim = AudioFiles.Claim.audio

  var path: FilePath { folder.appending(name) }
}

/// A file as the library remembers it.
struct KnownFile: Sendable, Hashable {
  let row: Int64
  /// Below the root.
  let folder: FilePath
  let name: FilePath
  let state: FileState
  /// Whether it was read by a Segue that knew less of tags.
  var isStale = false
}

extension FoundFile {
  /// As it was when the library last saw it.
  init(_ file: KnownFile) {
    self.init(
      folder: file.folder, name: file.name, state: file.state, isLink: false,
      claim: file.name.bytes.withUnsafeBufferPointer { AudioFiles.claim($0) })
  }
}
