import Media
import Testing

@Suite struct LeadingArticlesTests {
  @Test(arguments: [
    ("The Beatles", "Beatles"), ("the  Beatles", "Beatles"), ("THE WHO", "WHO"),
    ("A Winter", "Winter"), ("An Hour", "Hour"), ("Die Ärzte", "Ärzte"), ("Der Plan", "Plan"),
    ("Les Négresses Vertes", "Négresses Vertes"), ("L'Arc", "Arc"), ("L’Arc", "Arc"),
    ("El Niño", "Niño"), ("Los Lobos", "Lobos"), ("Il Volo", "Volo"), ("The 1975", "1975"),
    // Only the first, and only where it is a word and something is left.
    ("The The", "The"), ("The", "The"), ("The ", "The "), ("A", "A"), ("Theatre", "Theatre"),
    ("A-ha", "A-ha"), ("A.C.T", "A.C.T"), ("A & B", "A & B"), ("The ...", "The ..."),
    ("Dieter", "Dieter"), ("Laibach", "Laibach"), ("Don't", "Don't"), ("L'", "L'"), ("", ""),
    (" The Cure", " The Cure"), ("Цой", "Цой"), ("夜汽車", "夜汽車"),
  ])
  func `a name is ordered without its article`(name: String, rest: String) {
    #expect(LeadingArticles.usual.skipped(in: name) == rest)
    #expect(LeadingArticles.none.skipped(in: name) == name)
  }

  @Test func `articles are what somebody says they are`() {
    let articles = LeadingArticles(["Het", "l’", "", "Ο"])
    #expect(articles.skipped(in: "het Zesde Metaal") == "Zesde Metaal")
    #expect(articles.skipped(in: "L'Arc") == "Arc")
    #expect(articles.skipped(in: "Ο Μίκης") == "Μίκης")
    #expect(articles.skipped(in: "The Beatles") == "The Beatles")
  }
}
