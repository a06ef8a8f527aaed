#include <taglib/attachedpictureframe.h>
#include <taglib/commentsframe.h>
#include <taglib/id3v1genres.h>
#include <taglib/textidentificationframe.h>

#include "Tags.hpp"

using namespace TagLib;

namespace {

struct Frame {
  const char *identifier;
  segue_tag_field field;
  int rank;
};

constexpr Frame frames[] = {
    {"TIT2", SEGUE_TAG_TITLE, 0},        {"TPE1", SEGUE_TAG_ARTIST, 0},
    {"TPE2", SEGUE_TAG_ALBUM_ARTIST, 0}, {"TALB", SEGUE_TAG_ALBUM, 0},
    {"TCOM", SEGUE_TAG_COMPOSER, 0},     {"TRCK", SEGUE_TAG_TRACK, 0},
    {"TPOS", SEGUE_TAG_DISC, 0},         {"TDRC", SEGUE_TAG_DATE, 0},
    // In a tag of version 4 these stay as they are.
    {"TYER", SEGUE_TAG_DATE, 1},         {"TDRL", SEGUE_TAG_DATE, 2},
    {"TDOR", SEGUE_TAG_ORIGINAL_DATE, 0},
    {"TORY", SEGUE_TAG_ORIGINAL_DATE, 1}, {"TCMP", SEGUE_TAG_COMPILATION, 0},
    {"TBPM", SEGUE_TAG_TEMPO, 0},        {"TSOT", SEGUE_TAG_TITLE_SORT, 0},
    {"TSOP", SEGUE_TAG_ARTIST_SORT, 0},  {"XSOP", SEGUE_TAG_ARTIST_SORT, 1},
    {"TSOA", SEGUE_TAG_ALBUM_SORT, 0},   {"TSO2", SEGUE_TAG_ALBUM_ARTIST_SORT, 0},
};

StringList values(const ID3v2::FrameList &list) {
  StringList values;
  for (const ID3v2::Frame *frame : list) {
    if (auto *text = dynamic_cast<const ID3v2::TextIdentificationFrame *>(frame))
      values.append(text->fieldList());
    else if (frame)
      values.append(frame->toString());
  }
  return values;
}

/// The genre behind one value: a name, the number of an ID3v1 genre, `RX` or `CR`. The older
/// forms with brackets TagLib has taken apart.
String genre(const String &value) {
  if (value == "RX") return "Remix";
  if (value == "CR") return "Cover";
  bool isNumber = false;
  int number = value.toInt(&isNumber);
  String name = isNumber ? ID3v1::genre(number) : String();
  return name.isEmpty() ? value : name;
}

/// Whether a comment is a program's note to itself.
bool isTechnical(const String &description) {
  return description.startsWith("iTun") || description.startsWith("MusicMatch_") ||
         description.startsWith("Songs-DB_") || description == "ID3v1 Comment";
}

void collectUserText(const ID3v2::FrameList &list, Collector &collector, int rank) {
  for (const ID3v2::Frame *frame : list) {
    auto *text = dynamic_cast<const ID3v2::UserTextIdentificationFrame *>(frame);
    if (!text) continue;
    StringList values = text->fieldList();
    // The first is the description.
    if (!values.isEmpty()) values.erase(values.begin());
    collector.offer(text->description(), values, rank + 8);
  }
}

void collectComments(const ID3v2::FrameList &list, Collector &collector, int rank) {
  for (const ID3v2::Frame *frame : list) {
    auto *comment = dynamic_cast<const ID3v2::CommentsFrame *>(frame);
    if (comment && !isTechnical(comment->description()))
      collector.offer(SEGUE_TAG_COMMENT, comment->text(), rank);
  }
}

}  // namespace

void collect(const ID3v2::Tag *tag, Collector &collector, int rank) {
  if (!tag) return;
  const ID3v2::FrameListMap &map = tag->frameListMap();
  auto list = [&map](const char *identifier) -> const ID3v2::FrameList * {
    auto found = map.find(ByteVector(identifier, 4));
    return found == map.end() ? nullptr : &found->second;
  };
  for (const Frame &frame : frames)
    if (auto *found = list(frame.identifier))
      collector.offer(frame.field, values(*found), rank + frame.rank);
  if (auto *found = list("TCON")) {
    StringList genres;
    for (const String &value : values(*found)) genres.append(genre(value));
    collector.offer(SEGUE_TAG_GENRE, genres, rank);
  }
  if (auto *found = list("COMM")) collectComments(*found, collector, rank);
  if (auto *found = list("TXXX")) collectUserText(*found, collector, rank);
  if (list("APIC")) collector.hasPicture = true;
}
