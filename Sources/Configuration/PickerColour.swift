/// A colour as it is written in a configuration.
public enum PickerColour: Sendable, Hashable {
  /// A number of the terminal's palette, up to 255.
  case palette(Int)
  /// 0xRRGGBB
  case exact(Int)

  /// Reads a number of the palette, a name such as `green`, or `#rrggbb`.
  public init?(_ text: String) {
    if text.first == "#" {
      guard text.utf8.count == 7, let value = Int(text.dropFirst(), radix: 16), value >= 0 else {
        return nil
      }
      self = .exact(value)
    } else if let number = Int(text) {
      guard (0...255).contains(number) else { return nil }
      self = .palette(number)
    } else {
      guard let number = Self.names.firstIndex(of: text.lowercased()) else { return nil }
      self = .palette(number)
    }
  }

  /// By their numbers.
  static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  /// What can be coloured, as it is written.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    case title, secondary, faint, mark, playing, scroll, header, bar
    case barBackground = "bar-background"
    case total, warning, key, hint, search, notice, highlight
  }
}
