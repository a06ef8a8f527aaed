#include "Tags.hpp"

#include <taglib/asfattribute.h>
#include <taglib/asfpicture.h>
#include <taglib/flacpicture.h>
#include <taglib/mp4item.h>

using namespace TagLib;

namespace {

struct Named {
  const char *name;
  segue_tag_field field;
  int rank;
};

constexpr Named atoms[] = {
    {"\251nam", SEGUE_TAG_TITLE, 0},         {"\251ART", SEGUE_TAG_ARTIST, 0},
    {"aART", SEGUE_TAG_ALBUM_ARTIST, 0},     {"\251alb", SEGUE_TAG_ALBUM, 0},
    {"soco", SEGUE_TAG_COMPOSER_SORT, 0},    {"\251grp", SEGUE_TAG_GROUPING, 0},
    {"\251wrk", SEGUE_TAG_WORK, 0},          {"\251mvn", SEGUE_TAG_MOVEMENT, 0},
    {"\251lyr", SEGUE_TAG_LYRICS_TEXT, 0},   {"\251con", SEGUE_TAG_CONDUCTOR, 0},
    {"\251gen", SEGUE_TAG_GENRE, 0},         {"\251wrt", SEGUE_TAG_COMPOSER, 0},
    {"\251cmt", SEGUE_TAG_COMMENT, 0},       {"\251day", SEGUE_TAG_DATE, 0},
    {"sonm", SEGUE_TAG_TITLE_SORT, 0},       {"soar", SEGUE_TAG_ARTIST_SORT, 0},
    {"soal", SEGUE_TAG_ALBUM_SORT, 0},       {"soaa", SEGUE_TAG_ALBUM_ARTIST_SORT, 0},
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

StringList pair(int number, int count, bool counts) {
  int wanted = counts ? count : number;
  return wanted > 0 ? StringList(String::number(wanted)) : StringList();
}

void collectPicture(const ASF::Picture &picture, Collector &collector) {
  if (!picture.isValid()) return;
  ByteVector bytes = picture.picture();
  std::string_view view(bytes.data(), bytes.size());
  collector.addPicture(
      unsigned(picture.type()), picture.mimeType().to8Bit(), view.substr(0, 16), view.size(),
      [view] { return std::string(view); });
}

}  // namespace

void collect(const Ogg::XiphComment *tag, Collector &collector, int rank) {
  if (!tag) return;
  for (const auto &[name, values] : tag->fieldListMap()) collector.offer(name, values, rank);
}

bool hasUnreadText(const Ogg::XiphComment *tag) {
  if (!tag) return false;
  for (const auto &[name, values] : tag->fieldListMap())
    for (const String &value : values)
      if (value.isEmpty()) return true;
  return false;
}

void collectPictures(Ogg::XiphComment *tag, Collector &collector) {
  if (!tag) return;
  for (FLAC::Picture *picture : tag->pictureList()) {
    ByteVector bytes = picture->data();
    std::string_view view(bytes.data(), bytes.size());
    collector.addPicture(
        unsigned(picture->type()), picture->mimeType().to8Bit(), view.substr(0, 16), view.size(),
        [view] { return std::string(view); });
  }
}

void collect(const MP4::Tag *tag, Collector &collector, int rank) {
  if (!tag) return;
  const MP4::ItemMap &items = tag->itemMap();
  for (const Named &atom : atoms) {
    auto found = items.find(String(atom.name, String::Latin1));
    if (found != items.end()) collector.offer(atom.field, found->second.toStringList(), rank);
  }
  for (const auto &[name, item] : items) {
    if (name == "trkn" || name == "disk") {
      auto [number, count] = item.toIntPair();
      bool isTrack = name == "trkn";
      collector.offer(isTrack ? SEGUE_TAG_TRACK : SEGUE_TAG_DISC, pair(number, count, false), rank);
      collector.offer(
          isTrack ? SEGUE_TAG_TRACK_TOTAL : SEGUE_TAG_DISC_TOTAL, pair(number, count, true), rank);
    } else if (name == "cpil") {
      collector.offer(SEGUE_TAG_COMPILATION, String(item.toBool() ? "1" : "0"), rank);
    } else if (name == "tmpo") {
      if (item.toInt() > 0)
        collector.offer(SEGUE_TAG_TEMPO, StringList(String::number(item.toInt())), rank);
    } else if (name == "\251mvi" || name == "\251mvc") {
      if (name == "\251mvi" && item.toInt() > 0)
        collector.offer(SEGUE_TAG_MOVEMENT_NUMBER, StringList(String::number(item.toInt())), rank);
    } else if (name == "covr") {
      continue;
    } else if (name.startsWith("----:")) {
      collector.offer(name.substr(unsigned(name.rfind(":") + 1)), item.toStringList(), rank + 8);
    }
  }
}

void collect(const ASF::Tag *tag, Collector &collector, int rank) {
  if (!tag) return;
  collectPlain(tag, collector, rank + 8);
  for (const auto &[name, list] : tag->attributeListMap()) {
    if (name == "WM/Picture") {
      for (const ASF::Attribute &attribute : list) collectPicture(attribute.toPicture(), collector);
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
