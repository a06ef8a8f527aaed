#include "Riff.hpp"

#include <algorithm>

#include "Bytes.hpp"
#include "Id3v2.hpp"
#include "Tags.hpp"

using std::string;
using std::string_view;

namespace {

constexpr long maximumText = 1 << 20;

struct Known {
  string_view name;
  segue_tag_field field;
  int rank;
};

constexpr Known information[] = {
    {"INAM", SEGUE_TAG_TITLE, 0},    {"IART", SEGUE_TAG_ARTIST, 0}, {"IPRD", SEGUE_TAG_ALBUM, 0},
    {"IGNR", SEGUE_TAG_GENRE, 0},    {"IMUS", SEGUE_TAG_COMPOSER, 0},
    {"ICMT", SEGUE_TAG_COMMENT, 0},  {"IPRT", SEGUE_TAG_TRACK, 0},  {"ITRK", SEGUE_TAG_TRACK, 1},
    {"ICRD", SEGUE_TAG_DATE, 0},     {"IBPM", SEGUE_TAG_TEMPO, 0},  {"IPUB", SEGUE_TAG_LABEL, 0},
};

constexpr Known texts[] = {
    {"NAME", SEGUE_TAG_TITLE, 0}, {"AUTH", SEGUE_TAG_ARTIST, 0}, {"ANNO", SEGUE_TAG_COMMENT, 0},
};

/// A chunk: where its content is, and how much of it there truly is.
struct Chunk {
  string name;
  long start, size;
};

/// Takes the chunk at `offset`, which moves past it; false at the end.
bool next(DescriptorStream &stream, long &offset, long end, bool isBig, Chunk *chunk) {
  string head = stream.bytes(offset, 8);
  if (offset + 8 > end || head.size() < 8) return false;
  long size = (isBig ? big(head, 4, 4) : little(head, 4, 4));
  chunk->name = head.substr(0, 4);
  chunk->start = offset + 8;
  chunk->size = std::min(size, end - chunk->start);
  offset = chunk->start + size + size % 2;
  return true;
}

/// No real file has more chunks.
constexpr int maximumChunks = 1000;

template <size_t count>
void offer(DescriptorStream &stream, const Chunk &chunk, const Known (&known)[count], Collector &collector, int rank) {
  for (const Known &field : known) {
    if (field.name != chunk.name || chunk.size > maximumText) continue;
    string bytes = stream.bytes(chunk.start, chunk.size);
    string_view text = string_view(bytes).substr(0, std::min(bytes.find('\0'), bytes.size()));
    collector.offer(field.field, {collector.decoder.eightBit(text)}, rank + field.rank);
  }
}

}  // namespace

void collectRiff(DescriptorStream &stream, Collector &collector, bool isBig) {
  Chunk chunk;
  long offset = 12;
  for (int chunks = 0; chunks < maximumChunks && next(stream, offset, stream.size(), isBig, &chunk); chunks++) {
    if (chunk.name == "ID3 " || chunk.name == "id3 ")
      collectId3v2(stream, chunk.start, chunk.start + chunk.size, collector, 0);
    if (isBig) offer(stream, chunk, texts, collector, rankStep);
    if (isBig || chunk.name != "LIST" || stream.bytes(chunk.start, 4) != "INFO") continue;
    Chunk part;
    long inner = chunk.start + 4;
    for (int parts = 0; parts < maximumChunks && next(stream, inner, chunk.start + chunk.size, false, &part); parts++)
      offer(stream, part, information, collector, rankStep);
  }
}

bool measureWav(DescriptorStream &stream, WavSound *sound) {
  Chunk chunk;
  long offset = 12;
  long long bytesPerSecond = 0, frameSize = 0;
  for (int chunks = 0; chunks < maximumChunks && next(stream, offset, stream.size(), false, &chunk); chunks++) {
    if (chunk.name == "fmt " && chunk.size >= 16) {
      string format = stream.bytes(chunk.start, std::min(chunk.size, 40L));
      sound->format = int(little(format, 0, 2));
      sound->channels = int(little(format, 2, 2));
      sound->rate = int(std::min<uint64_t>(little(format, 4, 4), 0x7FFFFFFFu));
      bytesPerSecond = little(format, 8, 4);
      frameSize = little(format, 12, 2);
      sound->bits = int(little(format, 14, 2));
      // The extensible format has the true one at the start of a GUID.
      if (sound->format == 0xFFFE && format.size() >= 26) sound->format = int(little(format, 24, 2));
    }
    if (chunk.name != "data") continue;
    if (bytesPerSecond <= 0) return false;
    long sounding = chunk.size == 0 ? stream.size() - chunk.start : chunk.size;
    bool isPcm = (sound->format == 1 || sound->format == 3) && frameSize > 0 && sound->rate > 0;
    if (isPcm) sound->frames = sounding / frameSize;
    sound->milliseconds = isPcm ? (sound->frames * 1000 + sound->rate / 2) / sound->rate : sounding * 1000LL / bytesPerSecond;
    sound->bitRate = int((bytesPerSecond * 8 + 500) / 1000);
    return sounding > 0 && sound->rate > 0;
  }
  return false;
}
