import Media

/// Something of a fixed length that a long list consists of.
protocol StoredElement: Sendable {
  /// In bytes.
  static var size: Int { get }

  /// `nil` for bytes that make no sense.
  init?(stored bytes: UnsafeRawBufferPointer)
  func store(_ bytes: UnsafeMutableRawBufferPointer)
  func isSame(as other: Self) -> Bool
}

/// A long list in a table of the database: parts of it in rows, of which a change writes those it touches.
struct StoredParts<Element: StoredElement>: Sendable {
  private struct Part {
    var place: Int64
    var count: Int
  }

  /// Elements of a part, at most. Parts of less than half of it are joined with what is written beside them.
  static var limit: Int { 1024 }

  private let table: String
  private var elements: [Element] = []
  private var parts: [Part] = []
  /// Whether the table has what is here.
  private var isKnown = false

  init(table: String) { self.table = table }

  private static var during: String { "saving the queue" }
  private static var step: Int64 { 1 << 32 }

  /// Writes what differs from what was written last, inside a transaction of the caller.
  ///
  /// - Returns: How many rows were written.
  @discardableResult
  mutating func save(
    _ new: [Element], _ database: borrowing Database
  ) throws(LibraryError) -> Int {
    guard isKnown else { return try replace(new, database) }
    let prefix = CommonEnds.prefix(elements, new) { $0.isSame(as: $1) }
    if prefix == elements.count, prefix == new.count { return 0 }
    let suffix = CommonEnds.suffix(elements, new, besides: prefix) { $0.isSame(as: $1) }
    let (leading, trailing) = keptParts(prefix, suffix)
    let first = parts[..<leading].reduce(0) { $0 + $1.count }
    let last = new.count - parts[(parts.count - trailing)...].reduce(0) { $0 + $1.count }
    let below = leading > 0 ? parts[leading - 1].place : 0
    let above =
      trailing > 0
      ? parts[parts.count - trailing].place : below + Self.step * Int64(new.count / Self.limit + 2)
    let count = (last - first + Self.limit - 1) / Self.limit
    let gap = (above - below) / Int64(count + 1)
    guard gap > 0, above < Int64.max / 2 else { return try replace(new, database) }
    let old = parts[leading..<(parts.count - trailing)]
    if let from = old.first?.place, let to = old.last?.place {
      try database.execute(
        "DELETE FROM \(table) WHERE place BETWEEN \(from) AND \(to)", during: Self.during)
    }
    let written = try write(new[first..<last], after: below, step: gap, database)
    parts.replaceSubrange(leading..<(parts.count - trailing), with: written)
    elements = new
    return written.count
  }

  /// Reads what is there; bytes that make no sense are left out.
  static func read(
    _ table: String, _ database: borrowing Database
  ) throws(LibraryError) -> [Element] {
    let statement = try database.prepare(
      "SELECT elements FROM \(table) ORDER BY place", during: "reading the queue")
    var elements: [Element] = []
    while try statement.step() {
      var columns = statement.columns
      columns.blob().withUnsafeBytes { bytes in
        elements.reserveCapacity(elements.count + bytes.count / Element.size)
        for start in stride(from: 0, through: bytes.count - Element.size, by: Element.size) {
          let part = UnsafeRawBufferPointer(rebasing: bytes[start..<start + Element.size])
          if let element = Element(stored: part) { elements.append(element) }
        }
      }
    }
    return elements
  }

  private mutating func replace(
    _ new: [Element], _ database: borrowing Database
  ) throws(LibraryError) -> Int {
    try database.execute("DELETE FROM \(table)", during: Self.during)
    parts = try write(new[...], after: 0, step: Self.step, database)
    elements = new
    isKnown = true
    return parts.count
  }

  private func write(
    _ elements: ArraySlice<Element>, after place: Int64, step: Int64,
    _ database: borrowing Database
  ) throws(LibraryError) -> [Part] {
    let statement = try database.prepare(
      "INSERT INTO \(table) VALUES (?, ?)", during: Self.during)
    var parts: [Part] = []
    var rest = elements
    var place = place
    while !rest.isEmpty {
      let part = rest.prefix(Self.limit)
      rest = rest.dropFirst(part.count)
      place += step
      statement.bind(1, place)
      statement.bind(2, Self.bytes(part))
      try statement.run()
      parts.append(Part(place: place, count: part.count))
    }
    return parts
  }

  private static func bytes(_ part: ArraySlice<Element>) -> [UInt8] {
    let size = Element.size
    return [UInt8](unsafeUninitializedCapacity: part.count * size) { buffer, count in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      var start = 0
      for element in part {
        element.store(UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + size]))
        start += size
      }
      count = start
    }
  }

  /// How many parts at both ends stay as they are.
  private func keptParts(_ prefix: Int, _ suffix: Int) -> (leading: Int, trailing: Int) {
    var (leading, seen) = (0, 0)
    while leading < parts.count, seen + parts[leading].count <= prefix {
      seen += parts[leading].count
      leading += 1
    }
    var trailing = 0
    seen = 0
    while leading + trailing < parts.count,
      seen + parts[parts.count - 1 - trailing].count <= suffix
    {
      seen += parts[parts.count - 1 - trailing].count
      trailing += 1
    }
    if leading > 0, parts[leading - 1].count < Self.limit / 2 { leading -= 1 }
    if trailing > 0, parts[parts.count - trailing].count < Self.limit / 2 { trailing -= 1 }
    return (leading, trailing)
  }
}

/// Little-endian: the entry's number, the item, the album, the priority.
extension QueueRecord: StoredElement {
  static var size: Int { 17 }

  init?(stored bytes: UnsafeRawBufferPointer) {
    let item = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
    guard let item = PersistentID(rawValue: item) else { return nil }
    self.init(
      id: UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)), item: item,
      album: AlbumKey(
        rawValue: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self))),
      priority: bytes[16])
  }

  func store(_ bytes: UnsafeMutableRawBufferPointer) {
    bytes.storeBytes(of: id.littleEndian, as: UInt32.self)
    bytes.storeBytes(of: item.rawValue.littleEndian, toByteOffset: 4, as: UInt64.self)
    bytes.storeBytes(of: album.rawValue.littleEndian, toByteOffset: 12, as: UInt32.self)
    bytes[16] = priority
  }
}

extension UInt32: StoredElement {
  static var size: Int { 4 }

  init?(stored bytes: UnsafeRawBufferPointer) {
    self.init(littleEndian: bytes.loadUnaligned(as: UInt32.self))
  }

  func store(_ bytes: UnsafeMutableRawBufferPointer) {
    bytes.storeBytes(of: littleEndian, as: UInt32.self)
  }

  func isSame(as other: UInt32) -> Bool { self == other }
}
