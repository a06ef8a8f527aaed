import CChafa
import Dispatch
import Glibc
import Picker
import Posix

/// Makes of covers what a terminal shows, on a queue of its own.
final class CoverPainter: @unchecked Sendable {
  // Fine, because what changes is touched on `queue` alone.
  private let queue = DispatchQueue(label: "segue.picker.paint", qos: .utility)
  private let mode: CoverMode
  /// `nil` until it is needed, and where it is not there.
  private var chafa: OpaquePointer?

  /// Takes all pictures off the screen. Source: the terminal graphics protocol of kitty.
  private static let eraseKitty = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"

  /// Where a terminal does not say how large its cells are, most are larger.
  private static let usualCell = (width: 8, height: 16)

  init(_ mode: CoverMode) { self.mode = mode }

  /// `receive` is called on the main queue, with `nil` where the library is missing.
  ///
  /// - Parameter cell: How large one is, in pixels, where that is known.
  @MainActor func paint(
    _ cover: PickerCover, in room: TerminalSize, cell: (width: Int, height: Int)?,
    receive: @escaping @MainActor @Sendable (CoverView?) -> Void
  ) {
    queue.async { [self] in
      let view = view(cover, room, cell ?? Self.usualCell)
      DispatchQueue.main.async { MainActor.assumeIsolated { receive(view) } }
    }
  }

  private func view(
    _ cover: PickerCover, _ room: TerminalSize, _ cell: (width: Int, height: Int)
  ) -> CoverView? {
    if chafa == nil { chafa = segue_chafa_open() }
    guard let chafa else { return nil }
    let size = CoverView.size(of: (cover.width, cover.height), in: room, cell: cell)
    var canvas = segue_chafa_canvas()
    (canvas.columns, canvas.rows) = (Int32(size.columns), Int32(size.rows))
    (canvas.cell_width, canvas.cell_height) = (Int32(cell.width), Int32(cell.height))
    canvas.mode = Int32(number)
    let content =
      mode == .blocks ? blocks(cover, canvas, chafa) : pixels(cover, canvas, chafa)
    return content.map { CoverView(item: cover.item, size: size, content: $0) }
  }

  private var number: Int {
    switch mode {
    case .blocks: SEGUE_CHAFA_SYMBOLS
    case .sixel: SEGUE_CHAFA_SIXELS
    case .kitty: SEGUE_CHAFA_KITTY
    case .iterm2: SEGUE_CHAFA_ITERM2
    }
  }

  private func blocks(
    _ cover: PickerCover, _ canvas: segue_chafa_canvas, _ chafa: OpaquePointer
  ) -> CoverView.Content? {
    var canvas = canvas
    var cells = [segue_chafa_cell](
      repeating: segue_chafa_cell(), count: Int(canvas.columns * canvas.rows))
    let code = segue_chafa_blocks(
      chafa, &canvas, cover.pixels, Int32(cover.width), Int32(cover.height), &cells)
    guard code == 0 else { return nil }
    return .blocks(cells.map { CoverView.Block(upper: $0.upper, lower: $0.lower) })
  }

  private func pixels(
    _ cover: PickerCover, _ canvas: segue_chafa_canvas, _ chafa: OpaquePointer
  ) -> CoverView.Content? {
    var canvas = canvas
    var size = 0
    let text = segue_chafa_text(
      chafa, &canvas, cover.pixels, Int32(cover.width), Int32(cover.height), &size)
    guard let text else { return nil }
    defer { free(text) }
    let bytes = UnsafeRawBufferPointer(start: text, count: size)
    return .pixels(
      String(decoding: bytes, as: UTF8.self), erasing: mode == .kitty ? Self.eraseKitty : "")
  }
}
