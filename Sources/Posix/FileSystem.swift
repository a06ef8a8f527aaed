import CLinux

/// The file system that something is on.
public struct FileSystem: Sendable, Hashable {
  /// Mostly the same as long as the file system is, whatever device it is found on.
  public let identity: Int64
  private let type: Int64

  /// - Parameter path: Something on it.
  public init(of path: UnsafePointer<CChar>) throws(PosixError) {
    var status = segue_filesystem_status()
    _ = try retrying("look at \(String(cString: path))") { segue_filesystem(path, &status) }
    identity = status.identity
    type = status.type
  }

  /// Whether others may change what is on it without this machine's kernel seeing it.
  ///
  /// Source: linux/magic.h: NFS, SMB, SMB2 (CIFS), Ceph, AFS, 9P, FUSE, Coda.
  public var isRemote: Bool {
    [
      0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x00C3_6400, 0x5346_414F, 0x0102_1997, 0x6573_5546,
      0x7375_7245,
    ].contains(type & 0xFFFF_FFFF)
  }
}
