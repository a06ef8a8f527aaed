/// The stickers that MPD keeps, in a database of its own.
public enum StickerDatabase {
  public static func stickers(_ path: String) throws(LibraryError) -> [AddedData.Sticker] {
    // Nothing is written to what belongs to another program.
    let database = try Database(frozen: path)
    let during = "reading MPD's stickers"
    let statement = try database.prepare(
      "SELECT type, uri, name, value FROM sticker ORDER BY type, uri, name", during: during)
    var stickers: [AddedData.Sticker] = []
    while try statement.step() {
      var columns = statement.columns
      let subject = StickerSubject(type: columns.text() ?? "", key: columns.text() ?? "")
      stickers.append(
        AddedData.Sticker(
          subject: subject, name: columns.text() ?? "", value: columns.text() ?? ""))
    }
    return stickers
  }
}
