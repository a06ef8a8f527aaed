import Media

/// How a picker in a terminal ended.
public enum PickerOutcome: Sendable, Hashable {
  /// Something was chosen, in the order that was wanted.
  case done(MediaItemCollection)

  /// As `done`, to be printed whatever is usual.
  case print(MediaItemCollection)

  /// The person left without a choice.
  case cancelled

  /// A signal or Ctrl-C (then it is `SIGINT`) ended it. Programs then exit with 128 more.
  case interrupted(signal: Int32)

  /// It could not be done, for a reason that is a sentence.
  case failed(String)
}
