#pragma once
#include "Collector.hpp"
#include "DescriptorStream.hpp"

/// What an MP4 file's atoms tell of its sound; 0 stands for what they do not.
struct Mp4Sound {
  /// What is played: the edit list's choice, or all of the track.
  long long milliseconds = 0;
  /// The exact number of frames, where the track counts them at its own rate and plays all of them.
  long long frames = 0;
  const char *codec = nullptr;
  int rate = 0, channels = 0;
  /// Of lossless sound.
  int bits = 0;
  /// In kbit/s.
  int bitRate = 0;
  bool hasVideo = false;
};

/// Walks the movie's atoms: durations by track, edit list and fragments, chapters of QuickTime or Nero, and tags.
///
/// Sources: ISO/IEC 14496-12, sections 8.4.2, 8.6.6 and 8.8; the `chpl` atom as FFmpeg's mov.c has it.
bool readMovie(DescriptorStream &stream, Collector &collector, Mp4Sound *sound);
