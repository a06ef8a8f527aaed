#pragma once
#include <functional>

#include "Collector.hpp"
#include "DescriptorStream.hpp"

/// A FLAC file as its metadata blocks tell; 0 stands for what they do not.
struct FlacSound {
  int rate = 0, channels = 0, bits = 0;
  long long frames = 0;
  /// Where the first frame is.
  long soundStart = 0;
};

/// Reads the blocks of the file at `start`; pictures are not read to know of them.
///
/// Source: FLAC format (RFC 9639), sections 8 and 9.
bool readFlacBlocks(DescriptorStream &stream, long start, Collector &collector, int rank, FlacSound *sound);

/// Where the last whole frame before `end` ends, counted in frames of sound from the start; 0 when it cannot be
/// told. For files whose header does not know, or that were cut off.
long long lastFlacFrame(DescriptorStream &stream, const FlacSound &sound, long end);

/// Reads Vorbis comments, of FLAC or from the packet of an Ogg stream, counting bytes that are no UTF-8.
void collectComments(std::string_view bytes, Collector &collector, int rank);

/// Reads a picture as FLAC has it, of which `head` is the start.
void collectFlacPicture(std::string_view head, size_t size, Collector &collector, const std::function<std::string()> &read);
