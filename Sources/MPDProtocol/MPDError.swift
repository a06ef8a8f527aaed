/// What is wrong with a request, in the protocol's numbers.
///
/// Source: MPD's protocol reference, "Failure responses".
public enum MPDErrorCode: Int, Sendable, Hashable, CaseIterable {
  case notList = 1
  case argument = 2
  case password = 3
  case permission = 4
  case unknown = 5
  case noExist = 50
  case playlistMax = 51
  case system = 52
  case playlistLoad = 53
  case updateAlready = 54
  case playerSync = 55
  case exist = 56
}

/// A request that a server refused: the `ACK` line.
public struct MPDError: Error, Equatable, Sendable {
  /// The number, which a newer server may have taken from outside `MPDErrorCode`.
  public var number: Int
  public var message: String
  /// The command as the server knows it; empty when it does not.
  public var command: String
  /// Which command of a list, counted from 0.
  public var index: Int

  public init(_ code: MPDErrorCode, _ message: String, command: String = "", index: Int = 0) {
    self.init(number: code.rawValue, message, command: command, index: index)
  }

  init(number: Int, _ message: String, command: String, index: Int) {
    self.number = number
    self.message = message
    self.command = command
    self.index = index
  }

  public var code: MPDErrorCode? { MPDErrorCode(rawValue: number) }

  /// Reads an `ACK` line; `nil` when the line is none.
  public init?(line: String) {
    guard line.hasPrefix("ACK ["), let close = line.firstIndex(of: "]") else { return nil }
    let place = line[line.index(line.startIndex, offsetBy: 5)..<close].split(separator: "@")
    guard place.count == 2, let number = Int(place[0]), let index = Int(place[1]) else {
      return nil
    }
    let rest = line[line.index(after: close)...].drop { $0 == " " }
    guard rest.first == "{", let brace = rest.firstIndex(of: "}") else { return nil }
    self.init(
      number: number, String(rest[rest.index(after: brace)...].drop { $0 == " " }),
      command: String(rest[rest.index(after: rest.startIndex)..<brace]), index: index)
  }
}

extension MPDError: CustomStringConvertible {
  /// The `ACK` line without its end.
  public var description: String { "ACK [\(number)@\(index)] {\(command)} \(message)" }
}
