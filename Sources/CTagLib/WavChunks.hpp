#pragma once
#include "DescriptorStream.hpp"

/// The sound of a WAV file whose sizes were written before its end was known, as recorders and pipes do.
struct WavSound {
  int format = 0;
  int channels = 0;
  int rate = 0;
  int bits = 0;
  long long milliseconds = 0;
  /// In kbit/s.
  int bitRate = 0;
};

/// Takes all of the file after the start of its data for sound, when the size given there is 0 or goes
/// beyond the end. False when there is no sound.
bool measureWav(DescriptorStream &stream, WavSound *sound);
