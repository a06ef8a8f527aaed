#include "Readers.hpp"

#include <taglib/itfile.h>
#include <taglib/modfile.h>
#include <taglib/s3mfile.h>
#include <taglib/xmfile.h>

#include <algorithm>

#include "Tags.hpp"

using namespace TagLib;

namespace {

int32_t clamp(int value) { return std::max(0, value); }

template <class File>
bool readModule(segue_tag_reader &reader, segue_tag_record *record, const char *codec) {
  File file(&reader.stream);
  collectPlain(file.tag(), reader.collector, 0);
  describe(file.audioProperties(), codec, 0, record);
  return file.isValid();
}

}  // namespace

bool describe(const AudioProperties *sound, const char *codec, int bits, segue_tag_record *record) {
  record->codec = codec;
  if (!sound) return false;
  record->milliseconds = std::max(0, sound->lengthInMilliseconds());
  record->sample_rate = clamp(sound->sampleRate());
  record->channels = clamp(sound->channels());
  record->bit_rate = clamp(sound->bitrate());
  record->bits_per_sample = clamp(bits);
  return record->milliseconds > 0 || record->sample_rate > 0;
}

void setFrames(long long frames, int rate, segue_tag_record *record) {
  if (frames <= 0 || rate <= 0) return;
  record->frames = frames;
  record->milliseconds = frames / rate * 1000 + (frames % rate * 1000 + rate / 2) / rate;
}

void setBitRate(long long bytes, segue_tag_record *record) {
  if (record->milliseconds <= 0) return;
  record->bit_rate = int(std::min<long long>(INT32_MAX, bytes * 8 / record->milliseconds));
}

bool readFormat(segue_tag_reader &reader, const Recognition &found, segue_tag_record *record) {
  switch (found.format) {
    case Format::mpeg: return readMpeg(reader, record, found.start);
    case Format::flac: return readFlac(reader, record, found.start);
    case Format::oggVorbis: case Format::oggOpus: case Format::oggSpeex: case Format::oggFlac:
      return readOgg(reader, record, found.format);
    case Format::mp4: return readMp4(reader, record);
    case Format::wav: return readWav(reader, record);
    case Format::aiff: return readAiff(reader, record);
    case Format::wavpack: return readWavPack(reader, record);
    case Format::ape: return readMonkeysAudio(reader, record);
    case Format::musepack: return readMusepack(reader, record);
    case Format::trueAudio: return readTrueAudio(reader, record, found.start);
    case Format::asf: return readAsf(reader, record);
    case Format::mod: return readModule<Mod::File>(reader, record, "mod");
    case Format::s3m: return readModule<S3M::File>(reader, record, "s3m");
    case Format::it: return readModule<IT::File>(reader, record, "it");
    case Format::xm: return readModule<XM::File>(reader, record, "xm");
    case Format::unsupported: case Format::notAudio: break;
  }
  return false;
}

