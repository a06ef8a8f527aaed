import MPDProtocol
import Media
import Picker

/// What the daemon does with tracks while the picker stays open.
enum PickedTracks {
  /// - Returns: A sentence that says what was done.
  static func use(
    _ use: PickerUse, _ selection: PickerSelection, _ user: UserEnvironment
  ) throws -> String {
    let client = try DaemonConnection.open(user)
    switch use {
    case .play: return "Playing \(total(try client.replaceQueue(with: selection.ids), selection))"
    case .append: return "Appended \(total(try client.appendToQueue(selection.ids), selection))"
    case .playNext: return "Inserted \(total(try client.insertNext(selection.ids), selection))"
    }
  }

  private static func total(_ placed: MPDClient.Placed, _ selection: PickerSelection) -> String {
    let tracks = Follower.tracks(placed.items)
    if placed.missing > 0 { return "\(tracks); \(placed.missing) are not in the library any more" }
    return "\(tracks) · \(selection.time)"
  }
}
