/// Writes the fields of a message: numbers little-endian, text and lists with their length first.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(512) }

  mutating func put(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ number: Double) { put(number.bitPattern) }

  mutating func put(_ flag: Bool) { put(UInt8(flag ? 1 : 0)) }

  /// Text of more bytes than a message should spend on it is cut between characters.
  mutating func put(_ text: String, limit: Int = Wire.maximumText) {
    var text = text
    if text.utf8.count > limit {
      var end = text.utf8.index(text.startIndex, offsetBy: limit)
      while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
        end = text.utf8.index(before: end)
      }
      text = String(text[..<end])
    }
    put(UInt16(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// More values than a message should carry are left out.
  mutating func put(_ list: [String]) {
    let list = list.prefix(Wire.maximumList)
    put(UInt8(list.count))
    let share = list.isEmpty ? 0 : Wire.maximumText / list.count
    for text in list { put(text, limit: share) }
  }

  mutating func put<Value>(_ value: Value?, _ body: (inout WireWriter, Value) -> Void) {
    put(value != nil)
    if let value { body(&self, value) }
  }

  /// Bytes with their number before them.
  mutating func put(bytes list: [UInt8]) {
    put(UInt16(list.count))
    bytes.append(contentsOf: list)
  }

  /// Bytes up to the end of the message.
  mutating func putRest(_ rest: UnsafeRawBufferPointer) { bytes.append(contentsOf: rest) }
}

/// The bounds of a message, so that a record of all fields stays below 64 KB.
enum Wire {
  /// Bytes of one text, and of all texts of one list together.
  static let maximumText = 2000
  static let maximumList = 64
  static let maximumPictures = 32
  /// Bytes of all texts whose encoding is not sure.
  static let maximumLegacy = 6000
}
