#include "MpegFrames.hpp"

#include <string.h>

namespace {

/// The four bytes before each frame. Source: ISO/IEC 11172-3 and 13818-3, section 2.4.2.3.
struct Header {
  int kind = 0;
  int kilobits = 0;
  int rate = 0;
  int samples = 0;
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
  int padding = bytes[2] >> 1 & 1;
  header->length = layer == 1
                       ? (12000 * header->kilobits / header->rate + padding) * 4
                       : header->samples * 125 * header->kilobits / header->rate + padding;
  return true;
}

class Walk {
 public:
  explicit Walk(DescriptorStream &stream) : stream_(stream) {}

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
      long from = start + (stream_.length() - start) / 100 * place;
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
};

}  // namespace

bool measureMpeg(DescriptorStream &stream, long start, MpegLength *length) {
  Walk walk(stream);
  Header frame;
  long end = stream.length(), offset = walk.find(start, end, 0, &frame);
  if (offset < 0 || walk.isConstant(offset, frame)) return false;
  int kind = frame.kind, rate = frame.rate;
  long long samples = 0, bytes = 0;
  while (offset >= 0 && offset < end) {
    samples += frame.samples;
    bytes += frame.length;
    offset += frame.length;
    // Between frames there may be rubbish, and after the last one there are tags.
    if (!walk.at(offset, &frame) || frame.kind != kind) offset = walk.find(offset, end, kind, &frame);
  }
  length->milliseconds = samples * 1000 / rate;
  length->bitRate = int(bytes * 8 * rate / (samples * 1000));
  return true;
}

bool hasMpegFrames(DescriptorStream &stream, long start) {
  Header first;
  long limit = start < stream.length() - (1 << 20) ? start + (1 << 20) : stream.length();
  return Walk(stream).find(start, limit, 0, &first) >= 0;
}
