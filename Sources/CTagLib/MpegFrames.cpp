#include "MpegFrames.hpp"

#include <string.h>

#include <algorithm>
#include <string>

#include "Bytes.hpp"

namespace {

/// The four bytes before each frame. Source: ISO/IEC 11172-3 and 13818-3, section 2.4.2.3.
struct Header {
  int kind = 0;
  int kilobits = 0;
  int rate = 0;
  int samples = 0;
  int layer = 0;
  int channels = 0;
  /// Of the side information, after which a header for the whole stream may be.
  int sideLength = 0;
  /// Of the frame with its header, in bytes.
  int length = 0;

  static bool parse(const unsigned char *bytes, Header *header);
};

bool Header::parse(const unsigned char *bytes, Header *header) {
  static const short bitRates[5][16] = {
      {0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 0},
      {0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 0},
      {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0},
      {0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256, 0},
      {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0}};
  static const int rates[4] = {44100, 48000, 32000, 0};
  if (bytes[0] != 0xFF || (bytes[1] & 0xE0) != 0xE0) return false;
  int version = bytes[1] >> 3 & 3, layer = 4 - (bytes[1] >> 1 & 3);
  if (version == 1 || layer == 4) return false;
  bool isFirst = version == 3;
  header->kilobits = bitRates[isFirst ? layer - 1 : layer == 1 ? 3 : 4][bytes[2] >> 4];
  header->rate = rates[bytes[2] >> 2 & 3] >> (isFirst ? 0 : version == 2 ? 1 : 2);
  if (header->kilobits == 0 || header->rate == 0) return false;
  header->kind = (bytes[1] & 0x1E) | (bytes[2] & 0x0C) << 4;
  header->samples = layer == 1 ? 384 : layer == 3 && !isFirst ? 576 : 1152;
  header->layer = layer;
  header->channels = bytes[3] >> 6 == 3 ? 1 : 2;
  header->sideLength = isFirst ? (header->channels == 1 ? 17 : 32) : (header->channels == 1 ? 9 : 17);
  int padding = bytes[2] >> 1 & 1;
  header->length = layer == 1
                       ? (12000 * header->kilobits / header->rate + padding) * 4
                       : header->samples * 125 * header->kilobits / header->rate + padding;
  return true;
}

class Walk {
 public:
  Walk(DescriptorStream &stream, long end) : stream_(stream), end_(end) {}

  bool at(long offset, Header *header) const {
    long available = 0;
    const char *bytes = stream_.peek(offset, 4, &available);
    return available == 4 && Header::parse(reinterpret_cast<const unsigned char *>(bytes), header);
  }

  /// The first frame in a range that another of its kind follows; -1 when there is none.
  long find(long offset, long limit, int kind, Header *header) const {
    while (offset < limit) {
      long available = 0, wanted = limit - offset < 4096 ? limit - offset : 4096;
      const char *bytes = stream_.peek(offset, wanted, &available);
      if (available <= 0) return -1;
      const void *mark = memchr(bytes, 0xFF, size_t(available));
      if (!mark) {
        offset += available;
        continue;
      }
      offset += static_cast<const char *>(mark) - bytes;
      Header next;
      if (at(offset, header) && (kind == 0 || header->kind == kind) &&
          at(offset + header->length, &next) && next.kind == header->kind)
        return offset;
      offset++;
    }
    return -1;
  }

  /// Whether all of some frames at a few places all over the file have the rate of the first.
  bool isConstant(long start, const Header &first) const {
    // Percent; uneven, so that nothing that repeats itself keeps step with them.
    for (int place : {0, 13, 31, 47, 62, 79, 93}) {
      Header frame;
      long from = start + (end_ - start) / 100 * place;
      long offset = find(from, from + 8192, first.kind, &frame);
      for (int count = 0; offset >= 0 && count < 16; count++) {
        if (frame.kilobits != first.kilobits) return false;
        offset += frame.length;
        if (!at(offset, &frame) || frame.kind != first.kind) break;
      }
    }
    return true;
  }

