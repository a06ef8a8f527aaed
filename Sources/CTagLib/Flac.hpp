#pragma once
#include "Collector.hpp"
#include "DescriptorStream.hpp"

/// A FLAC file as its metadata blocks tell; 0 stands for what they do not.
struct FlacSound {
  int rate = 0, channels = 0, bits = 0;
  long long frames = 0;
  /// Where the first frame is.
  long soundStart = 0;
};

/// Reads what a STREAMINFO block says; false when that is nothing.
bool readFlacInformation(std::string_view block, FlacSound *sound);

/// Reads the blocks of the file at `start`; pictures are not read to know of them.
///
/// Source: FLAC format (RFC 9639), sections 8 and 9.
bool readFlacBlocks(DescriptorStream &stream, long start, Collector &collector, int rank, FlacSound *sound);

/// Where the last whole frame before `end` ends, counted in frames of sound from the start; 0 when it cannot be
/// told. For files whose header does not know, or that were cut off.
long long lastFlacFrame(DescriptorStream &stream, const FlacSound &sound, long end);
