// What is done with long arrays, quick in debug builds too.

extension Array {
  /// An array of so many elements, each made of its index.
  static func filled(_ count: Int, _ element: (Int) -> Element) -> [Element] {
    // The one empty array that all share would be written to.
    if count == 0 { return [] }
    return Array(unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        buffer.initializeElement(at: filled, to: element(filled))
        filled += 1
      }
    }
  }

  /// Puts another element in the place of each, or takes it out.
  mutating func keepOnly(_ change: (Element) -> Element?) {
    var kept = 0
    withUnsafeMutableBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        if let new = change(buffer[index]) {
          buffer[kept] = new
          kept += 1
        }
        index += 1
      }
    }
    removeLast(count - kept)
  }
}
