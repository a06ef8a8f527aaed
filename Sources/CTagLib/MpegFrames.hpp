#pragma once
#include "DescriptorStream.hpp"

/// The sound of an MPEG stream.
struct MpegSound {
  /// Samples of a frame.
  int frameLength = 0;
  int layer = 0;
  int rate = 0;
  int channels = 0;
  /// In kbit/s, on average.
  int bitRate = 0;
  long long milliseconds = 0;
  /// The exact number of frames to hear, 0 when nothing tells.
  long long frames = 0;
  /// What the encoder put before and after them; -1 when it does not say.
  int delay = -1, padding = -1;
};

/// Measures the stream that begins at or after `start` and ends at `end`.
///
/// A header that tells the number of frames is believed when the file is as long as it says. Without one, a
/// stream whose bit rate is the same wherever it is looked at is measured by its size, and any other counted
/// frame by frame. False when no two frames in a row begin in the first megabyte.
bool measureMpeg(DescriptorStream &stream, long start, long end, MpegSound *sound);
