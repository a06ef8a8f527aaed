#include "Collector.hpp"

#include <algorithm>

#include "Names.hpp"
#include "Tags.hpp"

using std::string_view;

namespace {

/// The most values of a field and bytes of a value; messages carry no more of either.
constexpr size_t maximumValues = 64, maximumBytes = 4096, maximumPictures = 64, maximumTimed = 20000;

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

std::string toUtf8(const TagLib::String &value) {
  std::string text;
  // TagLib keeps UTF-16 in its strings.
  for (auto unit = value.begin(); unit != value.end();) {
    char32_t c = char32_t(*unit++);
    if (c >= 0xD800 && c < 0xDC00 && unit != value.end() && (*unit & 0xFC00) == 0xDC00)
      c = 0x10000 + ((c - 0xD800) << 10) + (char32_t(*unit++) - 0xDC00);
    appendScalar(text, (c >= 0xD800 && c < 0xE000) || c > 0x10FFFF ? 0xFFFD : c);
  }
  return text;
}

string_view sniffed(string_view head) {
  auto begins = [head](string_view mark, size_t at) {
    return head.size() >= at + mark.size() && head.substr(at, mark.size()) == mark;
  };
  if (begins("\xFF\xD8\xFF", 0)) return "image/jpeg";
  if (begins("\x89PNG", 0)) return "image/png";
  if (begins("GIF8", 0)) return "image/gif";
  if (begins("RIFF", 0) && begins("WEBP", 8)) return "image/webp";
  if (begins("BM", 0)) return "image/bmp";
  return "";
}

bool isLong(int field) { return field >= SEGUE_TAG_LYRICS_TEXT; }

}  // namespace

void Collector::clear(const Wanted &wanted) {
  wanted_ = wanted;
  decoder.replaced = 0;
  setFrame(0, 0);
  for (Slot &slot : slots_) {
    slot.values.clear();
    slot.isTaken = false;
  }
  pictures_.clear();
  lines_.clear();
  chapters_.clear();
  lineTexts_.clear();
  chapterTexts_.clear();
  text_.clear();
  fetched_.clear();
}

bool Collector::isKnown(string_view name) { return nameOf(name) != nullptr; }

bool Collector::isName(string_view name, string_view upper) {
  auto isSame = [](char c, char wanted) { return (c >= 'a' && c <= 'z' ? c - 32 : c) == wanted; };
  return name.size() == upper.size() && std::equal(name.begin(), name.end(), upper.begin(), isSame);
}

void Collector::offer(segue_tag_field field, std::vector<Text> values, int rank) {
  Slot &slot = slots_[field];
  if (slot.isTaken && slot.rank < rank) return;
  auto isSaid = [](const Text &value) { return !value.text.empty(); };
  if (std::none_of(values.begin(), values.end(), isSaid)) return;
  if (!slot.isTaken || slot.rank != rank) slot.values.clear();
  slot.rank = rank;
  slot.isTaken = true;
  for (Text &value : values) slot.values.push_back(std::move(value));
}

void Collector::offer(segue_tag_field field, const TagLib::StringList &values, int rank) {
  std::vector<Text> texts;
  for (const TagLib::String &value : values) texts.push_back({toUtf8(value), ""});
  offer(field, std::move(texts), rank);
}

void Collector::offer(string_view name, std::vector<Text> values, int rank) {
  if (const Name *found = nameOf(name)) offer(found->field, std::move(values), rank + found->rank);
}

void Collector::offer(const TagLib::String &name, const TagLib::StringList &values, int rank) {
  if (name.size() > 64) return;
  if (const Name *found = nameOf(toUtf8(name))) offer(found->field, values, rank + found->rank);
}

const std::string *Collector::first(segue_tag_field field) const {
  return slots_[field].values.empty() ? nullptr : &slots_[field].values.front().text;
}

void Collector::notePicture(unsigned kind, string_view mimeType, string_view head, size_t size) {
  if (pictures_.size() == maximumPictures) return;
  string_view told = sniffed(head);
  std::string type(told.empty() ? mimeType : told);
  if (type.size() > 64 || !isAscii(type) || type.find_first_of(string_view("\0\n\r", 3)) != std::string::npos)
    type.clear();
  if (type == "image/jpg" || type == "JPG" || type == "jpg") type = "image/jpeg";
  if (type == "PNG" || type == "png") type = "image/png";
  pictures_.push_back({uint8_t(std::min(kind, 255u)), type, size});
}

void Collector::addLine(int64_t milliseconds, Text text) {
  if (lines_.size() == maximumTimed) return;
  lines_.push_back({milliseconds, -1, {0, 0}});
  lineTexts_.push_back(std::move(text));
}

void Collector::addChapter(int64_t start, int64_t end, Text title) {
  if (chapters_.size() == maximumTimed) return;
  chapters_.push_back({start, end > start ? end : -1, {0, 0}});
  chapterTexts_.push_back(std::move(title));
}

