#pragma once
#include "DescriptorStream.hpp"

enum class Format {
  unsupported, notAudio,
  mpeg, flac, oggVorbis, oggOpus, oggSpeex, oggFlac, mp4, wav, aiff, wavpack, ape, musepack, trueAudio,
  asf, mod, s3m, it, xm
};

/// What begins as the format does, found by content where that is cheap and sure, else by extension.
struct Recognition {
  Format format;
  /// Whether the content says so, and not the name alone.
  bool isSure;
  /// Where the bytes after leading ID3v2 tags are; past the end of a file that is cut off in one.
  long start;
};

Recognition recognize(DescriptorStream &stream, const char *extension);
