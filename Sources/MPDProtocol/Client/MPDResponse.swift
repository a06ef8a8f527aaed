/// What a server answered to one command: pairs of keys and values, in its order.
public struct MPDResponse: Equatable, Sendable {
  public struct Pair: Equatable, Sendable {
    public let key: String
    public let value: String

    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }

    /// Reads `key: value`; `nil` when the line is something else.
    public init?(line: String) {
      let bytes = line.utf8
      guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      var value = bytes[bytes.index(after: colon)...]
      if value.first == 0x20 { value = value.dropFirst() }
      self.init(String(line[..<colon]), String(line[value.startIndex...]))
    }
  }

  public var pairs: [Pair]

  public init(_ pairs: [Pair] = []) { self.pairs = pairs }

  /// The first value of a key.
  public subscript(_ key: String) -> String? { pairs.first { $0.key == key }?.value }

  /// All values of a key.
  public func values(_ key: String) -> [String] {
    pairs.lazy.filter { $0.key == key }.map { $0.value }
  }

  /// The pairs split into records, each starting with one of the keys, such as `file`.
  public func records(startingWith keys: String...) -> [MPDResponse] {
    var records: [MPDResponse] = []
    for pair in pairs {
      if keys.contains(pair.key) {
        records.append(MPDResponse([pair]))
      } else if !records.isEmpty {
        records[records.count - 1].pairs.append(pair)
      }
    }
    return records
  }
}
