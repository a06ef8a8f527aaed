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
}
