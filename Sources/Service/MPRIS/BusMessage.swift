import CSystemd
import Glibc

/// A value on the bus, of the types that MPRIS has.
enum BusValue: Sendable, Hashable {
  case text(String)
  case texts([String])
  /// The name of an object, such as that of a track.
  case object(String)
  case objects([String])
  case flag(Bool)
  case number(Int32)
  /// Mostly microseconds.
  case long(Int64)
  case real(Double)
  case fields([BusField])
  case records([[BusField]])

  fileprivate var signature: String {
    switch self {
    case .text: "s"
    case .texts: "as"
    case .object: "o"
    case .objects: "ao"
    case .flag: "b"
    case .number: "i"
    case .long: "x"
    case .real: "d"
    case .fields: "a{sv}"
    case .records: "aa{sv}"
    }
  }

  /// The most characters of a text that others are told.
  private static let limit = 10_000

  /// As the bus takes it: it ends the connection of whoever sends it NUL or what is no character.
  static func clean(_ text: String) -> String {
    func isFine(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value != 0 && !scalar.properties.isNoncharacterCodePoint
    }
    let scalars = text.unicodeScalars
    if text.utf8.count <= limit, scalars.allSatisfy(isFine) { return text }
    return String(String.UnicodeScalarView(scalars.lazy.filter(isFine).prefix(limit)))
  }
}

/// A part of a value, with its name.
struct BusField: Sendable, Hashable {
  let name: String
  let value: BusValue

  init(_ name: String, _ value: BusValue) { (self.name, self.value) = (name, value) }
}

/// What the bus, or its library, refuses.
struct BusError: Error, Equatable {
  /// Of errno.
  let code: Int32

  init(_ code: Int32) { self.code = code }

  /// - Parameter result: What a function of the library returned; negative for an error.
  @discardableResult
  static func check(_ result: Int32) throws(BusError) -> Int32 {
    if result < 0 { throw BusError(-result) }
    return result
  }
}

/// A message while it is put together or read, which is not kept.
struct BusMessage {
  let raw: OpaquePointer

  // MARK: Written

  func append(_ value: BusValue) throws(BusError) {
    switch value {
    case .text(let text): try append("s", BusValue.clean(text))
    case .texts(let list):
      try container("a", "s") { () throws(BusError) in
        for text in list { try append("s", BusValue.clean(text)) }
      }
    case .object(let path): try append("o", path)
    case .objects(let list):
      try container("a", "o") { () throws(BusError) in
        for path in list { try append("o", path) }
      }
    case .flag(let flag): try append("b", Int32(flag ? 1 : 0))
    case .number(let number): try append("i", number)
    case .long(let number): try append("x", number)
    case .real(let number): try append("d", number)
    case .fields(let fields): try append(fields)
    case .records(let records):
      try container("a", "a{sv}") { () throws(BusError) in
        for fields in records { try append(fields) }
      }
    }
  }

  private func append(_ fields: [BusField]) throws(BusError) {
    try container("a", "{sv}") { () throws(BusError) in
      for field in fields {
        try container("e", "sv") { () throws(BusError) in
          try append("s", field.name)
          try container("v", field.value.signature) { () throws(BusError) in
            try append(field.value)
          }
        }
      }
    }
  }

  private func append(_ type: Unicode.Scalar, _ text: String) throws(BusError) {
    let result = text.withCString { sd_bus_message_append_basic(raw, Self.code(type), $0) }
    try BusError.check(result)
  }

  private func append(_ type: Unicode.Scalar, _ number: some BitwiseCopyable) throws(BusError) {
    let result = withUnsafePointer(to: number) {
      sd_bus_message_append_basic(raw, Self.code(type), $0)
    }
    try BusError.check(result)
  }

  private func container(
    _ type: Unicode.Scalar, _ contents: String, _ body: () throws(BusError) -> Void
  ) throws(BusError) {
    try BusError.check(sd_bus_message_open_container(raw, Self.code(type), contents))
    try body()
    try BusError.check(sd_bus_message_close_container(raw))
  }

  // MARK: Read

  /// The next argument, a text.
  func text() throws(BusError) -> String { try string("s") }

  /// The next argument, the name of an object.
  func object() throws(BusError) -> String { try string("o") }

  /// The next argument, names of objects; the first of them.
  func objects(limit: Int) throws(BusError) -> [String] {
    try BusError.check(sd_bus_message_enter_container(raw, Self.code("a"), "o"))
    var all: [String] = []
    while try BusError.check(sd_bus_message_at_end(raw, 0)) == 0, all.count < limit {
      all.append(try object())
    }
    return all
  }

  func flag() throws(BusError) -> Bool { try value("b", Int32(0)) != 0 }
  func long() throws(BusError) -> Int64 { try value("x", 0) }
  func real() throws(BusError) -> Double { try value("d", 0) }

  private func string(_ type: Unicode.Scalar) throws(BusError) -> String {
    guard let text = try value(type, UnsafePointer<CChar>?.none) else { throw BusError(EINVAL) }
    return String(cString: text)
  }

  private func value<Value>(_ type: Unicode.Scalar, _ initial: Value) throws(BusError) -> Value {
    var value = initial
    let result = withUnsafeMutablePointer(to: &value) {
      sd_bus_message_read_basic(raw, Self.code(type), $0)
    }
    guard try BusError.check(result) > 0 else { throw BusError(EINVAL) }
    return value
  }

  private static func code(_ type: Unicode.Scalar) -> CChar { CChar(type.value) }
}
