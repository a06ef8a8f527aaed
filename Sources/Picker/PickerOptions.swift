/// What a picker is like from its start to its end.
public struct PickerOptions: Sendable, Hashable {
  /// What the bar says.
  public var title: String

  /// Whether more than one track can be chosen. Without, marking is not offered.
  public var allowsMultiple: Bool

  /// The sentence that stands in the place of rows when there are none.
  public var emptyText: String

  public init(
    title: String = "Pick music", allowsMultiple: Bool = true,
    emptyText: String = "There is no music here yet."
  ) {
    self.title = title
    self.allowsMultiple = allowsMultiple
    self.emptyText = emptyText
  }
}
