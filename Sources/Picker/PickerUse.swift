/// What can be done with tracks while the picker stays.
public enum PickerUse: Sendable, Hashable, CaseIterable {
  /// They take the place of the queue and play.
  case play
  /// They come after what plays now.
  case playNext
  /// They come last.
  case append
}
