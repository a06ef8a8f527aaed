#pragma once
#include "Collector.hpp"
#include "DescriptorStream.hpp"

/// Reads the tags of a WAV or AIFF file: ID3v2, and then what the format itself has (LIST INFO; NAME, AUTH, ANNO).
///
/// Written here because text in LIST INFO may be in any encoding, and TagLib drops what is not UTF-8.
/// Sources: Multimedia Programming Interface 1.0, "LIST chunk"; Audio Interchange File Format 1.3.
void collectRiff(DescriptorStream &stream, Collector &collector, bool isBigEndian);

/// The sound of a WAV file, measured up to the end of the file where its sizes were never filled in, as recorders
/// and pipes leave them.
struct WavSound {
  int format = 0;
  int channels = 0;
  int rate = 0;
  int bits = 0;
  long long milliseconds = 0;
  /// Exact for PCM, else 0.
  long long frames = 0;
  /// In kbit/s.
  int bitRate = 0;
};

/// False when there is no sound.
bool measureWav(DescriptorStream &stream, WavSound *sound);
