import Media
import TestSupport
import Testing

@testable import Library

@Suite struct SectionTests {
  @Test(arguments: [
    ("en_US", "abba", "A"), ("en_US", "Ärzte", "A"), ("sv_SE", "Ärzte", "Ä"), ("sv_SE", "Åsa", "Å"),
    ("de_DE", "Öl", "O"), ("pl_PL", "Łódź", "Ł"), ("en_US", "Łódź", "L"), ("en_US", "Æon", "A"),
    ("en_US", "1975", "0 – 9"), ("en_US", "٣", "0 – 9"), ("en_US", "!!!", "#"), ("en_US", "", "…"),
    ("en_US", "цой", "Ц"), ("ru_RU", "Ёлка", "Ё"), ("en_US", "θεός", "Θ"), ("en_US", "فيروز", "ف"),
    ("en_US", "עברי", "ע"), ("en_US", "ไทย", "ไ"), ("en_US", "हिन्दी", "हि"), ("ja_JP", "ガール", "か"),
    ("ja_JP", "らじお", "ら"), ("ja_JP", "ん", "わ"), ("ko_KR", "방탄", "ㅂ"), ("ko_KR", "꽃", "ㄱ"),
    ("ja_JP", "夜汽車", "漢"),
  ])
  func `a name stands under the letter of its script that the language has`(
    locale: String, name: String, letter: String
  ) throws {
    var letters = try IndexLetters(LibraryOrder(locale: locale))
    #expect(letters.letter(of: name) == letter)
  }

  private static func sections(
    _ items: [MediaItem], by sectioning: MediaSectioning, locale: String = "en_US"
  ) throws -> [MediaSection] {
    let query = MediaQuery(sort: sectioning.sort)
    return try query.sections(by: sectioning, among: items, LibraryOrder(locale: locale))
  }

  private static func item(_ body: (inout MediaTags) -> Void) -> MediaItem {
    var item = MediaItem(
      persistentID: .random(), uri: "a/b.mp3", path: FilePath("/m/a/b.mp3"))
    body(&item.tags)
    return item
  }

  @Test func `letters, digits, signs and what has no name have sections of their own`() throws {
    let artists = ["The Beatles", "Björk", "abba", "Ärzte", "99", "!!!", nil, "Цой"]
    let items = artists.map { artist in Self.item { $0.artists = artist.map { [$0] } ?? [] } }
    let sections = try Self.sections(items, by: .artist)
    #expect(sections.map(\.title) == ["#", "0 – 9", "A", "B", "Ц", "…"])
    #expect(sections.map(\.range) == [0..<1, 1..<2, 2..<4, 4..<6, 6..<7, 7..<8])
    #expect(sections.map(\.indexTitle) == sections.map(\.title))
  }

  @Test func `letters that are ordered as one are one section`() throws {
    let items = ["Елена", "Ёлка", "Ель"].map { title in Self.item { $0.title = title } }
    let sections = try Self.sections(items, by: .title, locale: "ru_RU")
    #expect(sections.count == 1 && sections.first?.range == 0..<3)
  }

  @Test func `years and decades are sections`() throws {
    let years = [1984, 1989, nil, 1991]
    let items = years.map { year in
      Self.item { $0.date = year.flatMap { MediaDate(year: $0) } }
    }
    #expect(
      try Self.sections(items, by: .year).map(\.title) == ["1984", "1989", "1991", "Unknown Year"])
    let decades = try Self.sections(items, by: .decade)
    #expect(decades.map(\.title) == ["1980s", "1990s", "Unknown Year"])
    #expect(decades.map(\.range) == [0..<2, 2..<3, 3..<4])
  }

  @Test func `an album has its name, artist and year above, and a letter in the index`() throws {
    let items = [("The Wall", "Pink Floyd", 1979), ("The Wall", "Pink Floyd", 1979), (nil, nil, 1)]
      .map { album, artist, year in
        Self.item { tags in
          tags.album = album
          tags.artists = artist.map { [$0] } ?? []
          tags.date = MediaDate(year: year)
        }
      }
    let sections = try Self.sections(items, by: .heading)
    #expect(sections.map(\.title) == ["The Wall · Pink Floyd · 1979", "Unknown Album"])
    #expect(sections.map(\.indexTitle) == ["W", "…"])
    #expect(sections.map(\.range) == [0..<2, 2..<3])
  }
}
