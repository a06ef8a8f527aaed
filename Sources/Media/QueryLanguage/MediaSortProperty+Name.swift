extension MediaSortProperty {
  private static let texts: [(name: String, property: MediaSortProperty)] = [
    ("title", .title), ("artist", .artist), ("albumartist", .albumArtist), ("album", .album),
    ("genre", .genre), ("composer", .composer), ("path", .path),
  ]

  /// What queries call it, in lower case.
  public init?(name: String) {
    if let text = Self.texts.first(where: { $0.name == name }) {
      self = text.property
    } else if case .number(let property, _) = QueryField(name: name) {
      self = .number(property)
    } else {
      return nil
    }
  }

  /// All that there are, for a message.
  public static let names: String = {
    let numbers = QueryField.all.filter { field in
      if case .number = field.field { true } else { false }
    }
    return (texts.map(\.name) + numbers.map(\.name)).joined(separator: ", ")
  }()
}
