#pragma once
#include "DescriptorStream.hpp"

/// The length of an Ogg file's sound, all of its chained streams together.
struct OggSound {
  /// Samples, less what the codec puts before the music.
  long long frames = 0;
  int rate = 0;
  int channels = 0;
  /// Whether there is more than one stream after the other.
  bool isChained = false;
};

/// Measures a file of Vorbis, Opus, Speex or FLAC in Ogg.
///
/// The last page tells the length of a single stream; only in a file that ends in another stream than it begins
/// with are all pages looked at. False when the pages do not tell.
///
/// Sources: RFC 3533, section 6; RFC 7845, section 4; Vorbis I, section A.2.
bool measureOgg(DescriptorStream &stream, long start, OggSound *sound);
