import CTerminfo
import Posix

/// What terminfo knows of one kind of terminal.
struct Terminfo: ~Copyable {
  private let handle: OpaquePointer

  /// The library keeps a current terminal and a buffer for all callers.
  ///
  /// The value only has a size: the thread sanitizer takes one without for the object that holds it.
  private static let library = Guarded(true)

  /// - Parameter name: As in `TERM`.
  init?(_ name: String) {
    guard let handle = Self.library.withLock({ _ in segue_terminfo_open(name) }) else { return nil }
    self.handle = handle
  }

  deinit { Self.library.withLock { _ in segue_terminfo_close(handle) } }

  func flag(_ capability: String) -> Bool {
    Self.library.withLock { _ in segue_terminfo_flag(handle, capability) != 0 }
  }

  func number(_ capability: String) -> Int? {
    let number = Self.library.withLock { _ in segue_terminfo_number(handle, capability) }
    return number < 0 ? nil : Int(number)
  }

  /// The string of a capability, with places for its parameters; `nil` where it has none.
  func string(_ capability: String) -> String? {
    Self.library.withLock { _ in
      segue_terminfo_string(handle, capability).map { Self.withoutPadding(String(cString: $0)) }
    }
  }

  /// A capability's string with its parameters filled in.
  static func expand(_ string: String, _ first: Int, _ second: Int = 0) -> String {
    library.withLock { _ in
      segue_terminfo_expand(string, Int32(clamping: first), Int32(clamping: second))
        .map { String(cString: $0) } ?? ""
    }
  }

  /// Waits such as `$<5/>` were for terminals of another century.
  private static func withoutPadding(_ string: String) -> String {
    var rest = Substring(string)
    var result = ""
    while let start = rest.firstRange(of: "$<"),
      let end = rest[start.upperBound...].firstIndex(of: ">")
    {
      result += rest[..<start.lowerBound]
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
