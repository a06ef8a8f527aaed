/// A picture in a file's tags, without its bytes.
public struct EmbeddedPicture: Sendable, Hashable {
  /// What it shows: 3 is the front cover, 4 the back, 0 anything else.
  ///
  /// Source: ID3v2.4.0 native frames, section 4.14; FLAC and Vorbis comments use the same numbers.
  public var kind: UInt8
  /// `image/jpeg` and the like, by its first bytes where they tell, else as the tag says; empty when neither does.
  public var mimeType: String
  /// In bytes.
  public var size: Int

  public static let frontCover: UInt8 = 3

  public init(kind: UInt8, mimeType: String, size: Int) {
    self.kind = kind
    self.mimeType = mimeType
    self.size = size
  }

  /// The place of the picture to show for the file: its front cover, else the first picture; `nil` without any.
  public static func preferred(among pictures: [EmbeddedPicture]) -> Int? {
    pictures.firstIndex { $0.kind == frontCover } ?? pictures.indices.first
  }

  /// What it shows, in words: `front cover`, `artist`; `other` for what the list of kinds does not know.
  public var kindName: String {
    Int(kind) < Self.kindNames.count ? Self.kindNames[Int(kind)] : "other"
  }

  private static let kindNames = [
    "other", "file icon", "other file icon", "front cover", "back cover", "leaflet page", "media",
    "lead artist", "artist", "conductor", "band", "composer", "lyricist", "recording location",
    "during recording", "during performance", "screen capture", "bright coloured fish",
    "illustration", "band logo", "publisher logo",
  ]
}
