/// What happens to a picker: by the person, by the loader, by the screen.
public enum PickerAction: Sendable {
  /// The picker is on the screen.
  case start
  case key(PickerKey)
  case command(PickerCommand)
  /// The search is this text now.
  case search(String)
  /// The rows at these places among those shown are chosen, and it ends.
  case pick(places: [Int])

  /// The list has so many lines. The highlighted row takes two of them.
  case resize(lines: Int)

  /// More rows, which go below those that are there.
  case loaded([PickerRow])
  case loadingFinished
  /// Loading ended early, for a reason that is a sentence.
  case loadingFailed(String)

  /// The answer to `PickerEffect.fold`.
  case folded(search: String, as: String)
}

/// What a picker wants done outside of itself.
public enum PickerEffect: Sendable, Hashable {
  /// Rows are to be loaded.
  case load

  /// The text is to be folded as the rows' texts were, and sent back by `PickerAction.folded`.
  case fold(String)

  /// It is over.
  case finish(PickerResult)
}
