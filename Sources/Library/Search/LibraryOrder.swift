import Media

/// What decides the order of a library's names.
public struct LibraryOrder: Sendable, Hashable {
  /// As ICU has it: `pl_PL`; empty for the root's order.
  public var locale: String
  public var articles: LeadingArticles

  public init(locale: String, articles: LeadingArticles = .usual) {
    self.locale = locale
    self.articles = articles
  }

  /// What a library's keys were made by.
  init(_ database: borrowing Database) throws(LibraryError) {
    locale = try Meta.text(database, .locale) ?? ""
    let words = try Meta.text(database, .articles)
    articles = words.map { LeadingArticles(TextList.split($0)) } ?? .usual
  }

  /// Notes that the library's keys are made by it.
  func keep(in database: borrowing Database) throws(LibraryError) {
    try Meta.set(database, .locale, .text(locale))
    try Meta.set(database, .articles, .text(text))
  }

  /// The articles as they are kept.
  private var text: String {
    articles.words.sorted().joined(separator: String(TextList.separator))
  }

  /// Different for all that makes other keys.
  var signature: String { "\(Rekeying.version) \(locale) \(text)" }
}

/// What the user wants a library to be ordered by.
public struct OrderWish: Sendable, Hashable {
  /// As in `LANG`; `nil` to leave it as it is.
  public var locale: String?
  /// `nil` for the usual ones.
  public var articles: [String]?

  public init(locale: String? = nil, articles: [String]? = nil) {
    self.locale = locale
    self.articles = articles
  }

  /// What comes of it where a library is ordered by something already.
  func order(after known: LibraryOrder) -> LibraryOrder {
    LibraryOrder(
      locale: locale.map { Collator.name(ofEnvironment: $0) } ?? known.locale,
      articles: articles.map { LeadingArticles($0) } ?? .usual)
  }
}