bool Collector::appendClean(string_view value, size_t limit) {
  size_t start = text_.size(), end = start;
  bool isAfterBreak = false;
  while (!value.empty() && text_.size() - start < limit) {
    auto byte = static_cast<unsigned char>(value.front());
    if (byte > 0x20 && byte < 0x7F) {
      text_ += char(byte);
      value.remove_prefix(1);
      end = text_.size();
      isAfterBreak = false;
      continue;
    }
    char32_t c = takeScalar(value);
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

void Collector::dropWeakLists() {
  // A list of names says more than one line of them, unless a stronger tag has the line.
  for (auto [line, list] : {std::pair(SEGUE_TAG_ARTIST, SEGUE_TAG_ARTIST_LIST),
                            std::pair(SEGUE_TAG_ALBUM_ARTIST, SEGUE_TAG_ALBUM_ARTIST_LIST)}) {
    if (slots_[line].isTaken && slots_[line].rank / rankStep < slots_[list].rank / rankStep)
      slots_[list].values.clear();
  }
}

void Collector::writeField(int field, segue_tag_record *record) {
  const Slot &slot = slots_[field];
  std::vector<const Text *> kept;
  size_t start = text_.size();
  bool isSure = true;
  for (const Text &value : slot.values) {
    if (kept.size() == maximumValues) break;
    size_t before = text_.size();
    if (!kept.empty()) text_ += '\0';
    size_t from = text_.size();
    bool isNew = appendClean(value.text, maximumBytes);
    // The values before it, each with the zero that follows it.
    string_view earlier(text_.data() + start, from - start), fresh(text_.data() + from, text_.size() - from);
    for (size_t at = 0; isNew && at < earlier.size();) {
      size_t zero = earlier.find('\0', at);
      isNew = earlier.substr(at, zero - at) != fresh;
      at = zero + 1;
    }
    if (isNew) {
      kept.push_back(&value);
      isSure = isSure && value.legacy.empty();
    } else {
      text_.resize(before);
    }
  }
  record->fields[field] = span(start);
  if (!isSure) writeLegacy(field, kept, record);
}

void Collector::writeLegacy(int field, const std::vector<const Text *> &kept, segue_tag_record *record) {
  size_t start = text_.size();
  for (const Text *value : kept) {
    if (text_.size() > start) text_ += '\0';
    const std::string &bytes = value->legacy.empty() ? value->text : value->legacy;
    size_t from = bytes.find_first_not_of(' '), to = bytes.find_last_not_of(string_view(" \0", 2));
    for (size_t i = from; i <= to && to != std::string::npos; i++)
      text_ += bytes[i] >= 0 && bytes[i] < 0x20 ? ' ' : bytes[i];
  }
  record->legacy[field] = span(start);
}

void Collector::write(segue_tag_record *record) {
  dropWeakLists();
  auto note = [record](segue_tag_content content, bool isThere) {
    if (isThere) record->long_texts |= 1u << content;
  };
  note(SEGUE_TAG_LYRICS, slots_[SEGUE_TAG_LYRICS_TEXT].isTaken);
  note(SEGUE_TAG_CUE_SHEET, slots_[SEGUE_TAG_CUE_SHEET_TEXT].isTaken);
  note(SEGUE_TAG_TIMED_LYRICS, slots_[SEGUE_TAG_TIMED_LYRICS_TEXT].isTaken || !lines_.empty());
  note(SEGUE_TAG_CHAPTERS, !chapters_.empty());
  for (int field = 0; field < SEGUE_TAG_FIELDS; field++)
    if (!slots_[field].values.empty() && !isLong(field)) writeField(field, record);
  pictureRecords_.clear();
  for (const Picture &picture : pictures_) {
    size_t start = text_.size();
    text_ += picture.mimeType;
    pictureRecords_.push_back({picture.kind, picture.size, span(start)});
  }
  record->pictures = pictureRecords_.data();
  record->picture_count = uint32_t(pictureRecords_.size());
  record->replaced_bytes = decoder.replaced;
  record->text = reinterpret_cast<const uint8_t *>(text_.data());
}

bool Collector::appendLong(const Slot &slot) {
  // Lines stay lines, and all kinds of their ends become one.
  bool isAfterReturn = false;
  for (const Text &value : slot.values) {
    if (!text_.empty()) text_ += '\n';
    for (string_view rest = value.text; !rest.empty();) {
      char32_t c = takeScalar(rest);
      bool isEnd = c == '\r' || c == '\n' || c == 0x85 || c == 0x2028 || c == 0x2029;
      if (isEnd && !(c == '\n' && isAfterReturn)) text_ += '\n';
      isAfterReturn = c == '\r';
      if (c == '\t' || (!isEnd && !isDropped(c))) appendScalar(text_, c);
    }
  }
  return !text_.empty();
}

bool Collector::write(segue_tag_fetched *fetched) {
  bool isThere = false;
  const std::string *bytes = &text_;
  auto put = [&](std::vector<segue_tag_timed> &list, const std::vector<Text> &texts) {
    for (size_t i = 0; i < list.size(); i++) {
      size_t start = text_.size();
      appendClean(texts[i].text, maximumBytes);
      list[i].text = span(start);
    }
    fetched->timed = list.data();
    fetched->timed_count = list.size();
    isThere = !list.empty();
  };
  switch (wanted_.content) {
    case SEGUE_TAG_PICTURE:
      isThere = wanted_.index < pictures_.size() && !fetched_.empty();
      if (isThere) fetched->mime_type = pictures_[wanted_.index].mimeType.c_str();
      bytes = &fetched_;
      break;
    case SEGUE_TAG_LYRICS: isThere = appendLong(slots_[SEGUE_TAG_LYRICS_TEXT]); break;
    case SEGUE_TAG_CUE_SHEET: isThere = appendLong(slots_[SEGUE_TAG_CUE_SHEET_TEXT]); break;
    case SEGUE_TAG_TIMED_LYRICS:
      if (lines_.empty()) isThere = appendLong(slots_[SEGUE_TAG_TIMED_LYRICS_TEXT]);
      else put(lines_, lineTexts_);
      break;
    case SEGUE_TAG_CHAPTERS: put(chapters_, chapterTexts_); break;
    case SEGUE_TAG_RECORD: break;
  }
  fetched->bytes = reinterpret_cast<const uint8_t *>(bytes->data());
  fetched->size = bytes->size();
  fetched->status = !isThere ? SEGUE_TAG_ABSENT : bytes->size() > wanted_.limit ? SEGUE_TAG_TOO_LONG : SEGUE_TAG_READ;
  return isThere;
}
