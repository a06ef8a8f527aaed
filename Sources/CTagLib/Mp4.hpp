#pragma once
#include "Collector.hpp"
#include "DescriptorStream.hpp"

/// What an MP4 file's atoms tell of its sound; 0 stands for what they do not.
struct Mp4Sound {
  /// What is played: the edit list's choice, or all of the track.
  long long milliseconds = 0;
  /// The exact number of frames, where the track counts them at its own rate and plays all of them.
  long long frames = 0;
  int rate = 0;
  bool hasVideo = false;
  /// Of AAC, as its decoder is told, where the sample entry may have a guess.
  int aacChannels = 0, aacRate = 0;
};

/// Walks the movie's atoms: durations by track, edit list and fragments, Nero's chapters, and covers, of which
/// TagLib then sees only the start.
///
/// Sources: ISO/IEC 14496-12, sections 8.4.2, 8.6.6 and 8.8; the `chpl` atom as FFmpeg's mov.c has it.
bool readMp4(DescriptorStream &stream, Collector &collector, Mp4Sound *sound);
