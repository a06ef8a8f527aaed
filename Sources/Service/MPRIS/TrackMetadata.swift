import Media
import Playback

/// What a track is called on the bus, and what is told of it. Source: MPRIS 2.2, and the xesam ontology for the names.
enum TrackMetadata {
  private static let place = "/segue/entry/"
  /// Stands for no track at all.
  static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

  static func object(_ id: EntryID) -> String { "\(place)\(id.rawValue)" }

  /// The entry that an object stands for; `nil` for what is none of ours.
  static func entry(_ object: String) -> EntryID? {
    guard object.hasPrefix(place) else { return nil }
    return UInt32(object.dropFirst(place.count)).map { EntryID(rawValue: $0) }
  }

  /// - Parameters:
  ///   - duration: What is known better than by the tags.
  ///   - artwork: The URL of a picture.
  static func fields(
    _ id: EntryID, _ item: MediaItem, duration: Duration?, artwork: String?
  ) -> [BusField] {
    let tags = item.tags
    var fields = [BusField("mpris:trackid", .object(object(id)))]
    func add(_ name: String, _ value: BusValue?) {
      if let value { fields.append(BusField(name, value)) }
    }
    func add(_ name: String, _ list: [String]) {
      if !list.isEmpty { fields.append(BusField(name, .texts(list))) }
    }
    let length = duration ?? item.audio.milliseconds.map { .milliseconds($0) }
    add("mpris:length", length.map { .long($0.microseconds) })
    add("mpris:artUrl", artwork.map { .text($0) })
    add("xesam:url", .text(FileURL.text(item.path)))
    add("xesam:title", .text(item.displayTitle))
    add("xesam:artist", tags.artists)
    add("xesam:album", tags.album.map { .text($0) })
    add("xesam:albumArtist", tags.albumArtists)
    add("xesam:genre", tags.genres)
    add("xesam:composer", tags.composers)
    add("xesam:comment", tags.comments)
    add("xesam:trackNumber", tags.trackNumber.map { .number(Int32(clamping: $0)) })
    add("xesam:discNumber", tags.discNumber.map { .number(Int32(clamping: $0)) })
    add("xesam:audioBPM", tags.beatsPerMinute.map { .number(Int32(clamping: $0)) })
    add("xesam:contentCreated", tags.date.map { .text("\($0)") })
    let statistics = item.statistics
    if statistics.plays > 0 { add("xesam:useCount", .number(Int32(clamping: statistics.plays))) }
    add("xesam:lastUsed", statistics.lastPlayed.map { .text($0.description) })
    add("xesam:userRating", statistics.rating.map { .real(Double($0) / 10) })
    return fields
  }
}

extension Duration {
  /// Rounded down; what is beyond the largest number is that.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    let whole = seconds.multipliedReportingOverflow(by: 1_000_000)
    return whole.overflow
      ? (seconds < 0 ? .min : .max) : whole.partialValue + attoseconds / 1_000_000_000_000
  }
}
