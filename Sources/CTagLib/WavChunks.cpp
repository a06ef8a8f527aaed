#include "WavChunks.hpp"

#include <taglib/tbytevector.h>

#include <algorithm>

using TagLib::ByteVector;

namespace {

/// Reads a `fmt ` chunk; gives the bytes of a second, or 0.
long long readFormat(const ByteVector &chunk, WavSound *sound) {
  if (chunk.size() < 16) return 0;
  sound->format = chunk.toUShort(0u, false);
  sound->channels = chunk.toUShort(2u, false);
  sound->rate = int(std::min(chunk.toUInt(4u, false), 0x7FFFFFFFu));
  sound->bits = chunk.toUShort(14u, false);
  return chunk.toUInt(8u, false);
}

}  // namespace

bool measureWav(DescriptorStream &stream, WavSound *sound) {
  long offset = 12, end = stream.length();
  long long bytesPerSecond = 0;
  // No real file has more chunks before its data.
  for (int chunks = 0; chunks < 100 && offset < end; chunks++) {
    stream.seek(offset);
    ByteVector head = stream.readBlock(8);
    if (head.size() < 8) return false;
    long size = head.toUInt(4u, false);
    offset += 8;
    if (head.startsWith("fmt ")) bytesPerSecond = readFormat(stream.readBlock(16), sound);
    if (head.startsWith("data")) {
      if (bytesPerSecond <= 0) return false;
      long sounding = size == 0 ? end - offset : std::min(size, end - offset);
      sound->milliseconds = sounding * 1000LL / bytesPerSecond;
      sound->bitRate = int((bytesPerSecond * 8 + 500) / 1000);
      return sounding > 0 && sound->rate > 0;
    }
    offset += size + size % 2;
  }
  return false;
}
