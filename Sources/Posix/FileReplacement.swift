import Glibc

extension FileDescriptor {
  /// Puts a file with these bytes in the place of what is there, which stays as it is until all are written.
  ///
  /// A file through a link is replaced where it lies; what is no file, such as a pipe, is written to.
  ///
  /// - Parameters:
  ///   - permissions: What the new file has; without them it has what is usual of `mode`.
  ///   - isWished: Asked when all is written; nothing is replaced where it is not so any more.
  public static func replace(
    _ path: String, with bytes: [UInt8], mode: mode_t = 0o644, permissions: UInt32? = nil,
    isWished: () -> Bool = { true }
  ) throws(PosixError) {
    let status = try? FileStatus(path)
    if let status, status.kind != .file {
      return try FileDescriptor(opening: path, O_WRONLY).write(bytes)
    }
    let place = status == nil ? path : resolved(path)
    let new = "\(place).\(getpid()).new"
    let file = try FileDescriptor(opening: new, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    do throws(PosixError) {
      try file.write(bytes)
      // On disks that know no permissions it is as all there.
      if let permissions { fchmod(file.raw, mode_t(permissions & 0o777)) }
      _ = try retrying("write \(path)") { fsync(file.raw) }
      if !isWished() {
        unlink(new)
      } else if rename(new, place) != 0 {
        throw PosixError("write \(path)")
      }
    } catch {
      unlink(new)
      throw error
    }
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
