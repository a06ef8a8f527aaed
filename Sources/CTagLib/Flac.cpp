#include "Flac.hpp"

#include <algorithm>

#include "Bytes.hpp"
#include "Comments.hpp"

using std::string;
using std::string_view;

namespace {

/// The checksum of a frame's header: 8 bits, polynomial x^8 + x^2 + x + 1.
unsigned checksum(string_view bytes) {
  unsigned sum = 0;
  for (size_t i = 0; i < bytes.size(); i++) {
    sum ^= byte(bytes, i);
    for (int bit = 0; bit < 8; bit++) sum = sum & 0x80 ? (sum << 1 ^ 0x07) & 0xFF : sum << 1;
  }
  return sum;
}

/// A frame's header: where its sound starts and how long it is; false where there is none.
bool readFrame(string_view bytes, long long *start, long long *length) {
  if (bytes.size() < 16 || byte(bytes, 0) != 0xFF || (byte(bytes, 1) & 0xFE) != 0xF8) return false;
  unsigned size = byte(bytes, 2) >> 4, rate = byte(bytes, 2) & 15;
  if (size == 0 || rate == 15 || (byte(bytes, 3) & 1) || byte(bytes, 3) >> 4 > 10) return false;
  // The number is written as UTF-8 writes a character, with up to 7 bytes.
  unsigned first = byte(bytes, 4), more = 0;
  while (more < 7 && first & 0x80 >> more) more++;
  if (more == 1 || more == 8) return false;
  size_t at = more == 0 ? 5 : 4 + more;
  uint64_t number = more == 0 ? first : first & (0x7F >> more);
  for (size_t i = 5; i < at; i++) {
    if ((byte(bytes, i) & 0xC0) != 0x80) return false;
    number = number << 6 | (byte(bytes, i) & 0x3F);
  }
  long long count = size == 1 ? 192 : size < 6 ? 576 << (size - 2) : size >= 8 ? 256 << (size - 8) : 0;
  if (size == 6) count = long(byte(bytes, at)) + 1, at += 1;
  if (size == 7) count = long(big(bytes, at, 2)) + 1, at += 2;
  at += rate == 12 ? 1 : rate == 13 || rate == 14 ? 2 : 0;
  if (checksum(bytes.substr(0, at)) != byte(bytes, at)) return false;
  bool isVariable = byte(bytes, 1) & 1;
  *length = count;
  *start = isVariable ? int64_t(number) : -1 - int64_t(number);
  return true;
}

}  // namespace

bool readFlacInformation(string_view block, FlacSound *sound) {
  if (block.size() < 18) return false;
  uint64_t packed = big(block, 10, 8);
  sound->rate = int(packed >> 44);
  sound->channels = int(packed >> 41 & 7) + 1;
  sound->bits = int(packed >> 36 & 31) + 1;
  sound->frames = int64_t(packed & 0xFFFFFFFFF);
  return sound->rate > 0;
}

bool readFlacBlocks(DescriptorStream &stream, long start, Collector &collector, int rank, FlacSound *sound) {
  long offset = start + 4;
  bool isInformed = false;
  for (int blocks = 0; blocks < 1000; blocks++) {
    string head = stream.bytes(offset, 4);
    if (head.size() < 4) return false;
    long size = long(big(head, 1, 3)), from = offset + 4;
    int kind = head[0] & 0x7F;
    if (size > stream.size() - from || kind == 127) return false;
    if (kind == 0) isInformed = readFlacInformation(stream.bytes(from, size), sound);
    Pieces block(stream, from, size);
    if (kind == 4) collectComments(block, 0, collector, rank);
    if (kind == 6) collectFlacPicture(block, collector);
    offset = from + size;
    if (head[0] & 0x80) {
      sound->soundStart = offset;
      return isInformed;
    }
  }
  return false;
}

long long lastFlacFrame(DescriptorStream &stream, const FlacSound &sound, long end) {
  long long first = 0, blockSize = 0;
  if (!readFrame(stream.bytes(sound.soundStart, 16), &first, &blockSize)) return 0;
  // Most last frames are in the first reach, and none is longer than the last.
  for (long reach : {16L << 10, 64L << 10, 512L << 10}) {
    long from = std::max(sound.soundStart, end - reach);
    string tail = stream.bytes(from, end - from);
    // A last frame of silence is shorter than what is read of a header.
    tail.append(16, '\0');
    long long earlier = -1, found = 0;
    for (size_t at = tail.find('\xFF'); at != string::npos; at = tail.find('\xFF', at + 1)) {
      long long start = 0, length = 0;
      if (!readFrame(string_view(tail).substr(at, 16), &start, &length)) continue;
      // Frames of one size are numbered.
      if (start < 0) start = (-1 - start) * blockSize;
      if (sound.frames > 0 && start + length == sound.frames) return sound.frames;
      // Bytes that only look like a frame follow no other. Of a file that was cut off the last one does not sound.
      if (start == earlier) found = start;
      earlier = start + length;
    }
    if (found > 0 || from == sound.soundStart) return found;
  }
  return 0;
}
