#include "Mp4Tags.hpp"

#include <taglib/id3v1genres.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "Bytes.hpp"

using std::string;
using std::string_view;

namespace {

/// No text of a person is longer, and no atom has more values.
constexpr long maximumText = 4 << 20;
constexpr int maximumValues = 64;

/// The kinds of values. Source: QuickTime File Format, "Well-known types".
enum Kind : uint64_t { utf8 = 1, utf16 = 2, jpeg = 13, png = 14 };

struct Named {
  string_view name;
  segue_tag_field field;
};

constexpr Named texts[] = {
    {"\251nam", SEGUE_TAG_TITLE},         {"\251ART", SEGUE_TAG_ARTIST},
    {"aART", SEGUE_TAG_ALBUM_ARTIST},     {"\251alb", SEGUE_TAG_ALBUM},
    {"soco", SEGUE_TAG_COMPOSER_SORT},    {"\251grp", SEGUE_TAG_GROUPING},
    {"\251wrk", SEGUE_TAG_WORK},          {"\251mvn", SEGUE_TAG_MOVEMENT},
    {"\251lyr", SEGUE_TAG_LYRICS_TEXT},   {"\251con", SEGUE_TAG_CONDUCTOR},
    {"\251gen", SEGUE_TAG_GENRE},         {"\251wrt", SEGUE_TAG_COMPOSER},
    {"\251cmt", SEGUE_TAG_COMMENT},       {"\251day", SEGUE_TAG_DATE},
    {"sonm", SEGUE_TAG_TITLE_SORT},       {"soar", SEGUE_TAG_ARTIST_SORT},
    {"soal", SEGUE_TAG_ALBUM_SORT},       {"soaa", SEGUE_TAG_ALBUM_ARTIST_SORT},
};

/// A `data` atom: its kind, and where its value lies in the atom around it.
struct Value {
  uint64_t kind;
  long at, size;
};

/// The values of an atom, and what stands in its `name` atom, where it has one.
std::vector<Value> values(const Pieces &content, string *name) {
  std::vector<Value> list;
  for (long at = 0; at + 8 <= content.size() && int(list.size()) < maximumValues;) {
    string head = content.read(at, 16);
    long size = std::min(long(big(head, 0, 4)), content.size() - at);
    if (size < 8) break;
    string_view kind = string_view(head).substr(4, 4);
    if (kind == "data" && size > 16) list.push_back({big(head, 8, 4) & 0xFFFFFF, at + 16, size - 16});
    if (kind == "name" && size > 12) *name = content.read(at + 12, std::min(size - 12, 64L));
    at += size;
  }
  return list;
}

void offerTexts(
    const Pieces &content, const std::vector<Value> &list, Collector &collector,
    const std::function<void(std::vector<Text>)> &offer) {
  std::vector<Text> found;
  for (const Value &value : list) {
    if ((value.kind != utf8 && value.kind != utf16) || value.size > maximumText) continue;
    string bytes = content.read(value.at, value.size);
    found.push_back(
        value.kind == utf16 ? collector.decoder.utf16(bytes, true) : collector.decoder.utf8(bytes));
  }
  offer(std::move(found));
}

void offerNumber(segue_tag_field field, uint64_t number, Collector &collector, int rank) {
  if (number > 0) collector.offer(field, {{std::to_string(number), ""}}, rank);
}

void collectPictures(const Pieces &content, const std::vector<Value> &list, Collector &collector) {
  for (const Value &value : list) {
    string_view type = value.kind == png ? "image/png" : value.kind == jpeg ? "image/jpeg" : "";
    // MP4 does not say what a picture shows; the first one is the cover.
    collector.addPicture(
        collector.hasPicture() ? 0 : 3, type, content.read(value.at, 16), size_t(value.size),
        [&] { return content.read(value.at, value.size); });
  }
}

/// Numbers, of which the first value counts.
void collectNumber(string_view name, string_view bytes, Collector &collector, int rank) {
  if (name == "trkn" || name == "disk") {
    bool isTrack = name == "trkn";
    offerNumber(isTrack ? SEGUE_TAG_TRACK : SEGUE_TAG_DISC, big(bytes, 2, 2), collector, rank);
    offerNumber(isTrack ? SEGUE_TAG_TRACK_TOTAL : SEGUE_TAG_DISC_TOTAL, big(bytes, 4, 2), collector, rank);
  }
  if (name == "cpil") collector.offer(SEGUE_TAG_COMPILATION, {{big(bytes) != 0 ? "1" : "0", ""}}, rank);
  if (name == "tmpo") offerNumber(SEGUE_TAG_TEMPO, big(bytes), collector, rank);
  if (name == "\251mvi") offerNumber(SEGUE_TAG_MOVEMENT_NUMBER, big(bytes), collector, rank);
  // One more than the number of ID3v1.
  uint64_t genre = name == "gnre" ? big(bytes, 0, 2) : 0;
  if (genre > 0 && genre < 256)
    collector.offer(SEGUE_TAG_GENRE, {{TagLib::ID3v1::genre(int(genre) - 1).to8Bit(true), ""}}, rank + 1);
}

}  // namespace

void collectMp4Item(string_view name, const Pieces &content, Collector &collector, int rank) {
  string own;
  std::vector<Value> list = values(content, &own);
  if (list.empty()) return;
  if (name == "covr") return collectPictures(content, list, collector);
  if (name == "----") {
    if (!Collector::isKnown(own)) return;
    return offerTexts(content, list, collector, [&](std::vector<Text> found) {
      collector.offer(string_view(own), std::move(found), rank + 8);
    });
  }
  for (const Named &text : texts) {
    if (text.name != name) continue;
    return offerTexts(content, list, collector, [&](std::vector<Text> found) {
      collector.offer(text.field, std::move(found), rank);
    });
  }
  const Value &first = list.front();
  collectNumber(name, content.read(first.at, std::min(first.size, 8L)), collector, rank);
}
