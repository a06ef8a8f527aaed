#include <string.h>
#include <taglib/aifffile.h>
#include <taglib/asffile.h>

#include <algorithm>

#include "Mp4.hpp"
#include "Readers.hpp"
#include "Riff.hpp"
#include "Tags.hpp"

using namespace TagLib;

namespace {

/// Delay, padding and length as iTunes writes them, in hexadecimal: ` 00000000 00000840 000001CA 00000000003F31F6`.
void readGapless(segue_tag_reader &reader, segue_tag_record *record) {
  const std::string *text = reader.collector.first(SEGUE_TAG_GAPLESS);
  unsigned delay = 0, padding = 0;
  unsigned long long frames = 0;
  if (!text || sscanf(text->c_str(), "%*x %x %x %llx", &delay, &padding, &frames) != 3) return;
  if (frames == 0 || frames > 1ULL << 50 || delay > 1'000'000 || padding > 1'000'000) return;
  record->encoder_delay = int(delay);
  record->encoder_padding = int(padding);
  // The same number that the edit list has, more exactly; where they differ the file was cut since.
  long long told = (long long)frames * 1000 / std::max(1, record->sample_rate);
  if (record->frames == 0 && std::abs(told - record->milliseconds) <= 50) setFrames((long long)frames, record->sample_rate, record);
}

const char *wavCodec(int format) {
  switch (format) {
    case 1: case 3: case 0xFFFE: return "pcm";
    case 2: case 0x11: return "adpcm";
    case 6: return "alaw";
    case 7: return "mulaw";
    case 0x50: return "mp2";
    case 0x55: return "mp3";
    default: return nullptr;
  }
}

bool isUncompressed(const ByteVector &kind) {
  static const char *const kinds[] = {"NONE", "twos", "sowt", "fl32", "FL32",
                                      "fl64", "FL64", "in24", "in32", "raw "};
  for (const char *known : kinds)
    if (kind == ByteVector(known, 4)) return true;
  return false;
}

}  // namespace

bool readMp4(segue_tag_reader &reader, segue_tag_record *record) {
  Mp4Sound sound;
  bool isRead = readMovie(reader.stream, reader.collector, &sound);
  record->has_video = sound.hasVideo;
  if (!isRead) return false;
  record->codec = sound.codec;
  record->milliseconds = sound.milliseconds;
  record->frames = sound.frames;
  record->sample_rate = sound.rate;
  record->channels = sound.channels;
  record->bits_per_sample = sound.bits;
  record->bit_rate = sound.bitRate;
  if (record->bit_rate == 0) setBitRate(reader.stream.size(), record);
  readGapless(reader, record);
  return true;
}

bool readWav(segue_tag_reader &reader, segue_tag_record *record) {
  WavSound sound;
  if (!measureWav(reader.stream, &sound)) return false;
  collectRiff(reader.stream, reader.collector, false);
  record->codec = wavCodec(sound.format);
  record->milliseconds = sound.milliseconds;
  record->frames = sound.frames;
  record->sample_rate = sound.rate;
  record->channels = sound.channels;
  record->bit_rate = sound.bitRate;
  record->bits_per_sample = record->codec && !strcmp(record->codec, "pcm") ? sound.bits : 0;
  return true;
}

bool readAiff(segue_tag_reader &reader, segue_tag_record *record) {
  reader.stream.limitReads(DescriptorStream::usualRead);
  RIFF::AIFF::File file(&reader.stream);
  collectRiff(reader.stream, reader.collector, true);
  const RIFF::AIFF::Properties *sound = file.audioProperties();
  bool isPcm = sound && (!sound->isAiffC() || isUncompressed(sound->compressionType()));
  bool isRead = describe(sound, isPcm ? "pcm" : nullptr, isPcm ? sound->bitsPerSample() : 0, record);
  if (isPcm) setFrames(sound->sampleFrames(), sound->sampleRate(), record);
  return isRead && file.isValid();
}

bool readAsf(segue_tag_reader &reader, segue_tag_record *record) {
  // What is fetched may be long.
  if (!reader.collector.isFetching()) reader.stream.limitReads(DescriptorStream::usualRead);
  ASF::File file(&reader.stream);
  collect(file.tag(), reader.stream.size(), reader.collector, 0);
  const ASF::Properties *sound = file.audioProperties();
  bool isLossless = sound && sound->codec() == ASF::Properties::WMA9Lossless;
  return describe(sound, "wma", isLossless ? sound->bitsPerSample() : 0, record) &&
         file.isValid() && !sound->isEncrypted();
}

