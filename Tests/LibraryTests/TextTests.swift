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

  @Test func `words that are no words are folded, and not remembered`() {
    let (word, long) = ("wörterbuch", String(repeating: "é", count: 12_000))
    #expect(
      TextFolding.fold("\(word) \(long)") == "worterbuch " + String(repeating: "e", count: 12_000))
    #expect(TextFolding.remembers(word))
    #expect(!TextFolding.remembers(long))
  }

  /// What people type, in Latin letters or in the script itself, finds what is written.
  @Test func `texts folded word by word are what they are folded at once`() {
    var random = SeededGenerator(seed: 7)
    // Latin, Cyrillic, Arabic, kana, Han and Hangul, which are; marks, Greek, Thai and symbols, which are not.
    let ranges: [ClosedRange<UInt32>] = [
      0x21...0x7E, 0xC0...0x24F, 0x410...0x44F, 0x621...0x63A, 0x641...0x64A, 0x671...0x6D3,
      0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x300...0x36F,
      0x370...0x3FF, 0xE00...0xE7F, 0x2000...0x206F, 0x30FB...0x30FF,
    ]
    for _ in 0..<Effort.count(1_000) {
      var text = String.UnicodeScalarView()
      // Words are mostly of one script.
      var range = ranges[0]
      for _ in 0..<Int.random(in: 1...24, using: &random) {
        let dice = Int.random(in: 0..<10, using: &random)
        if dice == 0 { range = ranges.randomElement(using: &random) ?? range }
        let value = dice < 3 ? 0x20 : UInt32.random(in: range, using: &random)
        if let scalar = Unicode.Scalar(value) { text.append(scalar) }
      }
      let whole = TextFolding.whole(String(text))
      guard !whole.isEmpty else { continue }
      #expect(
        TextFolding.fold(String(text)) == whole, "\(text.map { String($0.value, radix: 16) })")
    }
  }

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
    var collator = try Collator(LibraryOrder(locale: locale))
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
    var maker = try SortKeyMaker(LibraryOrder(locale: "en_US"))
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

  @Test func `a track is searched by its own fields beside those of its album`() {
    var first = MediaTags()
    first.artists = ["Juno Estrel"]
    first.album = "Salt Radio"
    first.genres = ["Dub"]
    var guest = first
    guest.artists = ["Juno Estrel", "Егор Тишин"]
    var joined = first
    joined.artists = ["Juno", "Estrel"]
    var maker = SearchTextMaker()
    let texts = [first, first, guest, joined, first].enumerated().map { index, tags in
      var tags = tags
      tags.title = "Track \(index)"
      return maker.text(tags, name: FilePath("\(index).flac"))
    }
    #expect(
      texts
        == [
          "track 0|juno estrel||salt radio||dub|0flac",
          "track 1|juno estrel||salt radio||dub|1flac",
          "track 2|juno estrel\u{1E}egor tishin||salt radio||dub|2flac",
          "track 3|juno\u{1E}estrel||salt radio||dub|3flac",
          "track 4|juno estrel||salt radio||dub|4flac",
        ].map { $0.replacing("|", with: "\u{1F}") })
  }
}
