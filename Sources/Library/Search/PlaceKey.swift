/// Bytes that compare as places do in a listing of the folders: what is in a folder by disc, track and name, then each
/// folder in it by name.
enum PlaceKey {
  /// - Parameters:
  ///   - uri: Of a folder, or of a cue sheet, which is one.
  ///   - key: Makes the key of a name, in which no byte is zero.
  static func folder(_ uri: String, _ key: (String) -> [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    for name in uri.utf8.split(separator: UInt8(ascii: "/")) {
      let text = String(Substring(name))
      bytes.append(2)
      bytes += key(text)
      bytes.append(0)
      // Names that are ordered alike are different folders.
      bytes += text.utf8
      bytes.append(0)
    }
    return bytes
  }

  /// - Parameters:
  ///   - folder: The key of the folder.
  ///   - disc: 0 for none, as is `track`.
  static func item(_ folder: [UInt8], disc: Int, track: Int, name: [UInt8]) -> [UInt8] {
    var bytes = folder
    bytes.reserveCapacity(folder.count + name.count + 17)
    bytes.append(1)
    for number in [disc, track] {
      let number = UInt64(clamping: number)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }
    return bytes + name
  }
}
