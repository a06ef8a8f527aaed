import Glibc
import Media

/// What one scan looks at: a root, or a part of it.
struct ScanTarget: Sendable, Hashable {
  let root: MusicRoot
  /// Below the root; empty for all of it.
  let part: FilePath

  /// The path without links; `nil` when nothing is there.
  static func real(_ path: FilePath) -> FilePath? {
    path.withCString { text in
      guard let real = realpath(text, nil) else { return nil }
      defer { free(real) }
      return FilePath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
  }
}
