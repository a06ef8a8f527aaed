import CLinux

/// How large a terminal is, in characters.
public struct TerminalSize: Sendable, Hashable {
  public var rows: Int
  public var columns: Int

  public init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }

  /// The size of an open terminal; `nil` where it does not know, or is none.
  public init?(of descriptor: Int32) {
    var (rows, columns): (Int32, Int32) = (0, 0)
    guard segue_window_size(descriptor, &rows, &columns) == 0, rows > 0, columns > 0 else {
      return nil
    }
    self.init(rows: Int(rows), columns: Int(columns))
  }

  /// How large a character of an open terminal is, in pixels; `nil` where it does not say.
  public static func cell(of descriptor: Int32) -> (width: Int, height: Int)? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard segue_cell_size(descriptor, &width, &height) == 0 else { return nil }
    return (Int(width), Int(height))
  }
}
