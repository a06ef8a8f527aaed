import Media

/// A folder whose music is in the library.
public struct MusicRoot: Sendable, Hashable, Identifiable {
  public let id: Int64
  /// Absolute, without links.
  public let path: FilePath
  /// Its folder's name, made unique: what URIs begin with where there are several roots.
  public let name: String
  /// Whether it was there when it was last scanned.
  public let isAvailable: Bool
}
