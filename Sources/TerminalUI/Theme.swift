/// How text looks. Colours are numbers of the terminal's palette, or `exact`.
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
    case .playing: look.foreground = style.isHighlighted ? 157 : 114
    case .scroll: look.foreground = 246
    case .match: look.foreground = style.isHighlighted ? 222 : 179
    case .header: look.foreground = 110
    case .bar: (look.foreground, look.background) = (254, 236)
    case .barTotal: (look.foreground, look.background) = (117, 236)
    case .barNotice: (look.foreground, look.background) = (179, 236)
    case .hintKey: look.foreground = 110
    case .hint: look.foreground = 246
    case .hintOff: look.foreground = 239
    case .search: look.foreground = 117
    case .notice: look.foreground = 179
    case .cover: look = style.colours
    }
    look.bold =
      [.bar, .header].contains(style.role) || (style.isHighlighted && style.role == .plain)
    if style.isHighlighted { look.background = 238 }
    return look
  }

  /// As `full`, for a light background.
  static let light = Theme { style in
    var look = TextAttributes()
    switch style.role {
    case .plain: look.foreground = style.isHighlighted ? 16 : nil
    case .secondary: look.foreground = style.isHighlighted ? 238 : 241
    case .faint: look.foreground = style.isHighlighted ? 243 : 246
    case .mark, .header, .hintKey, .search: look.foreground = 25
    case .playing: look.foreground = 28
    case .match: look.foreground = 130
    case .scroll: look.foreground = 244
    case .bar: (look.foreground, look.background) = (235, 252)
    case .barTotal: (look.foreground, look.background) = (25, 252)
    case .barNotice: (look.foreground, look.background) = (130, 252)
    case .hint: look.foreground = 242
    case .hintOff: look.foreground = 249
    case .notice: look.foreground = 130
    case .cover: look = style.colours
    }
    look.bold =
      [.bar, .header].contains(style.role) || (style.isHighlighted && style.role == .plain)
    if style.isHighlighted { look.background = 254 }
    return look
  }

  /// For terminals with 8 or 16.
  static let few = Theme { style in
    var look = monochrome.attributes(style)
    guard !look.reverse else { return look }
    switch style.role {
    case .mark, .playing: look.foreground = 2
    case .match: look.foreground = 3
    case .hintKey, .search: look.foreground = 6
    case .notice: look.foreground = 3
    case .cover: look = style.colours
    default: break
    }
    return look
  }

  /// Without colours.
  static let monochrome = Theme { style in
    var look = TextAttributes()
    look.reverse = style.isHighlighted || [.bar, .barTotal, .barNotice].contains(style.role)
    switch style.role {
    case .mark, .match, .playing, .header, .bar, .barNotice, .hintKey, .notice: look.bold = true
    case .faint, .hintOff: look.dim = true
    case .plain: look.bold = style.isHighlighted
    case .secondary, .scroll, .barTotal, .hint, .search, .cover: break
    }
    return look
  }

  let attributes: @Sendable (CellStyle) -> TextAttributes

  /// The theme for so many colours.
  static func fitting(colours: Int, _ chosen: ThemeColours = ThemeColours()) -> Theme {
    if colours < 8 { return .monochrome }
    let usual = colours < 256 ? few : chosen.isLight ? light : full
    if chosen.isEmpty || colours < 256 { return usual }
    return Theme { chosen.look($0, usual.attributes($0)) }
  }
}

extension CellStyle {
  /// The colours that the cell itself has.
  var colours: TextAttributes {
    var look = TextAttributes()
    if foreground >= 0 { look.foreground = TextAttributes.exact | Int(foreground) }
    if background >= 0 { look.background = TextAttributes.exact | Int(background) }
    return look
  }
}
