import Foundation
import TestSupport
import Testing

/// `segue find`, `list` and `count` on the fixtures, against answers that another program works out.
@Suite struct QueryCommandTests {
  private static func scanned() async throws -> PrivateHome {
    let home = try PrivateHome()
    #expect(try await home.segue("scan", Project.music).status == 0)
    return home
  }

  @Test func `queries, groups and totals are those that a script finds in the whole list`()
    async throws
  {
    let home = try await Self.scanned()
    let run = try await ProgramRun.of(
      [
        "/usr/bin/python3", Project.root + "/Tests/Cases/compare-queries",
        Project.programs + "/segue",
      ], environment: home.environment, deadline: 300)
    #expect(run.errors == "")
    #expect(run.output == "")
    #expect(run.status == 0)
  }

  @Test func `albums are printed as album artist, album, year, tracks and time`() async throws {
    let home = try await Self.scanned()
    let albums = try await home.segue("list", "albums").lines
    #expect(albums.first == "Abel Marr · Low Water · 2021 · 4 tracks  00:20")
    #expect(albums[1] == "Ines Calloway · A Winter in the Lighthouse · 2018 · 1 track  1:02:03")
    #expect(albums.contains("Various Artists · Harbour Lights · 2023 · 6 tracks  00:11"))
    #expect(albums.last == "Unknown Artist · Unknown Album · 1 track  00:02")
    #expect(try await home.segue("count", "albums").output == "10 albums  1:03:22\n")
    #expect(try await home.segue("count", "year:>2020").status == 2)
    #expect(try await home.segue("count", "tracks", "year:>2020").output == "10 tracks  00:31\n")
    let names = try await home.segue(
      "list", "albums", "-n2", "--format", "%album% [%date%] %count%")
    #expect(names.lines == ["Low Water 2021 4", "A Winter in the Lighthouse 2018 1"])
    let folders = try await home.segue("list", "folders", "tishin").lines
    #expect(folders == ["Егор Тишин/Письма на льду · 3 tracks  00:07"])
  }

  @Test func `what is found is printed in every way that a list has`() async throws {
    let home = try await Self.scanned()
    #expect(try await home.segue("find", "tihii").lines == [])
    #expect(try await home.segue("find", "tikhy").lines == ["Тихий берег · Егор Тишин  00:03"])
    #expect(try await home.segue("find", "zolte", "swiatlo").lines.count == 1)
    let paths = try await home.segue("find", "--paths", "-0", "artist:abel", "-slack")
    #expect(paths.bytes.split(separator: 0).count == 3)
    let limited = try await home.segue("find", "format:mp3", "--sort", "-length,title", "-n", "1")
    #expect(limited.lines.count == 1)
    let template = try await home.segue("find", "ebb", "--format", "%title%")
    #expect(template.output == "Ebb Line\n")
    #expect(try await home.segue("find", "nothing-has-this").status == 0)
  }

  @Test(arguments: [
    (
      ["find", "foo:x"],
      "At character 1 of the query: there is no field foo: (to search for the text, quote it); fields are title,"
    ),
    (["find", "a", "or"], "At character 5 of the query: something must follow or:"),
    (["list", "genres", "(a"], "At character 1 of the query: this bracket is not closed"),
    (["list", "nothing"], "\"nothing\" is not a grouping (items, songs, tracks, titles, albums,"),
    (
      ["find", "a", "--sort", "colour"],
      "\"colour\" is not a key to sort by; those are title, artist,"
    ),
    (["list", "albums", "--sort", "colour"], "\"colour\" is not what groups are sorted by: name,"),
    (["find", "a", "--limit", "x"], "\"x\" is not a number of lines"),
    (["list", "albums", "--paths"], "\"--paths\" is not possible for groups"),
    (["find"], "Something is missing: segue find QUERY…"),
  ])
  func `mistakes are told with what is allowed`(arguments: [String], message: String) async throws {
    let home = try await Self.scanned()
    let run = try await ProgramRun.of(
      [Project.programs + "/segue"] + arguments, environment: home.environment)
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("segue: \(message)"), "\(run.errors)")
  }
}
