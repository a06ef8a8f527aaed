/// Words such as "The" that do not count in the order of names that begin with them.
public struct LeadingArticles: Sendable, Hashable {
  /// In lower case. One that ends with an apostrophe needs no space behind it.
  public let words: Set<String>
  /// The longest, in UTF-8.
  private let longest: Int

  public init(_ words: some Sequence<String>) {
    self.words = Set(words.map { $0.lowercased().replacing("’", with: "'") }.filter { !$0.isEmpty })
    longest = self.words.map(\.utf8.count).max() ?? 0
  }

  /// English, German, French, Spanish and Italian ones.
  public static let usual = LeadingArticles([
    "The", "A", "An", "Der", "Die", "Das", "Le", "La", "Les", "L'", "El", "Los", "Las", "Il",
  ])

  public static let none = LeadingArticles([])

  /// A name without its article; with it where nothing that can be put in order would be left.
  public func skipped(in name: String) -> String {
    guard longest > 0 else { return name }
    var word = ""
    // A word that is longer is none of them.
    for (index, character) in zip(name.indices, name) {
      guard word.utf8.count <= longest else { return name }
      let isApostrophe = character == "'" || character == "’"
      if character == " " || isApostrophe {
        if isApostrophe { word.append("'") }
        guard words.contains(word) else { return name }
        let rest = name[name.index(after: index)...].drop { $0 == " " }
        guard let first = rest.first, first.isLetter || first.isNumber else { return name }
        return String(rest)
      }
      word += character.lowercased()
    }
    return name
  }
}
