/// How text looks. Colours are numbers of the terminal's palette.
struct TextAttributes: Sendable, Hashable {
  var foreground: Int?
  var background: Int?
  var bold = false
  var dim = false
  var reverse = false
}

/// How each kind of cell looks.
struct Theme: Sendable {
  /// For terminals with 256 colours: calm greys and one soft blue.
  static let full = Theme { style in
    var look = TextAttributes()
    switch style.role {
    case .plain: look.foreground = style.isHighlighted ? 255 : nil
    case .secondary: look.foreground = style.isHighlighted ? 251 : 246
    case .faint: look.foreground = style.isHighlighted ? 246 : 242
    case .mark: look.foreground = style.isHighlighted ? 117 : 110
    case .header: look.foreground = 110
    case .bar: (look.foreground, look.background) = (254, 236)
    case .barTotal: (look.foreground, look.background) = (117, 236)
    case .barNotice: (look.foreground, look.background) = (179, 236)
    case .hintKey: look.foreground = 110
    case .hint: look.foreground = 246
    case .hintOff: look.foreground = 239
    case .search: look.foreground = 117
    case .notice: look.foreground = 179
    }
    look.bold =
      [.bar, .header].contains(style.role) || (style.isHighlighted && style.role == .plain)
    if style.isHighlighted { look.background = 238 }
    return look
  }

  /// For terminals with 8 or 16.
  static let few = Theme { style in
    var look = monochrome.attributes(style)
    guard !look.reverse else { return look }
    switch style.role {
    case .mark: look.foreground = 2
    case .hintKey, .search: look.foreground = 6
    case .notice: look.foreground = 3
    default: break
    }
    return look
  }

  /// Without colours.
  static let monochrome = Theme { style in
    var look = TextAttributes()
    look.reverse = style.isHighlighted || [.bar, .barTotal, .barNotice].contains(style.role)
    switch style.role {
    case .mark, .header, .bar, .barNotice, .hintKey, .notice: look.bold = true
    case .faint, .hintOff: look.dim = true
    case .plain: look.bold = style.isHighlighted
    case .secondary, .barTotal, .hint, .search: break
    }
    return look
  }

  let attributes: @Sendable (CellStyle) -> TextAttributes

  /// The theme for so many colours.
  static func fitting(colours: Int) -> Theme {
    colours >= 256 ? .full : colours >= 8 ? .few : .monochrome
  }
}
