/// A move from one page to another, or out of the picker.
public struct PickerPassage: Sendable, Hashable {
  public var from: PickerPlace
  /// `nil` at the end.
  public var to: PickerPlace?

  public init(from: PickerPlace, to: PickerPlace?) {
    self.from = from
    self.to = to
  }
}

/// Whether a person may go somewhere.
public enum PickerPermission: Sendable, Hashable {
  case allowed
  /// For a reason that is a sentence.
  case refused(String)
}

extension PickerState {
  /// The move that was made since; `nil` where the person is where they were.
  func passage(since before: PickerState.Whereabouts) -> PickerPassage? {
    if result != nil { return PickerPassage(from: before.place, to: nil) }
    let isSame = before.place == place && before.depth == pages.count
    return isSame ? nil : PickerPassage(from: before.place, to: place)
  }

  struct Whereabouts {
    var place: PickerPlace
    var depth: Int
  }

  var whereabouts: Whereabouts { Whereabouts(place: place, depth: pages.count) }
}

extension PickerAction {
  /// Whether it is by a person, and not what comes of something.
  var isByPerson: Bool {
    switch self {
    case .key, .command, .pointer, .search, .pick: true
    default: false
    }
  }
}
