import Media
import TestSupport
import Testing

@testable import Library

@Suite struct TextTests {
  @Test(arguments: [
    ("Motörhead", "motorhead"), ("Łódź", "lodz"), ("Москва", "moskva"), ("ﾊﾝｶｸ", "hankaku"),
    ("Don't", "dont"), ("AC/DC", "acdc"), ("Straße", "strasse"), ("Ελλάδα", "ellada"),
    ("Þór", "thor"), ("夜汽車楽団", "夜汽車楽団"), ("방탄", "방탄"), ("Plain  Title!", "plain title"),
    ("Ebb - Line ", "ebb line"),
    ("???", "???"), ("", ""), ("I İ ı", "i i i"),
  ])
  func `text is folded`(text: String, folded: String) {
    #expect(TextFolding.fold(text) == folded)
    #expect(TextFolding.fold(folded) == folded)
  }

  @Test func `Latin letters folded one by one are what ICU makes of the text`() {
    var generator = SeededGenerator(seed: 5)
    let letters = (0x20...0x7E).map { $0 } + Array(0xA0...0x24F) + Array(0xA0...0x24F)
    for _ in 0..<2000 {
      let scalars = (0..<Int.random(in: 1...12, using: &generator)).compactMap { _ in
        letters.randomElement(using: &generator).flatMap(Unicode.Scalar.init)
      }
      let text = String(String.UnicodeScalarView(scalars))
      let folded = TextFolding.withICU(text)
      // Text without a letter is kept as it is.
      guard !folded.isEmpty else { continue }
      #expect(TextFolding.fold(text) == folded, "\(text.unicodeScalars.map(\.value))")
    }
  }

  /// What people type, in Latin letters or in the script itself, finds what is written.
  @Test(arguments: [
    // Latin: German, Polish, Czech, French, Spanish, Turkish, Vietnamese, Icelandic, Danish, Hungarian, Romanian
    ("Motörhead", ["motorhead", "MOTÖRHEAD", "moto\u{308}rhead"]), ("Łódź", ["lodz", "łódź"]),
    ("Dvořák", ["dvorak"]), ("Édith Piaf", ["edith"]), ("El Niño", ["nino"]),
    ("Şebnem Işık", ["sebnem isik"]), ("Trịnh Công Sơn", ["trinh cong son"]),
    ("Sigur Rós", ["ros"]), ("Björk Guðmundsdóttir", ["gudmundsdottir"]),
    ("Mørk Ærø", ["mork aero"]), ("Őszi Szél", ["oszi szel"]), ("Țară", ["tara"]),
    ("Straße", ["strasse", "STRASSE"]),
    // Cyrillic: Russian, Ukrainian, Serbian
    ("Виктор Цой", ["tsoi", "цой", "ЦОЙ", "viktor", "цои\u{306}"]), ("Москва", ["moskva"]),
    ("Чайковский", ["chaikovsky", "чайковский"]), ("Ёлка", ["elka", "елка"]),
    ("Океан Ельзи", ["okean elzi"]), ("Київ", ["kiiv", "київ"]), ("Ђорђе Балашевић", ["djordje"]),
    ("Любэ", ["lyube"]), ("Земфира", ["zemfira"]), ("Хор", ["khor"]),
    // Greek, Arabic, Persian, Hebrew, Armenian, Georgian
    ("Μίκης Θεοδωράκης", ["mikes", "θεοδωρακης"]), ("فيروز", ["فيروز", "fyrwz"]),
    ("شهر بی‌خواب", ["شهر", "shhr"]), ("עברי לידר", ["עברי"]), ("Արամ", ["aram"]),
    ("თბილისი", ["tbilisi"]),
    // Indian scripts, Thai
    ("हिन्दी", ["hindi"]), ("தமிழ்", ["tamil"]), ("বাংলা", ["বাংলা"]), ("ไทย", ["ไทย"]),
    // Japanese, Chinese, Korean, width
    ("ラジオ", ["rajio", "ﾗｼﾞｵ", "らじお"]), ("ﾊﾝｶｸ", ["ハンカク", "hankaku"]),
    ("夜汽車楽団", ["夜汽車"]), ("방탄소년단", ["방탄"]), ("ＡＢＢＡ", ["abba"]),
    // Punctuation
    ("Don't", ["dont", "don’t", "don't"]), ("AC/DC", ["acdc", "ac/dc", "AC⚡DC"]),
    ("P!nk", ["pnk"]), ("R.E.M.", ["rem"]), ("Guns N' Roses", ["guns n roses"]),
  ])
  func `what people type finds what is written`(text: String, typed: [String]) {
    let folded = TextFolding.fold(text)
    for typed in typed {
      #expect(folded.contains(TextFolding.fold(typed)), "\(folded) by \(typed)")
    }
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
