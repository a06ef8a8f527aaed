import MPDProtocol
import Media
import Worker

@testable import Library
@testable import Tagging

// Each gives the bytes to a parser, and stops where what comes out breaks a promise.

func takeCueSheet(_ bytes: [UInt8]) {
  let sheet = CueSheet(LegacyCharset.text(bytes))
  let tracks = sheet.placedTracks()
  for track in tracks {
    precondition(sheet.files.indices.contains(track.file))
    precondition(track.range.end.map { $0 > track.range.start } ?? true)
    _ = sheet.tags(of: track, over: MediaTags(), count: tracks.count)
  }
  precondition(Set(tracks.map(\.range.track)).count == tracks.count)
}

func takePlaylist(_ bytes: [UInt8]) {
  for list in [PlaylistFile.m3u(bytes), PlaylistFile.pls(bytes)] {
    precondition(list.entries.count <= PlaylistFile.maximumEntries)
    for entry in list.entries.prefix(100) {
      _ = EntryPath.isStream(entry.location)
      _ = LegacyCharset.text(entry.location)
    }
  }
}

func takeXSPF(_ bytes: [UInt8]) {
  guard let places = PlaylistXML.locations(bytes) else { return }
  let read = try? FetchedText.locations(FetchedText.encoded(places))
  precondition(read?.count == places.count)
}

func takeLyrics(_ bytes: [UInt8]) {
  guard let lyrics = Lyrics(lrc: LegacyCharset.text(bytes)) else { return }
  let times = lyrics.lines.map(\.milliseconds)
  precondition(times == times.sorted() && times.allSatisfy { $0 >= 0 })
  precondition((try? FetchedText.lines(FetchedText.encoded(lyrics.lines))) != nil)
}

func takeText(_ bytes: [UInt8]) {
  let text = LegacyCharset.text(bytes)
  if let plain = String(validating: bytes, as: UTF8.self), bytes.first ?? 0 < 0xFE {
    precondition(plain == text)
  }
  _ = MediaDate(tag: text)
  _ = TagValue.place(text)
  _ = TagValue.gain(text)
  _ = TagValue.rating(text)
  _ = DisplayText.line(text)
  _ = TextLines(bytes).lines
}

func takeQuery(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  do {
    let predicate = try QueryParser.predicate(text, now: Timestamp(nanoseconds: 0))
    precondition(predicate.depth <= MediaQuery.maximumDepth)
    precondition(!QueryCondition(MediaQuery([predicate]), roots: RootList([])).sql.isEmpty)
  } catch {
    precondition((0...text.count).contains(error.place) && !error.description.isEmpty)
  }
}

func takeFilter(_ bytes: [UInt8]) {
  let arguments = bytes.split(separator: 9).map { String(decoding: $0, as: UTF8.self) }
  var item = MediaItem(
    persistentID: PersistentID(rawValue: 1) ?? .random(), uri: "a/b.flac",
    path: FilePath("/a/b.flac"))
  item.tags.artists = ["Abel Marr", "x"]
  item.tags.title = "Żółte światło aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"
  for isFolded in [false, true] {
    let parser = FilterParser(isFolded: isFolded) { pattern in
      do throws(PatternMatcher.Mistake) {
        _ = try PatternMatcher(pattern)
        return nil
      } catch {
        precondition(error.offset <= pattern.text.utf8.count && !error.reason.isEmpty)
        return error.reason
      }
    }
    guard let request = try? FilterRequest(arguments[...], parser: parser, takesPosition: true)
    else { continue }
    let query = MediaQuery(request.predicates)
    precondition(request.predicates.allSatisfy { $0.depth <= MediaQuery.maximumDepth })
    precondition(!QueryCondition(query, roots: RootList([])).sql.isEmpty)
    _ = query.matches(item)
  }
}

func takeRequest(_ bytes: [UInt8]) {
  var buffer = LineBuffer(limit: 4096)
  buffer.append(bytes)
  while let line = buffer.next() {
    guard let request = try? RequestLine(parsing: line) else { continue }
    precondition(!request.name.isEmpty)
  }
}

func takeReplies(_ bytes: [UInt8]) {
  if let reply = try? TagReply(decoding: bytes[...]) {
    precondition((try? TagReply(decoding: reply.encoded()[...])) != nil)
  }
  _ = try? FetchReply(decoding: bytes[...])
  _ = try? DecoderReply(decoding: bytes[...])
  _ = try? FetchedText.lines(bytes)
  _ = try? FetchedText.chapters(bytes)
  _ = try? FetchedText.locations(bytes)
}
