import Media
import Posix

/// Which folder of which file system a root is.
struct RootIdentity: Sendable, Hashable {
  var device: UInt64
  var inode: UInt64
  var filesystem: Int64

  /// `nil` where the root is not there, or has become a link to elsewhere.
  init?(of root: FilePath) {
    guard ScanTarget.real(root) == root,
      let status = try? root.withCString({ text throws(PosixError) in try FileStatus(text) }),
      let filesystem = try? root.withCString({ text throws(PosixError) in
        try FileSystem(of: text)
      })
    else { return nil }
    (device, inode) = (status.device, status.inode)
    self.filesystem = filesystem.identity
  }

  init(device: UInt64, inode: UInt64, filesystem: Int64) {
    (self.device, self.inode, self.filesystem) = (device, inode, filesystem)
  }

  /// What it was when it was last there; `nil` where nobody has seen it yet.
  static func known(
    _ root: MusicRoot, _ database: borrowing Database
  ) throws(LibraryError) -> RootIdentity? {
    let statement = try database.prepare(
      "SELECT device, inode, filesystem FROM roots WHERE id = ?",
      during: "reading its music folders")
    statement.bind(1, root.id)
    guard try statement.step() else { return nil }
    var columns = statement.columns
    guard let device = columns.integer(), let inode = columns.integer(),
      let filesystem = columns.integer()
    else { return nil }
    return RootIdentity(
      device: UInt64(bitPattern: device), inode: UInt64(bitPattern: inode), filesystem: filesystem)
  }

  /// Whether both are one folder. Numbers of devices change when they are plugged in again; file systems
  /// remember who they are.
  func isSameFolder(as other: RootIdentity) -> Bool {
    inode == other.inode && (device == other.device || filesystem == other.filesystem)
  }
}

/// Tells music that was deleted from music on a disk that is not mounted.
struct MountCheck: Sendable {
  /// The root's folder as it is, and as it was when it was last there.
  let now: RootIdentity
  let before: RootIdentity?
  /// Folders that were walked and lie on another device than the root, by path.
  var devices: [FilePath: UInt64] = [:]
  /// All folders that were walked.
  var visited: Set<FilePath> = []
  /// Devices that other files show to be the same under a new number.
  var renumbered: Set<ScanPlan.Renumbering> = []
  /// Links to folders that are not there any more, with the devices that they lay on.
  var lostLinks: [FilePath: UInt64] = [:]

  /// Whether a file that is missing was on another file system than what is in its place now, which nobody took
  /// away with the link that led to it.
  func looksUnmounted(_ file: KnownFile) -> Bool {
    !isSame(file.state.identity.device, device(at: file.folder))
      && !layBehindRemovedLink(file.folder)
  }

  /// Whether what lay on a device then lies on the same one as what is here now.
  private func isSame(_ then: UInt64, _ here: UInt64) -> Bool {
    if then == here || renumbered.contains(.init(before: then, now: here)) { return true }
    guard let before, here == now.device, then == before.device else { return false }
    // The root's own file system, under another number than last time.
    return now.filesystem == before.filesystem
  }

  /// Whether a link that led to a folder is gone, though the disk that it lay on is there.
  private func layBehindRemovedLink(_ folder: FilePath) -> Bool {
    if lostLinks.isEmpty { return false }
    var folder = folder
    while !folder.bytes.isEmpty {
      let above = folder.parent
      if let then = lostLinks[folder], isSame(then, device(at: above)) { return true }
      folder = above
    }
    return false
  }

  /// The device of the folder, or of the nearest one above it that is there.
  private func device(at folder: FilePath) -> UInt64 {
    var folder = folder
    while !visited.contains(folder), !folder.bytes.isEmpty { folder = folder.parent }
    return devices[folder] ?? now.device
  }

  /// Whether a root of which no music is left is another folder than it was: the one that a disk is
  /// mounted at, say.
  var isReplaced: Bool { before.map { !now.isSameFolder(as: $0) } ?? true }

  /// Whether so much looks unmounted that nothing of it is believed.
  ///
  /// - Parameter all: All files that were known in the root.
  static func isAway(lost: Int, of all: Int) -> Bool { lost * 2 > all }
}
