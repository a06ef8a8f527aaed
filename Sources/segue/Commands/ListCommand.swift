import Library
import Media

extension Command {
  static let list = Command(
    name: "list", summary: "Print all items of the library in its order",
    details: "The order is album artist, album, disc, track, title.",
    options: ItemPrinter.options
  ) { arguments in
    let printer = try ItemPrinter(arguments)
    let library = try UserEnvironment(arguments).library()
    var failure: (any Error)?
    try library.forEachBatch(.songs) { items in
      do {
        for item in items { try printer.print(item) }
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
  }
}
