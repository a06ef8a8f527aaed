import Glibc
import Media
import Posix

/// The files in a folder of playlists. Links are never followed there: what they lead to is somebody else's.
struct PlaylistFiles: Sendable {
  let folder: FilePath

  init(_ folder: FilePath) { self.folder = folder }

  func path(_ name: FilePath) -> FilePath { folder.appending(name) }

  /// The name without its extension.
  static func stem(_ name: FilePath) -> FilePath {
    let dot = name.bytes.lastIndex(of: UInt8(ascii: "."))
    return dot.map { FilePath(bytes: name.bytes[..<$0]) } ?? name
  }

  /// The playlists that have something in them, and what is called like one but is no plain file.
  func all() throws(PosixError) -> (files: [FilePath: MirroredFile.Mark], others: [FilePath]) {
    let descriptor = try folder.withCString { path throws(PosixError) in
      FileDescriptor.Owned(
        try retrying("open \(folder)") { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    }
    var names: [FilePath] = []
    try FolderEntries.forEach(in: descriptor.raw) { bytes, _ in
      let name = FilePath(bytes: bytes)
      guard bytes.first != UInt8(ascii: "."), name.string != nil,
        let kind = PlaylistFile.Kind(name), kind != .cue
      else { return }
      names.append(name)
    }
    var files: [FilePath: MirroredFile.Mark] = [:]
    var others: [FilePath] = []
    for name in names {
      guard let status = try? look(name) else { continue }
      if status.kind != .file { others.append(name) }
      if status.kind == .file, status.size > 0 { files[name] = MirroredFile.Mark(status) }
    }
    return (files, others)
  }

  private func look(_ name: FilePath) throws(PosixError) -> FileStatus {
    try path(name).withCString { path throws(PosixError) in
      try FileStatus(path, followingLinks: false)
    }
  }

  /// A file's status; `nil` where nothing is called so.
  ///
  /// - Throws: Also where something else than a plain file is.
  func status(_ name: FilePath) throws(PosixError) -> FileStatus? {
    let status: FileStatus
    do throws(PosixError) {
      status = try look(name)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    switch status.kind {
    case .file: return status
    case .folder: throw PosixError("write \(path(name))", code: EISDIR)
    case .link: throw PosixError("write \(path(name)), which is a link", code: ELOOP)
    case .pipe, .socket, .device: throw PosixError("write \(path(name))", code: EINVAL)
    }
  }

  /// Whether nothing is called so any more.
  func isGone(_ name: FilePath) -> Bool {
    do throws(PosixError) { return try status(name) == nil } catch { return false }
  }

  /// Whether a file has these bytes.
  func holds(_ name: FilePath, _ bytes: [UInt8]) -> Bool {
    guard let (file, status) = try? path(name).withCString(FileDescriptor.regularFile),
      status.size == bytes.count
    else { return false }
    return withExtendedLifetime(file) {
      (try? FileDescriptor(owning: dup(file.raw)).readAll(limit: bytes.count)) == bytes
    }
  }

  /// Writes a file, which is put in the place of what is there with one step.
  ///
  /// - Parameters:
  ///   - status: What is there; it is left alone when it is another one by then.
  ///   - model: What it gets its permissions from.
  /// - Returns: The file as it is now; `nil` where there was another one.
  func write(
    _ bytes: [UInt8], _ name: FilePath, over status: FileStatus?, like model: FileStatus?
  ) throws(PosixError) -> MirroredFile.Mark? {
    if let status, holds(name, bytes) { return MirroredFile.Mark(status) }
    let mark = status.map { MirroredFile.Mark($0) }
    var isWished = true
    try FileDescriptor.replace(
      path(name).string ?? "", with: bytes, permissions: model?.permissions
    ) {
      let now = try? self.status(name).map { MirroredFile.Mark($0) }
      isWished = now == mark
      return isWished
    }
    return isWished ? try MirroredFile.Mark(look(name)) : nil
  }

  /// Gives a file another name, behind which nobody looks for playlists.
  func setAside(_ name: FilePath) throws(PosixError) -> FilePath {
    var other = FilePath(bytes: name.bytes + Array(".old".utf8))
    var number = 2
    while !isGone(other) {
      other = FilePath(bytes: name.bytes + Array(".old\(number)".utf8))
      number += 1
    }
    let moved = path(name).withCString { from in path(other).withCString { rename(from, $0) } }
    guard moved == 0 else { throw PosixError("rename \(path(name))") }
    return other
  }

  func remove(_ name: FilePath) { _ = path(name).withCString { unlink($0) } }

  /// Of the places that entries lead to, whatever else is said of them.
  func digest(_ entries: [LibraryPlaylistEntry]) -> Int64 {
    Self.digest(entries.flatMap { PlaylistFormat.place($0, folder) + [0] })
  }

  /// Source: FNV-1a, of 64 bits.
  static func digest(_ bytes: [UInt8]) -> Int64 {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return Int64(bitPattern: hash)
  }
}
