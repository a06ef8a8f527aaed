#include "Collector.hpp"

#include <string.h>

#include <string_view>
#include <unordered_map>

namespace {

/// The most values of a field and bytes of a value; messages carry no more of either.
constexpr unsigned maximumValues = 64;
constexpr size_t maximumBytes = 4096;

struct Name {
  segue_tag_field field;
  /// Its place among the names of the field.
  int rank;
};

/// Sources: the Vorbis comment field registry, and the mappings that Picard and foobar2000 document.
const std::unordered_map<std::string_view, Name> &names() {
  static const std::unordered_map<std::string_view, Name> map = {
      {"TITLE", {SEGUE_TAG_TITLE, 0}},
      {"ARTIST", {SEGUE_TAG_ARTIST, 0}},
      {"ARTISTS", {SEGUE_TAG_ARTIST_LIST, 0}},
      {"ALBUMARTIST", {SEGUE_TAG_ALBUM_ARTIST, 0}},
      {"ALBUM ARTIST", {SEGUE_TAG_ALBUM_ARTIST, 1}},
      {"ALBUM_ARTIST", {SEGUE_TAG_ALBUM_ARTIST, 2}},
      {"ALBUMARTISTS", {SEGUE_TAG_ALBUM_ARTIST_LIST, 0}},
      {"ALBUM", {SEGUE_TAG_ALBUM, 0}},
      {"GENRE", {SEGUE_TAG_GENRE, 0}},
      {"COMPOSER", {SEGUE_TAG_COMPOSER, 0}},
      {"COMMENT", {SEGUE_TAG_COMMENT, 0}},
      {"DESCRIPTION", {SEGUE_TAG_COMMENT, 1}},
      {"TRACKNUMBER", {SEGUE_TAG_TRACK, 0}},
      {"TRACK", {SEGUE_TAG_TRACK, 1}},
      {"TRACKTOTAL", {SEGUE_TAG_TRACK_TOTAL, 0}},
      {"TOTALTRACKS", {SEGUE_TAG_TRACK_TOTAL, 1}},
      {"TRACKC", {SEGUE_TAG_TRACK_TOTAL, 2}},
      {"DISCNUMBER", {SEGUE_TAG_DISC, 0}},
      {"DISC", {SEGUE_TAG_DISC, 1}},
      {"DISCTOTAL", {SEGUE_TAG_DISC_TOTAL, 0}},
      {"TOTALDISCS", {SEGUE_TAG_DISC_TOTAL, 1}},
      {"DISCC", {SEGUE_TAG_DISC_TOTAL, 2}},
      {"DATE", {SEGUE_TAG_DATE, 0}},
      {"YEAR", {SEGUE_TAG_DATE, 1}},
      {"ORIGINALDATE", {SEGUE_TAG_ORIGINAL_DATE, 0}},
      {"ORIGINALYEAR", {SEGUE_TAG_ORIGINAL_DATE, 1}},
      {"COMPILATION", {SEGUE_TAG_COMPILATION, 0}},
      {"ITUNESCOMPILATION", {SEGUE_TAG_COMPILATION, 1}},
      {"BPM", {SEGUE_TAG_TEMPO, 0}},
      {"TEMPO", {SEGUE_TAG_TEMPO, 1}},
      {"TITLESORT", {SEGUE_TAG_TITLE_SORT, 0}},
      {"ARTISTSORT", {SEGUE_TAG_ARTIST_SORT, 0}},
      {"ALBUMSORT", {SEGUE_TAG_ALBUM_SORT, 0}},
      {"ALBUMARTISTSORT", {SEGUE_TAG_ALBUM_ARTIST_SORT, 0}},
      {"REPLAYGAIN_TRACK_GAIN", {SEGUE_TAG_TRACK_GAIN, 0}},
      {"REPLAYGAIN_TRACK_PEAK", {SEGUE_TAG_TRACK_PEAK, 0}},
      {"REPLAYGAIN_ALBUM_GAIN", {SEGUE_TAG_ALBUM_GAIN, 0}},
      {"REPLAYGAIN_ALBUM_PEAK", {SEGUE_TAG_ALBUM_PEAK, 0}},
      {"R128_TRACK_GAIN", {SEGUE_TAG_R128_TRACK_GAIN, 0}},
      {"R128_ALBUM_GAIN", {SEGUE_TAG_R128_ALBUM_GAIN, 0}},
  };
  return map;
}

/// Space of any kind, or an end of a line.
bool isBlank(char32_t c) {
  return c == ' ' || (c >= 0x09 && c <= 0x0D) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

/// What ends a line or moves on in it; it becomes one space.
bool isBreak(char32_t c) {
  return (c >= 0x09 && c <= 0x0D) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

/// Controls, byte order marks and what is no character.
bool isDropped(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0xFEFF || (c & 0xFFFE) == 0xFFFE ||
         (c >= 0xFDD0 && c <= 0xFDEF);
}

void appendScalar(std::string &text, char32_t c) {
  if (c < 0x80) {
    text += char(c);
  } else if (c < 0x800) {
    text += char(0xC0 | c >> 6);
    text += char(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    text += char(0xE0 | c >> 12);
    text += char(0x80 | (c >> 6 & 0x3F));
    text += char(0x80 | (c & 0x3F));
  } else {
    text += char(0xF0 | c >> 18);
    text += char(0x80 | (c >> 12 & 0x3F));
    text += char(0x80 | (c >> 6 & 0x3F));
    text += char(0x80 | (c & 0x3F));
  }
}

/// The scalar at `i`, which moves past it. TagLib keeps UTF-16 in its strings.
char32_t nextScalar(const wchar_t *units, size_t count, size_t &i) {
  char32_t c = char32_t(units[i++]);
  if (c >= 0xD800 && c <= 0xDBFF && i < count) {
    char32_t low = char32_t(units[i]);
    if (low >= 0xDC00 && low <= 0xDFFF) {
      i++;
      return 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    }
  }
  return (c >= 0xD800 && c <= 0xDFFF) || c > 0x10FFFF ? 0xFFFD : c;
}

}  // namespace

void Collector::clear() {
  for (Slot &slot : slots_) slot = Slot();
  hasPicture = false;
  text_.clear();
}

void Collector::offer(segue_tag_field field, const TagLib::StringList &values, int rank) {
  Slot &slot = slots_[field];
  if (slot.isTaken && slot.rank < rank) return;
  bool isSaid = false;
  for (const TagLib::String &value : values) isSaid = isSaid || !value.isEmpty();
  if (!isSaid) return;
  if (slot.isTaken && slot.rank == rank) {
    slot.values.append(values);
  } else {
    slot.values = values;
    slot.rank = rank;
    slot.isTaken = true;
  }
}

void Collector::offer(const TagLib::String &name, const TagLib::StringList &values, int rank) {
  char key[32];
  size_t length = 0;
  for (auto unit = name.begin(); unit != name.end(); ++unit) {
    wchar_t c = *unit;
    if (length == sizeof key || c < 0x20 || c > 0x7E) return;
    key[length++] = char(c >= 'a' && c <= 'z' ? c - 32 : c);
  }
  auto found = names().find(std::string_view(key, length));
  if (found != names().end()) offer(found->second.field, values, rank + found->second.rank);
}

bool Collector::appendClean(const TagLib::String &value) {
  const wchar_t *units = value.toCWString();
  size_t count = value.size(), start = text_.size(), end = start;
  bool isAfterBreak = false;
  for (size_t i = 0; i < count && text_.size() - start < maximumBytes;) {
    char32_t c = nextScalar(units, count, i);
    if (isBreak(c)) {
      if (end > start && text_.back() != ' ') text_ += ' ';
      isAfterBreak = true;
    } else if (isBlank(c)) {
      if (end > start && !isAfterBreak) appendScalar(text_, c);
    } else if (!isDropped(c)) {
      appendScalar(text_, c);
      end = text_.size();
      isAfterBreak = false;
    }
  }
  text_.resize(end);
  return end > start;
}

void Collector::write(segue_tag_record *record) {
  for (int field = 0; field < SEGUE_TAG_FIELDS; field++) {
    const Slot &slot = slots_[field];
    size_t start = text_.size();
    unsigned kept = 0;
    for (const TagLib::String &value : slot.values) {
      if (kept == maximumValues) break;
      size_t before = text_.size();
      if (kept > 0) text_ += '\0';
      size_t from = text_.size();
      std::string_view earlier(text_.data() + start, from - start);
      bool isNew = appendClean(value);
      if (isNew) {
        // The values before it, each with the zero that follows it.
        earlier = std::string_view(text_.data() + start, from - start);
        std::string_view fresh(text_.data() + from, text_.size() - from);
        for (size_t at = 0; isNew && at < earlier.size();) {
          size_t zero = earlier.find('\0', at);
          isNew = earlier.substr(at, zero - at) != fresh;
          at = zero + 1;
        }
      }
      if (isNew) kept++;
      else text_.resize(before);
    }
    record->fields[field] = {uint32_t(start), uint32_t(text_.size() - start)};
  }
  record->text = reinterpret_cast<const uint8_t *>(text_.data());
  record->has_picture = hasPicture;
}