 private:
  DescriptorStream &stream_;
  long end_;
};

/// What the first frame may say of the whole stream, in place of sound.
struct StreamHeader {
  long long frames = 0;
  /// Of all frames from this one on; 0 when it does not say.
  long long bytes = 0;
  int delay = -1, padding = -1;
};

/// Sources: "MPEG audio frame header", sections 2.3.1 and 2.3.2 (Xing, VBRI); LAME tag revision 1.
bool readStreamHeader(DescriptorStream &stream, long offset, const Header &first, StreamHeader *header) {
  std::string frame = stream.bytes(offset, std::min(first.length, 400));
  if (frame.compare(std::min<size_t>(36, frame.size()), 4, "VBRI") == 0) {
    header->bytes = (long long)big(frame, 46, 4);
    header->frames = (long long)big(frame, 50, 4);
    return header->frames > 0;
  }
  size_t at = size_t(4 + first.sideLength);
  if (frame.size() < at + 8 || (frame.compare(at, 4, "Xing") != 0 && frame.compare(at, 4, "Info") != 0)) return false;
  unsigned long flags = big(frame, at + 4, 4);
  at += 8;
  if (flags & 1) header->frames = (long long)big(frame, at, 4), at += 4;
  if (flags & 2) header->bytes = (long long)big(frame, at, 4), at += 4;
  if (flags & 4) at += 100;
  if (flags & 8) at += 4;
  static const char *const encoders[] = {"LAME", "Lavf", "Lavc", "GOGO"};
  for (const char *encoder : encoders) {
    if (frame.size() < at + 24 || frame.compare(at, 4, encoder) != 0) continue;
    unsigned long both = big(frame, at + 21, 3);
    header->delay = int(both >> 12);
    header->padding = int(both & 0xFFF);
  }
  return true;
}

/// Whether so many bytes are there as the header says, give or take what lies between a file's end and its tags.
bool isWhole(const StreamHeader &header, long long bytes) {
  return header.frames > 0 && (header.bytes == 0 || std::abs(header.bytes - bytes) <= std::max(4096LL, bytes / 50));
}

/// Counts all frames from `offset` on.
void count(const Walk &walk, long offset, long end, int kind, long long *samples, long long *bytes) {
  Header frame;
  while (offset >= 0 && offset < end) {
    bool isThere = walk.at(offset, &frame) && frame.kind == kind;
    // Between frames there may be rubbish, and after the last one there are tags.
    if (!isThere && (offset = walk.find(offset, end, kind, &frame)) < 0) return;
    // What is cut off does not sound.
    if (offset + frame.length > end + frame.length / 2) return;
    *samples += frame.samples;
    *bytes += frame.length;
    offset += frame.length;
  }
}

}  // namespace

bool measureMpeg(DescriptorStream &stream, long start, long end, MpegSound *sound) {
  Walk walk(stream, end);
  Header first;
  long offset = walk.find(start, std::min(end, start + (1 << 20)), 0, &first);
  if (offset < 0) return false;
  sound->layer = first.layer;
  sound->frameLength = first.samples;
  sound->rate = first.rate;
  sound->channels = first.channels;
  StreamHeader header;
  long long samples = 0, bytes = end - offset;
  if (readStreamHeader(stream, offset, first, &header)) {
    offset += first.length;
    if (isWhole(header, bytes)) samples = header.frames * first.samples;
    bytes -= first.length;
  }
  bool isCounted = samples == 0 && !walk.isConstant(offset, first);
  if (isCounted) {
    bytes = 0;
    count(walk, offset, end, first.kind, &samples, &bytes);
  }
  if (samples == 0) {
    sound->milliseconds = bytes * 8 / first.kilobits;
    sound->bitRate = first.kilobits;
    return sound->milliseconds > 0;
  }
  // A recording that was cut off has all of its delay and none of its padding.
  bool isToEnd = !isCounted && header.padding >= 0;
  if (header.delay >= 0 && header.delay + header.padding < samples) {
    sound->delay = header.delay;
    if (isToEnd) sound->padding = header.padding;
    samples -= header.delay + (isToEnd ? header.padding : 0);
  }
  sound->frames = samples;
  sound->milliseconds = (samples * 1000 + first.rate / 2) / first.rate;
  if (sound->milliseconds > 0) sound->bitRate = int((bytes * 8 + sound->milliseconds / 2) / sound->milliseconds);
  return true;
}
