import Media
import Worker

/// Rows without a file by their sound: what is left to know a file by that was replaced by one with other tags,
/// and moved, before anybody looked.
struct LostSounds {
  private struct Sound: Hashable {
    let milliseconds: Int64
    let frames: Int64?
    let rate: Int64?
    let channels: Int64?
    let codec: String?
  }

  private struct Row {
    let row: Int64
    let name: FilePath
    let title: String?
    let album: String?
    let disc: Int64?
    let track: Int64?
  }

  private var rows: [Sound: [Row]] = [:]

  init(_ database: borrowing Database) throws(LibraryError) { try add("TRUE", database) }

  /// Takes in a row that lost its file since.
  mutating func add(row: Int64, _ database: borrowing Database) throws(LibraryError) {
    try add("row = \(row)", database)
  }

  private mutating func add(
    _ condition: String, _ database: borrowing Database
  ) throws(LibraryError) {
    let statement = try database.prepare(
      """
      SELECT row, name, title, album, disc_number, track_number, milliseconds, frames, sample_rate,
        channels, codec
      FROM items WHERE gone IS NOT NULL AND cue_track IS NULL AND milliseconds IS NOT NULL
        AND \(condition)
      ORDER BY row
      """, during: "looking for what is gone")
    while try statement.step() {
      var columns = statement.columns
      let row = Row(
        row: columns.integer() ?? 0, name: FilePath(bytes: columns.blob()), title: columns.text(),
        album: columns.text(), disc: columns.integer(), track: columns.integer())
      let sound = Sound(
        milliseconds: columns.integer() ?? 0, frames: columns.integer(), rate: columns.integer(),
        channels: columns.integer(), codec: columns.text())
      rows[sound, default: []].append(row)
    }
  }

  /// The only row of the same sound that has the file's name, else its title, else its place in an album.
  func row(_ record: TagRecord, name: FilePath) -> Int64? {
    let audio = record.audio
    let tags = record.tags
    guard let milliseconds = audio.milliseconds else { return nil }
    let sound = Sound(
      milliseconds: milliseconds, frames: audio.frames, rate: audio.sampleRate.map { Int64($0) },
      channels: audio.channels.map { Int64($0) }, codec: audio.codec)
    guard let same = rows[sound] else { return nil }
    let (disc, track) = (tags.discNumber.map { Int64($0) }, tags.trackNumber.map { Int64($0) })
    let links: [(Row) -> Bool] = [
      { $0.name == name }, { $0.title != nil && $0.title == tags.title },
      {
        $0.album != nil && $0.track != nil
          && ($0.album, $0.disc, $0.track) == (tags.album, disc, track)
      },
    ]
    for isLinked in links {
      let linked = same.filter(isLinked)
      if !linked.isEmpty { return linked.count == 1 ? linked[0].row : nil }
    }
    return nil
  }
}
