import Media
import Picker
import Posix

/// A cover as a terminal shows it.
public struct CoverView: Sendable {
  /// A cell: what is above and what is below, 0xRRGGBB, -1 for nothing.
  struct Block: Sendable, Hashable {
    var upper: Int32
    var lower: Int32
  }

  enum Content: Sendable {
    /// Line by line.
    case blocks([Block])
    /// What is written where it begins, and what takes it away where overwriting does not.
    case pixels(String, erasing: String)
  }

  let item: PersistentID
  /// The cells that it takes.
  let size: TerminalSize
  let content: Content

  /// How many cells a picture takes that has to fit into `room`.
  ///
  /// - Parameter cell: How large one is, in pixels.
  static func size(
    of picture: (width: Int, height: Int), in room: TerminalSize, cell: (width: Int, height: Int)
  ) -> TerminalSize {
    let (width, height) = (picture.width * cell.height, picture.height * cell.width)
    let rows = (room.columns * height + width / 2) / width
    if rows <= room.rows { return TerminalSize(rows: max(1, rows), columns: room.columns) }
    let columns = (room.rows * width + height / 2) / height
    return TerminalSize(rows: room.rows, columns: max(1, min(columns, room.columns)))
  }
}

/// Made of the same picture for the same cells.
extension CoverView: Hashable {
  public static func == (left: CoverView, right: CoverView) -> Bool {
    left.item == right.item && left.size == right.size
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(item)
    hasher.combine(size)
  }
}

/// The part of the screen beside the list where covers are.
public struct CoverPane: Sendable, Hashable {
  /// From the first cover on, so that lists stay where they are.
  public var isOpen = false
  public var view: CoverView?

  public init() {}
}

/// A picture by pixels on a screen.
struct PlacedCover: Sendable, Hashable {
  var view: CoverView
  var row: Int
  var column: Int
}
