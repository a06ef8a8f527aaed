#pragma once
#include <taglib/audioproperties.h>

#include "Collector.hpp"
#include "DescriptorStream.hpp"
#include "Format.hpp"

struct segue_tag_reader {
  DescriptorStream stream;
  Collector collector;
};

// One function for each format: it gives the tags to the collector, in the order in which their word
// counts, and returns whether there is sound. `start` is where the bytes after leading tags begin.

bool readMpeg(segue_tag_reader &reader, segue_tag_record *record, long start);
bool readFlac(segue_tag_reader &reader, segue_tag_record *record, long start);
/// Vorbis, Opus, Speex or FLAC in Ogg.
bool readOgg(segue_tag_reader &reader, segue_tag_record *record, Format format);
bool readMp4(segue_tag_reader &reader, segue_tag_record *record);
bool readWav(segue_tag_reader &reader, segue_tag_record *record);
bool readAiff(segue_tag_reader &reader, segue_tag_record *record);
bool readAsf(segue_tag_reader &reader, segue_tag_record *record);
bool readWavPack(segue_tag_reader &reader, segue_tag_record *record);
bool readMonkeysAudio(segue_tag_reader &reader, segue_tag_record *record);
bool readMusepack(segue_tag_reader &reader, segue_tag_record *record);
bool readTrueAudio(segue_tag_reader &reader, segue_tag_record *record, long start);

/// Reads a file of the format that was found in it.
bool readFormat(segue_tag_reader &reader, const Recognition &found, segue_tag_record *record);

/// What TagLib says of the sound of every format; false when that is nothing.
bool describe(const TagLib::AudioProperties *sound, const char *codec, int bits, segue_tag_record *record);

/// The exact length, where it is known.
void setFrames(long long frames, int rate, segue_tag_record *record);

/// The bit rate of so many bytes over the whole length.
void setBitRate(long long bytes, segue_tag_record *record);
