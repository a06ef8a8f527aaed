/// What a cell of the screen is for; a theme decides how that looks.
public struct CellStyle: Sendable, Hashable {
  public enum Role: UInt8, Sendable, Hashable, CaseIterable {
    /// The main text: titles.
    case plain
    /// What is read second: artists, times, details.
    case secondary
    /// A track that cannot be reached.
    case faint
    case mark
    /// The sign of what plays.
    case playing
    /// The part of the scroll bar that stands for what is shown.
    case scroll
    /// Letters that were searched for.
    case match
    /// What stands above a section.
    case header
    case bar
    /// The total of the selection.
    case barTotal
    /// What is wrong, in the bar.
    case barNotice
    case hintKey
    case hint
    /// A hint at something that cannot be done now.
    case hintOff
    case search
    /// A sentence for the person.
    case notice
    /// A part of a picture, which has colours of its own.
    case cover
  }

  public var role: Role
  /// Whether the cell belongs to the row with the cursor.
  public var isHighlighted: Bool

  /// Of a cover, 0xRRGGBB; -1 for the terminal's own.
  var foreground: Int32 = -1
  var background: Int32 = -1

  public init(_ role: Role, highlighted: Bool = false) {
    self.role = role
    isHighlighted = highlighted
  }

  static let plain = CellStyle(.plain)
}
