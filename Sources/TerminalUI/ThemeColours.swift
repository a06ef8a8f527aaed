/// Colours that a person has chosen, by what is coloured.
public struct ThemeColours: Sendable, Hashable {
  /// Which of the two themes the others are of.
  public var isLight = false
  private var colours: [Part: Int] = [:]

  /// What can be coloured, as it is written in a configuration.
  enum Part: String, Sendable, CaseIterable {
    case title, secondary, faint, mark, playing, header, bar, total, warning, key, hint, search,
      notice
    case scroll
    case barBackground = "bar-background"
    case highlight
  }

  public init() {}

  public var isEmpty: Bool { colours.isEmpty }

  /// What can be coloured.
  public static var parts: [String] { Part.allCases.map(\.rawValue) }

  /// Chooses a colour: a number of the terminal's palette, a name such as `green`, or `#rrggbb`.
  ///
  /// - Returns: `false` where either is not known.
  public mutating func set(_ name: String, _ text: String) -> Bool {
    guard let part = Part(rawValue: name), let colour = Self.colour(text) else { return false }
    colours[part] = colour
    return true
  }

  static func colour(_ text: String) -> Int? {
    if text.first == "#" {
      guard text.utf8.count == 7, let value = Int(text.dropFirst(), radix: 16), value >= 0 else {
        return nil
      }
      return TextAttributes.exact | value
    }
    if let number = Int(text) { return (0...255).contains(number) ? number : nil }
    return names.firstIndex(of: text.lowercased())
  }

  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// How a cell looks with these colours.
  func look(_ style: CellStyle, _ usual: TextAttributes) -> TextAttributes {
    var look = usual
    if let part = Self.part(style.role), let colour = colours[part] { look.foreground = colour }
    let isBar = [.bar, .barTotal, .barNotice].contains(style.role)
    if isBar, let colour = colours[.barBackground] { look.background = colour }
    if style.isHighlighted, let colour = colours[.highlight] { look.background = colour }
    return look
  }

  private static func part(_ role: CellStyle.Role) -> Part? {
    switch role {
    case .plain: .title
    case .secondary: .secondary
    case .faint, .hintOff: .faint
    case .mark: .mark
    case .playing: .playing
    case .scroll: .scroll
    case .header: .header
    case .bar: .bar
    case .barTotal: .total
    case .barNotice: .warning
    case .hintKey: .key
    case .hint: .hint
    case .search, .match: .search
    case .notice: .notice
    case .cover: nil
    }
  }
}

extension TextAttributes {
  /// Set in a colour that is red, green and blue, and not a number of the palette.
  static let exact = 1 << 24

  /// The number in a palette of 256 that comes nearest to an exact colour.
  ///
  /// Source: xterm: from 16 on a cube of six steps each.
  static func nearest(_ colour: Int) -> Int {
    guard colour & exact != 0 else { return colour }
    let steps = [0, 95, 135, 175, 215, 255]
    let parts = [16, 8, 0].map { shift -> Int in
      let value = colour >> shift & 255
      return steps.indices.min { abs(steps[$0] - value) < abs(steps[$1] - value) } ?? 0
    }
    return 16 + 36 * parts[0] + 6 * parts[1] + parts[2]
  }
}
