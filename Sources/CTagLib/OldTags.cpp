#include "OldTags.hpp"

#include <stdlib.h>
#include <taglib/id3v1genres.h>

#include <algorithm>

#include "Bytes.hpp"

using std::string;
using std::string_view;

namespace {

constexpr long maximumItem = 4 << 20, pictureHead = 512;

bool findApe(DescriptorStream &stream, long end, EndTags *tags) {
  string footer = end >= 32 ? stream.bytes(end - 32, 32) : "";
  if (footer.size() != 32 || footer.compare(0, 8, "APETAGEX") != 0) return false;
  long size = little(footer, 12, 4);
  if (size < 32 || size > end) return false;
  tags->apeItems = end - size;
  tags->apeEnd = end - 32;
  tags->apeCount = little(footer, 16, 4);
  bool hasHeader = little(footer, 20, 4) & 0x80000000;
  tags->soundEnd = std::max(0L, end - size - (hasHeader ? 32 : 0));
  return true;
}

/// The lyrics before an ID3v1 tag are no sound. Source: Lyrics3 v2.00.
void skipLyrics(DescriptorStream &stream, EndTags *tags) {
  long end = tags->soundEnd;
  string footer = end >= 15 ? stream.bytes(end - 15, 15) : "";
  if (footer.size() != 15 || footer.compare(6, 9, "LYRICS200") != 0) return;
  long size = atol(footer.substr(0, 6).c_str());
  if (size > 0 && size + 15 <= end) tags->soundEnd = end - 15 - size;
}

/// Source: ID3v2.4.0 structure, section 3.4: the footer is a copy of the header.
void findId3v2(DescriptorStream &stream, EndTags *tags) {
  long end = tags->soundEnd;
  string footer = end >= 20 ? stream.bytes(end - 10, 10) : "";
  if (footer.size() != 10 || !begins(footer, "3DI")) return;
  long size = 20;
  for (int i = 0; i < 4; i++) size += long(byte(footer, size_t(6 + i)) & 0x7F) << 7 * (3 - i);
  if (size > end || stream.bytes(end - size, 3) != "ID3") return;
  tags->id3v2 = tags->soundEnd = end - size;
  tags->id3v2End = end;
}

string_view upToZero(string_view bytes) {
  string_view text = bytes.substr(0, std::min(bytes.find('\0'), bytes.size()));
  size_t last = text.find_last_not_of(' ');
  return text.substr(0, last == string_view::npos ? 0 : last + 1);
}

/// What foobar2000 and others call pictures in APE tags, without their common start.
unsigned pictureKind(string_view name) {
  if (name.find("FRONT") != string_view::npos) return 3;
  if (name.find("BACK") != string_view::npos) return 4;
  return 0;
}

}  // namespace

EndTags findEndTags(DescriptorStream &stream) {
  EndTags tags;
  long end = tags.soundEnd = stream.size();
  if (end >= 128 && stream.bytes(end - 128, 3) == "TAG") tags.soundEnd = tags.id3v1 = end - 128;
  if (!findApe(stream, tags.soundEnd, &tags)) {
    skipLyrics(stream, &tags);
    findApe(stream, tags.soundEnd, &tags);
  }
  findId3v2(stream, &tags);
  return tags;
}

void collectId3v1(DescriptorStream &stream, const EndTags &tags, Collector &collector, int rank) {
  if (tags.id3v1 < 0) return;
  string bytes = stream.bytes(tags.id3v1, 128);
  if (bytes.size() != 128) return;
  string_view view = bytes;
  auto offer = [&](segue_tag_field field, size_t at, size_t count) {
    collector.offer(field, {collector.decoder.eightBit(upToZero(view.substr(at, count)))}, rank);
  };
  offer(SEGUE_TAG_TITLE, 3, 30);
  offer(SEGUE_TAG_ARTIST, 33, 30);
  offer(SEGUE_TAG_ALBUM, 63, 30);
  offer(SEGUE_TAG_DATE, 93, 4);
  bool hasTrack = bytes[125] == 0 && bytes[126] != 0;
  offer(SEGUE_TAG_COMMENT, 97, hasTrack ? 28 : 30);
  if (hasTrack)
    collector.offer(SEGUE_TAG_TRACK, {{std::to_string(static_cast<unsigned char>(bytes[126])), ""}}, rank);
  string genre = TagLib::ID3v1::genre(static_cast<unsigned char>(bytes[127])).to8Bit(true);
  collector.offer(SEGUE_TAG_GENRE, {{genre, ""}}, rank);
}

void collectApe(DescriptorStream &stream, const EndTags &tags, Collector &collector, int rank) {
  if (tags.apeItems < 0) return;
  long offset = tags.apeItems;
  for (unsigned count = 0; count < tags.apeCount && count < 1000 && offset + 11 <= tags.apeEnd; count++) {
    string head = stream.bytes(offset, std::min(8 + 256L, tags.apeEnd - offset));
    size_t zero = head.size() > 8 ? head.find('\0', 8) : string::npos;
    if (zero == string::npos) return;
    long size = little(head, 0, 4), start = offset + long(zero) + 1;
    unsigned type = little(head, 4, 4) >> 1 & 3;
    if (size > tags.apeEnd - start) return;
    string name = head.substr(8, zero - 8);
    std::transform(name.begin(), name.end(), name.begin(), [](char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; });
    if (type == 0 && size <= maximumItem && Collector::isKnown(name)) {
      string bytes = stream.bytes(start, size);
      std::vector<Text> values;
      for (size_t at = 0; at <= bytes.size() && values.size() < 1000;) {
        size_t end = std::min(bytes.find('\0', at), bytes.size());
        values.push_back(collector.decoder.utf8(string_view(bytes).substr(at, end - at)));
        at = end + 1;
      }
      collector.offer(name, std::move(values), rank);
    } else if (type == 1 && name.compare(0, 9, "COVER ART") == 0) {
      // The name of a file and a zero come first.
      string begin = stream.bytes(start, std::min(size, pictureHead));
      size_t nameEnd = begin.find('\0'), skipped = nameEnd == string::npos ? 0 : nameEnd + 1;
      collector.addPicture(
          pictureKind(name), "", string_view(begin).substr(skipped), size_t(size) - skipped,
          [&] { return stream.bytes(start + long(skipped), size - long(skipped)); });
    }
    offset = start + size;
  }
}
