import Media

/// A picture as a file has it.
public struct Picture: Sendable, Hashable {
  public var bytes: [UInt8]
  /// `image/png` and the like; empty where nobody knows.
  public var mimeType: String

  public init(bytes: [UInt8], mimeType: String) {
    self.bytes = bytes
    self.mimeType = mimeType
  }
}
