#include "Tags.hpp"

#include <taglib/asfattribute.h>
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
};

constexpr Named chunks[] = {
    {"INAM", SEGUE_TAG_TITLE, 0},    {"IART", SEGUE_TAG_ARTIST, 0}, {"IPRD", SEGUE_TAG_ALBUM, 0},
    {"IGNR", SEGUE_TAG_GENRE, 0},    {"IMUS", SEGUE_TAG_COMPOSER, 0},
    {"ICMT", SEGUE_TAG_COMMENT, 0},  {"IPRT", SEGUE_TAG_TRACK, 0},  {"ITRK", SEGUE_TAG_TRACK, 1},
    {"ICRD", SEGUE_TAG_DATE, 0},     {"IBPM", SEGUE_TAG_TEMPO, 0},
};

StringList pair(int number, int count, bool counts) {
  int wanted = counts ? count : number;
  return wanted > 0 ? StringList(String::number(wanted)) : StringList();
}

}  // namespace

void collect(const Ogg::XiphComment *tag, Collector &collector, int rank) {
  if (!tag) return;
  for (const auto &[name, values] : tag->fieldListMap()) collector.offer(name, values, rank);
  // TagLib only declares it as changing.
  if (!const_cast<Ogg::XiphComment *>(tag)->pictureList().isEmpty()) collector.hasPicture = true;
}

void collect(const APE::Tag *tag, Collector &collector, int rank) {
  if (!tag) return;
  for (const auto &[name, item] : tag->itemListMap()) {
    if (item.type() == APE::Item::Text)
      collector.offer(name, item.values(), rank);
    else if (name.startsWith("COVER ART") && item.size() > 0)
      collector.hasPicture = true;
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
    } else if (name == "covr") {
      if (!item.toCoverArtList().isEmpty()) collector.hasPicture = true;
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
      if (!list.isEmpty()) collector.hasPicture = true;
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

void collect(const RIFF::Info::Tag *tag, Collector &collector, int rank) {
  if (!tag) return;
  const RIFF::Info::FieldListMap fields = tag->fieldListMap();
  for (const Named &chunk : chunks) {
    auto found = fields.find(ByteVector(chunk.name, 4));
    if (found != fields.end()) collector.offer(chunk.field, found->second, rank + chunk.rank);
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
