import Media
import Testing

@testable import Library

@Suite struct TextTests {
  @Test(arguments: [
    ("Motörhead", "motorhead"), ("Łódź", "lodz"), ("Москва", "moskva"), ("ﾊﾝｶｸ", "hankaku"),
    ("Don't", "dont"), ("AC/DC", "acdc"), ("Straße", "strasse"), ("Ελλάδα", "ellada"),
    ("Þór", "thor"), ("夜汽車楽団", "夜汽車楽団"), ("방탄", "방탄"), ("Plain  Title!", "plain  title"),
    ("???", "???"), ("", ""), ("I İ ı", "i i i"),
  ])
  func `text is folded`(text: String, folded: String) {
    #expect(TextFolding.fold(text) == folded)
    #expect(TextFolding.fold(folded) == folded)
  }

  @Test(arguments: [
    ("pl_PL", ["kora", "lew", "łoś", "mewa"]), ("", ["Track 2", "Track 10"]),
    ("sv_SE", ["z", "å", "ä", "ö"]), ("de_DE", ["a", "ä", "z"]),
  ])
  func `keys are ordered as the locale is`(locale: String, texts: [String]) throws {
    var collator = try Collator(locale: locale)
    let keys = texts.map { collator.key($0) }
    for (left, right) in zip(keys, keys.dropFirst()) {
      #expect(left.lexicographicallyPrecedes(right))
      #expect(right.lexicographicallyPrecedes(SortKeys.unknown))
    }
    #expect(keys.allSatisfy { !$0.contains(0) })
  }

  @Test(arguments: [("pl_PL.UTF-8", "pl_PL"), ("C.UTF-8", ""), ("de_DE@euro", "de_DE"), (nil, "")])
  func `locales of the environment become ICU's`(environment: String?, name: String) {
    #expect(Collator.name(ofEnvironment: environment) == name)
  }

  @Test func `compilations without album artist stand together, sort tags count`() throws {
    var maker = try SortKeyMaker(locale: "en_US")
    var tags = MediaTags()
    tags.artists = ["Zed"]
    tags.isCompilation = true
    let name = FilePath("a.mp3")
    let various = maker.keys(tags, name: name).artist
    tags.artists = ["Alpha"]
    #expect(maker.keys(tags, name: name).artist == various)
    tags.isCompilation = false
    let alpha = maker.keys(tags, name: name).artist
    tags.artistSort = "Zulu"
    #expect(alpha.lexicographicallyPrecedes(maker.keys(tags, name: name).artist))
    #expect(maker.keys(MediaTags(), name: name).album == SortKeys.unknown)
  }
}
