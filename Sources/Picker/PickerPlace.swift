import Media

/// Where a person can be in a picker.
public enum PickerPlace: Sendable, Hashable {
  /// The list of all that is below.
  case home
  case songs
  case recentlyAdded
  case groups(MediaGrouping)
  case playlists
  /// Those of the playlists that are queries.
  case savedQueries
  /// What plays and what comes.
  case queue
  /// The tracks of a group or a playlist, which is called so.
  case group(String)
  /// All that is known of a track, which is called so.
  case item(String)
  /// What the keys do.
  case keys

  /// What home lists.
  public static let all: [PickerPlace] = [
    .songs, .groups(.album), .groups(.artist), .groups(.albumArtist), .groups(.composer),
    .groups(.genre), .groups(.year), .groups(.folder), .playlists, .recentlyAdded,
    .savedQueries,
  ]

  /// What the bar calls it.
  public var title: String {
    switch self {
    case .home: "Home"
    case .songs: "Songs"
    case .recentlyAdded: "Recently added"
    case .groups(let grouping): grouping.plural.capitalizedStart
    case .playlists: "Playlists"
    case .savedQueries: "Saved queries"
    case .queue: "Queue"
    case .group(let title), .item(let title): title
    case .keys: "Keys"
    }
  }
}

extension MediaGrouping {
  /// `album artist`
  public var noun: String {
    switch self {
    case .albumArtist: "album artist"
    case .addedDay: "day"
    case .addedWeek: "week"
    case .addedMonth: "month"
    default: rawValue
    }
  }

  var plural: String { noun + "s" }
}

extension String {
  fileprivate var capitalizedStart: String { prefix(1).uppercased() + dropFirst() }
}
