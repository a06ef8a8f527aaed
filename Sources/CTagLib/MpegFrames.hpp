#pragma once
#include "DescriptorStream.hpp"

/// How long an MPEG stream plays that has no header to tell.
struct MpegLength {
  long long milliseconds;
  /// In kbit/s, on average.
  int bitRate;
};

/// Counts the frames of the stream that begins at or after `start`.
///
/// False when its bit rate is the same wherever it is looked at, so that size and rate tell as much, and
/// when there are not two frames in a row.
bool measureMpeg(DescriptorStream &stream, long start, MpegLength *length);

/// Whether two frames in a row begin in the first megabyte from `start`. Without them TagLib would search
/// all of the file, slowly.
bool hasMpegFrames(DescriptorStream &stream, long start);
