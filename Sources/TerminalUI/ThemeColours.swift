import Configuration

/// Colours that a person has chosen, by what is coloured.
public struct ThemeColours: Sendable, Hashable {
  /// Which of the two themes the others are of.
  public var isLight = false
  /// As numbers of the palette, or `exact`.
  private var colours: [PickerColour.Part: Int] = [:]

  public init() {}

  public var isEmpty: Bool { colours.isEmpty }

  /// Chooses a colour.
  public mutating func set(_ part: PickerColour.Part, _ colour: PickerColour) {
    colours[part] =
      switch colour {
      case .palette(let number): number
      case .exact(let value): TextAttributes.exact | value
      }
  }

  /// How a cell looks with these colours.
  func look(_ style: CellStyle, _ usual: TextAttributes) -> TextAttributes {
    var look = usual
    if let part = Self.part(style.role), let colour = colours[part] { look.foreground = colour }
    let isBar = [.bar, .barTotal, .barNotice].contains(style.role)
    if isBar, let colour = colours[.barBackground] { look.background = colour }
    if style.isHighlighted, let colour = colours[.highlight] { look.background = colour }
    return look
  }

  private static func part(_ role: CellStyle.Role) -> PickerColour.Part? {
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
