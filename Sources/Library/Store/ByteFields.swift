/// Writes fields one after the other: numbers little-endian, texts and lists with their length first.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ text: String) {
    put(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func put<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
    put(UInt8(value == nil ? 0 : 1))
    if let value { body(&self, value) }
  }

  mutating func put<Element: StoredElement>(_ elements: [Element]) {
    put(UInt32(elements.count))
    let size = Element.size
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: elements.count * size))
    bytes.withUnsafeMutableBytes { bytes in
      for (index, element) in elements.enumerated() {
        let place = start + index * size
        element.store(UnsafeMutableRawBufferPointer(rebasing: bytes[place..<place + size]))
      }
    }
  }
}

/// Reads what `ByteWriter` wrote; `nil` for what is no such thing.
struct ByteReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
    let size = MemoryLayout<Number>.size
    guard bytes.count - place >= size else { return nil }
    defer { place += size }
    return bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Number.self))
    }
  }

  mutating func count() -> Int? { number(UInt32.self).map { Int($0) } }

  mutating func text() -> String? {
    guard let count = count(), bytes.count - place >= count else { return nil }
    defer { place += count }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }

  /// - Returns: `nil` where the bytes make no sense, `.some(nil)` where there is no value.
  mutating func optional<Value>(_ body: (inout ByteReader) -> Value?) -> Value?? {
    guard let flag = number(UInt8.self) else { return nil }
    if flag == 0 { return .some(nil) }
    return body(&self).map { .some($0) }
  }

  mutating func elements<Element: StoredElement>(_: Element.Type = Element.self) -> [Element]? {
    guard let count = count(), bytes.count - place >= count * Element.size else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(count)
    let isSound = bytes.withUnsafeBytes { bytes in
      for start in stride(from: place, to: place + count * Element.size, by: Element.size) {
        let part = UnsafeRawBufferPointer(rebasing: bytes[start..<start + Element.size])
        guard let element = Element(stored: part) else { return false }
        elements.append(element)
      }
      return true
    }
    place += count * Element.size
    return isSound ? elements : nil
  }
}
