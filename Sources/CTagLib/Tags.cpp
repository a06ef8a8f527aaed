#include "Tags.hpp"

#include <taglib/asfattribute.h>

#include "Bytes.hpp"

using namespace TagLib;
using std::string;
using std::string_view;

namespace {

struct Named {
  const char *name;
  segue_tag_field field;
  int rank;
};

constexpr Named attributes[] = {
    {"WM/AlbumArtist", SEGUE_TAG_ALBUM_ARTIST, 0},
    {"WM/ARTISTS", SEGUE_TAG_ARTIST_LIST, 0},
    {"WM/AlbumTitle", SEGUE_TAG_ALBUM, 0},
    {"WM/Genre", SEGUE_TAG_GENRE, 0},
    {"WM/Composer", SEGUE_TAG_COMPOSER, 0},
    {"WM/TrackNumber", SEGUE_TAG_TRACK, 0},
    {"WM/Track", SEGUE_TAG_TRACK, 1},
    {"TrackTotal", SEGUE_TAG_TRACK_TOTAL, 0},
    {"WM/PartOfSet", SEGUE_TAG_DISC, 0},
    {"WM/Year", SEGUE_TAG_DATE, 0},
    {"WM/OriginalReleaseTime", SEGUE_TAG_ORIGINAL_DATE, 0},
    {"WM/OriginalReleaseYear", SEGUE_TAG_ORIGINAL_DATE, 1},
    {"WM/IsCompilation", SEGUE_TAG_COMPILATION, 0},
    {"WM/BeatsPerMinute", SEGUE_TAG_TEMPO, 0},
    {"WM/TitleSortOrder", SEGUE_TAG_TITLE_SORT, 0},
    {"WM/ArtistSortOrder", SEGUE_TAG_ARTIST_SORT, 0},
    {"WM/AlbumSortOrder", SEGUE_TAG_ALBUM_SORT, 0},
    {"WM/AlbumArtistSortOrder", SEGUE_TAG_ALBUM_ARTIST_SORT, 0},
    {"WM/ComposerSortOrder", SEGUE_TAG_COMPOSER_SORT, 0},
    {"WM/Conductor", SEGUE_TAG_CONDUCTOR, 0},
    {"WM/Publisher", SEGUE_TAG_LABEL, 0},
    {"WM/Mood", SEGUE_TAG_MOOD, 0},
    {"WM/ContentGroupDescription", SEGUE_TAG_GROUPING, 0},
    {"WM/SetSubTitle", SEGUE_TAG_DISC_SUBTITLE, 0},
    {"WM/Work", SEGUE_TAG_WORK, 0},
    {"WM/SharedUserRating", SEGUE_TAG_RATING_99, 0},
    {"WM/Lyrics", SEGUE_TAG_LYRICS_TEXT, 0},
    {"MusicBrainz/Track Id", SEGUE_TAG_MUSICBRAINZ_TRACK, 0},
    {"MusicBrainz/Release Track Id", SEGUE_TAG_MUSICBRAINZ_RELEASE_TRACK, 0},
    {"MusicBrainz/Album Id", SEGUE_TAG_MUSICBRAINZ_ALBUM, 0},
    {"MusicBrainz/Release Group Id", SEGUE_TAG_MUSICBRAINZ_RELEASE_GROUP, 0},
    {"MusicBrainz/Work Id", SEGUE_TAG_MUSICBRAINZ_WORK, 0},
    {"MusicBrainz/Artist Id", SEGUE_TAG_MUSICBRAINZ_ARTIST, 0},
    {"MusicBrainz/Album Artist Id", SEGUE_TAG_MUSICBRAINZ_ALBUM_ARTIST, 0},
};

/// The end of text of UTF-16 in `bytes` from `at` on, behind its zero.
size_t afterText(string_view bytes, size_t at) {
  while (at + 1 < bytes.size() && (bytes[at] != 0 || bytes[at + 1] != 0)) at += 2;
  return at + 2;
}

/// Reads a picture, of which only the start may be there.
///
/// Source: Windows Media Format SDK, WM_PICTURE: kind, size, type and description, then the picture.
void collectPicture(string_view bytes, long fileSize, Collector &collector) {
  size_t size = std::min(little(bytes, 1, 4), uint64_t(fileSize)), type = 5, description = afterText(bytes, type);
  size_t at = afterText(bytes, description);
  if (at > bytes.size()) return;
  string mime = collector.decoder.utf16(bytes.substr(type, description - type - 2)).text;
  collector.addPicture(
      byte(bytes, 0), mime, bytes.substr(at, 16), size, [&] { return string(bytes.substr(at, size)); });
}

}  // namespace

void collect(const ASF::Tag *tag, long fileSize, Collector &collector, int rank) {
  if (!tag) return;
  collectPlain(tag, collector, rank + 8);
  for (const auto &[name, list] : tag->attributeListMap()) {
    if (name == "WM/Picture") {
      for (const ASF::Attribute &attribute : list) {
        ByteVector bytes = attribute.toByteVector();
        collectPicture({bytes.data(), bytes.size()}, fileSize, collector);
      }
      continue;
    }
    StringList values;
    for (const ASF::Attribute &attribute : list) values.append(attribute.toString());
    bool isKnown = false;
    for (const Named &known : attributes) {
      if (name != known.name) continue;
      collector.offer(known.field, values, rank + known.rank);
      isKnown = true;
    }
    if (!isKnown) collector.offer(name, values, rank + 8);
  }
}

void collectPlain(const Tag *tag, Collector &collector, int rank) {
  if (!tag) return;
  collector.offer(SEGUE_TAG_TITLE, tag->title(), rank);
  collector.offer(SEGUE_TAG_ARTIST, tag->artist(), rank);
  collector.offer(SEGUE_TAG_ALBUM, tag->album(), rank);
  collector.offer(SEGUE_TAG_COMMENT, tag->comment(), rank);
  collector.offer(SEGUE_TAG_GENRE, tag->genre(), rank);
  if (tag->track() > 0)
    collector.offer(SEGUE_TAG_TRACK, StringList(String::number(int(tag->track()))), rank);
  if (tag->year() > 0)
    collector.offer(SEGUE_TAG_DATE, StringList(String::number(int(tag->year()))), rank);
}
