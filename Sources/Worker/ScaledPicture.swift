/// A picture that a decoder has scaled, and how large it was.
public struct ScaledPicture: Sendable, Equatable {
  /// Red, green, blue and opacity, a byte each, line by line.
  public var pixels: [UInt8]
  public var width: Int
  public var height: Int
  public var originalWidth: Int
  public var originalHeight: Int

  public init(
    pixels: [UInt8], width: Int, height: Int, originalWidth: Int, originalHeight: Int
  ) {
    (self.pixels, self.width, self.height) = (pixels, width, height)
    (self.originalWidth, self.originalHeight) = (originalWidth, originalHeight)
  }

  /// The most bytes of one whose sides are no longer than `side`.
  public static func maximumBytes(side: Int) -> Int { 16 + side * side * 4 }

  public func encoded() -> [UInt8] {
    var writer = WireWriter()
    for number in [width, height, originalWidth, originalHeight] {
      writer.put(UInt32(clamping: number))
    }
    pixels.withUnsafeBytes { writer.putRest($0) }
    return writer.bytes
  }

  /// - Parameter side: How long its sides are at most.
  public init(decoding bytes: ArraySlice<UInt8>, side: Int) throws(WireError) {
    var reader = WireReader(bytes)
    width = Int(try reader.number(UInt32.self))
    height = Int(try reader.number(UInt32.self))
    originalWidth = Int(try reader.number(UInt32.self))
    originalHeight = Int(try reader.number(UInt32.self))
    guard (1...side).contains(width), (1...side).contains(height) else { throw .outOfRange }
    pixels = Array(reader.takeRest())
    guard pixels.count == width * height * 4 else { throw .tooShort }
  }
}
