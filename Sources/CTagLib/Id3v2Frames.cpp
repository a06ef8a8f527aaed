#include "Id3v2Frames.hpp"

#include <stdio.h>
#include <taglib/id3v1genres.h>

#include <algorithm>

#include "Bytes.hpp"

using std::string;
using std::string_view;

namespace {

struct Known {
  /// In versions 3 and 4, and in version 2.
  string_view name, old;
  segue_tag_field field;
  int rank;
};

/// The frames that hold just text.
constexpr Known texts[] = {
    {"TIT2", "TT2", SEGUE_TAG_TITLE, 0},          {"TPE1", "TP1", SEGUE_TAG_ARTIST, 0},
    {"TPE2", "TP2", SEGUE_TAG_ALBUM_ARTIST, 0},   {"TPE3", "TP3", SEGUE_TAG_CONDUCTOR, 0},
    {"TALB", "TAL", SEGUE_TAG_ALBUM, 0},          {"TCOM", "TCM", SEGUE_TAG_COMPOSER, 0},
    {"TPUB", "TPB", SEGUE_TAG_LABEL, 0},          {"TMOO", "", SEGUE_TAG_MOOD, 0},
    {"GRP1", "GP1", SEGUE_TAG_GROUPING, 0},       {"TIT1", "TT1", SEGUE_TAG_GROUPING, 1},
    {"MVNM", "MVN", SEGUE_TAG_MOVEMENT, 0},       {"MVIN", "MVI", SEGUE_TAG_MOVEMENT_NUMBER, 0},
    {"TRCK", "TRK", SEGUE_TAG_TRACK, 0},          {"TPOS", "TPA", SEGUE_TAG_DISC, 0},
    {"TSST", "", SEGUE_TAG_DISC_SUBTITLE, 0},     {"TDRC", "", SEGUE_TAG_DATE, 0},
    {"TDRL", "", SEGUE_TAG_DATE, 2},              {"TDOR", "", SEGUE_TAG_ORIGINAL_DATE, 0},
    {"TORY", "TOR", SEGUE_TAG_ORIGINAL_DATE, 1},  {"TCMP", "TCP", SEGUE_TAG_COMPILATION, 0},
    {"TBPM", "TBP", SEGUE_TAG_TEMPO, 0},          {"TSOT", "TST", SEGUE_TAG_TITLE_SORT, 0},
    {"TSOP", "TSP", SEGUE_TAG_ARTIST_SORT, 0},    {"XSOP", "", SEGUE_TAG_ARTIST_SORT, 1},
    {"TSOA", "TSA", SEGUE_TAG_ALBUM_SORT, 0},     {"XSOA", "", SEGUE_TAG_ALBUM_SORT, 1},
    {"TSO2", "TS2", SEGUE_TAG_ALBUM_ARTIST_SORT, 0}, {"TSOC", "TSC", SEGUE_TAG_COMPOSER_SORT, 0},
};

/// The frames that are more than text, by the names of versions 3 and 4 and then of version 2.
constexpr string_view others[][2] = {
    {"TCON", "TCO"}, {"TYER", "TYE"}, {"TDAT", "TDA"}, {"TXXX", "TXX"}, {"COMM", "COM"}, {"USLT", "ULT"},
    {"SYLT", "SLT"}, {"CHAP", "CHA"}, {"POPM", "POP"}, {"UFID", "UFI"}, {"TIPL", "IPL"}, {"TMCL", "TMC"},
    {"IPLS", "IPL"}, {"RVA2", "RV2"}, {"APIC", "PIC"},
};

const Known *known(string_view name) {
  for (const Known &text : texts)
    if (text.name == name || (!text.old.empty() && text.old == name)) return &text;
  return nullptr;
}

/// The name of versions 3 and 4 of a frame that is more than text; empty for others.
string_view other(string_view name) {
  for (const auto &[fresh, old] : others)
    if (fresh == name || old == name) return fresh;
  return "";
}

bool isWide(unsigned encoding) { return encoding == 1 || encoding == 2; }

bool isNumber(string_view text) {
  return !text.empty() && text.size() < 4 && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The genre behind one value: a name, the number of an ID3v1 genre, `RX` or `CR`.
string genreName(string_view value) {
  if (value == "RX") return "Remix";
  if (value == "CR") return "Cover";
  if (!isNumber(value)) return string(value);
  string name = TagLib::ID3v1::genre(atoi(string(value).c_str())).to8Bit(true);
  return name.empty() ? string(value) : name;
}

/// Whether a comment is a program's note to itself.
bool isTechnical(string_view description) {
  return begins(description, "iTun") || begins(description, "MusicMatch_") ||
         begins(description, "Songs-DB_") || description == "ID3v1 Comment";
}

}  // namespace

bool Frames::isKnown(string_view name) const { return known(name) || !other(name).empty(); }

Text Frames::text(string_view bytes, unsigned encoding) {
  switch (encoding) {
    case 0: return collector_.decoder.eightBit(bytes);
    case 1: return collector_.decoder.utf16(bytes);
    case 2: return collector_.decoder.utf16(bytes, true);
    default: return collector_.decoder.utf8(bytes);
  }
}

string_view Frames::takeUntilZero(string_view &bytes, unsigned encoding) {
  size_t width = isWide(encoding) ? 2 : 1, end = 0;
  while (end + width <= bytes.size() && (bytes[end] != 0 || (width == 2 && bytes[end + 1] != 0))) end += width;
  bool isEnded = end + width <= bytes.size();
  string_view text = bytes.substr(0, isEnded ? end : bytes.size());
  bytes.remove_prefix(isEnded ? end + width : bytes.size());
  return text;
}

Frames::Values Frames::values(string_view bytes, unsigned encoding) {
  Values list;
  string_view mark = bytes.substr(0, 2);
  if (encoding == 0 && (mark == "\xFF\xFE" || mark == "\xFE\xFF")) encoding = 1;
  while (!bytes.empty() && list.size() < 1000) {
    Text value = text(takeUntilZero(bytes, encoding), encoding);
    if (!value.text.empty()) list.push_back(std::move(value));
  }
  return list;
}

Frames::Values Frames::textFrame(string_view bytes) {
  if (bytes.empty()) return {};
  // Some writers left the byte out.
  if (byte(bytes, 0) > 3) return values(bytes, 0);
  return values(bytes.substr(1), byte(bytes, 0));
}

/// Version 3 parts names with slashes, but there are names with slashes in them, too, which are short (AC/DC).
Frames::Values Frames::splitAtSlash(Values list) const {
  if (version_ == 4) return list;
  Values parts;
  for (Text &value : list) {
    Values found;
    bool isSplit = value.text.find('/') != string::npos;
    const string &text = value.text, &legacy = value.legacy;
    for (size_t at = 0, raw = 0; isSplit && at <= text.size();) {
      size_t end = std::min(text.find('/', at), text.size()), rawEnd = std::min(legacy.find('/', raw), legacy.size());
      found.push_back({text.substr(at, end - at), legacy.empty() ? "" : legacy.substr(raw, rawEnd - raw)});
      isSplit = end - at >= 3;
      at = end + 1;
      raw = std::min(rawEnd + 1, legacy.size());
    }
    if (isSplit) std::move(found.begin(), found.end(), std::back_inserter(parts));
    else parts.push_back(std::move(value));
  }
  return parts;
}

/// Source: ID3v2.3.0, section 4.2.1, TCON: numbers in brackets, then text, of which `((` begins with a bracket.
void Frames::offerGenres(const Values &list) {
  Values genres;
  for (const Text &value : list) {
    string_view rest = value.text;
    while (rest.size() > 2 && rest[0] == '(' && rest[1] != '(') {
      size_t end = rest.find(')');
      string_view number = end == string_view::npos ? "" : rest.substr(1, end - 1);
      if (!isNumber(number) && number != "RX" && number != "CR") break;
      genres.push_back({genreName(number), ""});
      rest.remove_prefix(end + 1);
    }
    if (rest.substr(0, 2) == "((") rest.remove_prefix(1);
    bool isWhole = rest.size() == value.text.size();
    if (!rest.empty()) genres.push_back({genreName(rest), isWhole ? value.legacy : ""});
  }
  collector_.offer(SEGUE_TAG_GENRE, std::move(genres), rank_);
}

void Frames::userText(string_view bytes) {
  if (bytes.empty()) return;
  unsigned encoding = byte(bytes, 0) > 3 ? 0 : byte(bytes, 0);
  bytes.remove_prefix(byte(bytes, 0) > 3 ? 0 : 1);
  string name = text(takeUntilZero(bytes, encoding), encoding).text;
  if (!Collector::isKnown(name)) return;
  Values list = values(bytes, encoding);
  collector_.offer(name, name == "ARTISTS" || name == "Artists" ? splitAtSlash(std::move(list)) : std::move(list), rank_ + 8);
}

void Frames::comment(string_view bytes, bool isLyrics) {
  if (bytes.size() < 5) return;
  unsigned encoding = byte(bytes, 0) > 3 ? 0 : byte(bytes, 0);
  bytes.remove_prefix(4);
  string description = text(takeUntilZero(bytes, encoding), encoding).text;
  if (isTechnical(description)) return;
  Values list = values(bytes, encoding);
  collector_.offer(isLyrics ? SEGUE_TAG_LYRICS_TEXT : SEGUE_TAG_COMMENT, std::move(list), rank_);
}

void Frames::timedLyrics(string_view bytes) {
  // Times are counted in MPEG frames or in milliseconds.
  unsigned unit = byte(bytes, 4);
  if (bytes.size() < 7 || unit < 1 || unit > 2) return;
  unsigned encoding = byte(bytes, 0) > 3 ? 0 : byte(bytes, 0);
  // 1 is lyrics, and some leave it at 0; the others are chords, events and the like.
  if (byte(bytes, 5) > 1) return;
  bytes.remove_prefix(6);
  takeUntilZero(bytes, encoding);
  while (bytes.size() > 4) {
    Text line = text(takeUntilZero(bytes, encoding), encoding);
    if (bytes.size() < 4) return;
    auto time = int64_t(big(bytes, 0, 4));
    if (unit == 1) time = collector_.frameTime(time);
    if (time >= 0) collector_.addLine(time, std::move(line));
    bytes.remove_prefix(4);
  }
}

void Frames::chapter(string_view bytes) {
  takeUntilZero(bytes, 0);
  if (bytes.size() < 16) return;
  int64_t start = big(bytes.substr(0, 4)), end = big(bytes.substr(4, 4));
  bytes.remove_prefix(16);
  Text title;
  while (bytes.size() > 10) {
    string_view name = bytes.substr(0, 4), size = bytes.substr(4, 4);
    size_t count = version_ == 4 ? byte(size, 0) << 21 | byte(size, 1) << 14 | byte(size, 2) << 7 | byte(size, 3) : big(size);
    bytes.remove_prefix(10);
    if (count > bytes.size()) break;
    Values list = name == "TIT2" ? textFrame(bytes.substr(0, count)) : Values();
    if (!list.empty()) title = std::move(list.front());
    bytes.remove_prefix(count);
  }
  collector_.addChapter(start, end, std::move(title));
}

void Frames::rating(string_view bytes) {
  takeUntilZero(bytes, 0);
  if (bytes.empty() || bytes[0] == 0) return;
  collector_.offer(SEGUE_TAG_RATING_255, {{std::to_string(byte(bytes, 0)), ""}}, rank_);
}

void Frames::identifier(string_view bytes) {
  if (takeUntilZero(bytes, 0) != "http://musicbrainz.org") return;
  collector_.offer(SEGUE_TAG_MUSICBRAINZ_TRACK, {collector_.decoder.utf8(bytes)}, rank_);
}

/// Pairs of what somebody does and who it is.
void Frames::people(string_view bytes) {
  Values list = textFrame(bytes);
  for (size_t i = 0; i + 1 < list.size(); i += 2) {
    const string &role = list[i].text;
    Text person = list[i + 1];
    if (role == "conductor") {
      collector_.offer(SEGUE_TAG_CONDUCTOR, {person}, rank_ + 1);
      continue;
    }
    // Those who do not play are of no field of ours.
    static constexpr string_view notPlaying[] = {"producer", "engineer", "mix", "DJ-mix", "arranger"};
    if (std::find(std::begin(notPlaying), std::end(notPlaying), role) != std::end(notPlaying)) continue;
    person.text += " (" + role + ")";
    if (!person.legacy.empty()) person.legacy += " (" + (list[i].legacy.empty() ? role : list[i].legacy) + ")";
    collector_.offer(SEGUE_TAG_PERFORMER, {person}, rank_);
  }
}

/// Source: ID3v2.4.0 native frames, section 4.11.
void Frames::volume(string_view bytes) {
  string_view purpose = takeUntilZero(bytes, 0);
  while (bytes.size() >= 4) {
    auto gain = int16_t(big(bytes.substr(1, 2)));
    size_t peakBits = byte(bytes, 3), peakBytes = (peakBits + 7) / 8;
    bool isMaster = byte(bytes, 0) == 1, isAlbum = purpose == "album";
    if (isMaster) {
      char number[16];
      snprintf(number, sizeof number, "%.4f", gain / 512.0);
      collector_.offer(isAlbum ? SEGUE_TAG_ALBUM_GAIN : SEGUE_TAG_TRACK_GAIN, {{number, ""}}, rank_ + 16);
    }
    bytes.remove_prefix(std::min(bytes.size(), 4 + peakBytes));
  }
}

void Frames::picture(string_view name, string_view head, long size, const std::function<string()> &read) {
  bool isOld = name.size() == 3;
  size_t whole = head.size();
  if (whole < 4) return;
  unsigned encoding = byte(head, 0);
  head.remove_prefix(1);
  string type(isOld ? head.substr(0, 3) : string_view());
  if (isOld) head.remove_prefix(3);
  else type = takeUntilZero(head, 0);
  if (head.empty()) return;
  unsigned kind = byte(head, 0);
  head.remove_prefix(1);
  takeUntilZero(head, encoding);
  size_t before = whole - head.size();
  collector_.addPicture(kind, type, head, size_t(size) - before, [&] { return read().substr(before); });
}

void Frames::frame(string_view name, string_view bytes) {
  if (const Known *found = known(name)) {
    Values list = textFrame(bytes);
    bool isNames = found->field == SEGUE_TAG_ARTIST || found->field == SEGUE_TAG_COMPOSER;
    collector_.offer(found->field, isNames ? splitAtSlash(std::move(list)) : std::move(list), rank_ + found->rank);
    return;
  }
  name = other(name);
  Values list = name == "TYER" || name == "TDAT" ? textFrame(bytes) : Values();
  if (name == "TYER" && !list.empty()) year_ = list.front().text;
  if (name == "TDAT" && !list.empty()) day_ = list.front().text;
  if (name == "TCON") offerGenres(textFrame(bytes));
  if (name == "TXXX") userText(bytes);
  if (name == "COMM") comment(bytes, false);
  if (name == "USLT") comment(bytes, true);
  if (name == "SYLT") timedLyrics(bytes);
  if (name == "CHAP") chapter(bytes);
  if (name == "POPM") rating(bytes);
  if (name == "UFID") identifier(bytes);
  if (name == "TIPL" || name == "TMCL" || name == "IPLS") people(bytes);
  if (name == "RVA2") volume(bytes);
}

void Frames::finish() {
  if (year_.empty()) return;
  // TDAT has the day before the month.
  bool isDay = day_.size() == 4 && std::all_of(day_.begin(), day_.end(), [](char c) { return c >= '0' && c <= '9'; });
  string date = year_ + (isDay && year_.size() == 4 ? "-" + day_.substr(2, 2) + "-" + day_.substr(0, 2) : "");
  collector_.offer(SEGUE_TAG_DATE, {{date, ""}}, rank_ + 1);
}
