import Library
import MPDProtocol
import Media

// Queries with names, which are shown as playlists that are always current.
//
// `segue_query_save NAME QUERY [SORT [LIMIT]]` gives one a name, with the keys of its order (`-rating,title`; empty for
// library order) and how many items it has at most; `segue_query_remove NAME` forgets it; `segue_query_list` lists all:
// `playlist`, `query` and, where it has them, `sort` and `limit`.
//
// `segue_sections KIND [QUERY]` answers what the items that a query finds are put together in, ordered by KIND: `title`,
// `artist`, `albumartist`, `album`, `composer` or `genre` (first letters), `year`, `decade`, or `heading` (albums). Each
// `section` has its `index` letter, its `start` (from 0) and its `count`.
extension Command {
  static let savedQueries = [
    Command("segue_query_save", .control, 2...4) { daemon, call throws(MPDError) in
      var query = SavedQuery(name: call[0], text: call[1], sort: call.optional(2) ?? "")
      query.limit = try call.optional(3).map { text throws(MPDError) in try Argument.unsigned(text)
      }
      return daemon.playlists.doing(telling: .storedPlaylist) { [query] store in
        try store.save(query, now: .now)
      }
    },
    Command("segue_query_remove", .control, 1...1) { daemon, call in
      let name = call[0]
      return daemon.playlists.doing(telling: .storedPlaylist) { try $0.removeQuery(name) }
    },
    Command("segue_sections", .read, 1...2) { daemon, call throws(MPDError) in
      guard
        let sectioning = MediaSectioning.allCases.first(where: {
          $0.rawValue.lowercased() == call[0].lowercased()
        })
      else {
        let all = MediaSectioning.allCases.map { $0.rawValue.lowercased() }
        throw MPDError(.argument, "Expected \(all.joined(separator: ", ")): \(call[0])")
      }
      var query: MediaQuery
      do throws(QueryMistake) {
        query = try SavedQuery(name: "", text: call.optional(1) ?? "").query(now: .now)
      } catch {
        throw MPDError(.argument, error.description)
      }
      query.sort = sectioning.sort
      return .asking(
        daemon,
        { [query] store throws(LibraryError) in try store.sections(query, by: sectioning) },
        then: { _, sections in
          .pages(
            Pages(count: sections.count) { number, answer in
              let section = sections[number]
              answer.line("section", section.title)
              answer.line("index", section.indexTitle)
              answer.line("start", section.range.lowerBound)
              answer.line("count", section.range.count)
            })
        })
    },
    Command("segue_query_list", .read, 0...0) { daemon, _ in
      .asking(
        daemon, { store throws(LibraryError) in try store.savedQueries() },
        then: { _, queries in
          .pages(
            Pages(count: queries.count) { number, answer in
              let query = queries[number]
              answer.line("playlist", query.name)
              answer.line("query", query.text)
              if !query.sort.isEmpty { answer.line("sort", query.sort) }
              if let limit = query.limit { answer.line("limit", limit) }
            })
        })
    },
  ]
}
