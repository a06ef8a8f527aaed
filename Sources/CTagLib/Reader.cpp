#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/asffile.h>
#include <taglib/flacfile.h>
#include <taglib/id3v1tag.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/itfile.h>
#include <taglib/modfile.h>
#include <taglib/mp4file.h>
#include <taglib/mpcfile.h>
#include <taglib/mpegfile.h>
#include <taglib/xingheader.h>
#include <taglib/oggflacfile.h>
#include <taglib/oggpageheader.h>
#include <taglib/opusfile.h>
#include <taglib/s3mfile.h>
#include <taglib/speexfile.h>
#include <taglib/tdebuglistener.h>
#include <taglib/trueaudiofile.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>
#include <taglib/wavpackfile.h>
#include <taglib/xmfile.h>
#include <unistd.h>

#include <algorithm>
#include <new>

#include "CTagLib.h"
#include "Collector.hpp"
#include "DescriptorStream.hpp"
#include "Format.hpp"
#include "MpegFrames.hpp"
#include "Tags.hpp"
#include "WavChunks.hpp"

using namespace TagLib;

struct segue_tag_reader {
  DescriptorStream stream;
  Collector collector;
};

namespace {

/// TagLib's complaints about files are no news to anybody.
class SilentListener : public DebugListener {
 public:
  void printMessage(const String &) override {}
};

void silence() {
  static SilentListener listener;
  static bool isSet = (setDebugListener(&listener), true);
  (void)isSet;
}

int32_t clamp(int value) { return std::max(0, value); }

/// What every format says of its sound.
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

// One function for each format: it gives the tags to the collector, in the order in which their word
// counts, and returns whether there is sound.

bool readMpeg(segue_tag_reader &reader, segue_tag_record *record, long start) {
  if (!hasMpegFrames(reader.stream, start)) return false;
  MPEG::File file(&reader.stream, ID3v2::FrameFactory::instance());
  collect(file.ID3v2Tag(), reader.collector, 0);
  collect(file.APETag(), reader.collector, rankStep);
  collectPlain(file.ID3v1Tag(), reader.collector, 2 * rankStep);
  const MPEG::Properties *sound = file.audioProperties();
  static const char *const codecs[] = {"mp3", "mp1", "mp2", "mp3"};
  int layer = sound && sound->layer() >= 1 && sound->layer() <= 3 ? sound->layer() : 0;
  // A rate and a length are there only where two headers of frames followed one another.
  if (!describe(sound, codecs[layer], 0, record) || sound->sampleRate() <= 0 ||
      sound->bitrate() <= 0 || sound->lengthInMilliseconds() <= 0)
    return false;
  MpegLength length;
  bool isTold = sound->xingHeader() && sound->xingHeader()->isValid();
  if (!isTold && measureMpeg(reader.stream, start, &length)) {
    record->milliseconds = length.milliseconds;
    record->bit_rate = length.bitRate;
  }
  return true;
}

bool readFlac(segue_tag_reader &reader, segue_tag_record *record) {
  FLAC::File file(&reader.stream, ID3v2::FrameFactory::instance());
  collect(file.xiphComment(), reader.collector, 0);
  collect(file.ID3v2Tag(), reader.collector, rankStep);
  collectPlain(file.ID3v1Tag(), reader.collector, 2 * rankStep);
  if (!file.pictureList().isEmpty()) reader.collector.hasPicture = true;
  const FLAC::Properties *sound = file.audioProperties();
  return describe(sound, "flac", sound ? sound->bitsPerSample() : 0, record) && file.isValid() &&
         sound->sampleRate() > 0;
}

template <class File>
bool readOgg(segue_tag_reader &reader, segue_tag_record *record, const char *codec) {
  File file(&reader.stream);
  collect(file.tag(), reader.collector, 0);
  return describe(file.audioProperties(), codec, 0, record) && file.isValid();
}

bool readOggFlac(segue_tag_reader &reader, segue_tag_record *record) {
  Ogg::FLAC::File file(&reader.stream);
  collect(file.tag(), reader.collector, 0);
  const FLAC::Properties *sound = file.audioProperties();
  if (!describe(sound, "flac", sound ? sound->bitsPerSample() : 0, record)) return false;
  // A header written before the end was known: the last page says how many samples there were.
  const Ogg::PageHeader *last = record->milliseconds == 0 ? file.lastPageHeader() : nullptr;
  long long samples = last ? last->absoluteGranularPosition() : 0, rate = sound->sampleRate();
  if (samples > 0 && rate > 0)
    record->milliseconds = samples / rate * 1000 + samples % rate * 1000 / rate;
  if (record->milliseconds > 0 && record->bit_rate == 0)
    record->bit_rate = int(std::min<long long>(
        INT32_MAX, reader.stream.length() * 8LL / record->milliseconds));
  return file.isValid();
}

bool readMp4(segue_tag_reader &reader, segue_tag_record *record) {
  MP4::File file(&reader.stream);
  collect(file.tag(), reader.collector, 0);
  const MP4::Properties *sound = file.audioProperties();
  bool isAlac = sound && sound->codec() == MP4::Properties::ALAC;
  bool isAac = sound && sound->codec() == MP4::Properties::AAC;
  return describe(
             sound, isAlac ? "alac" : isAac ? "aac" : nullptr, isAlac ? sound->bitsPerSample() : 0,
             record) &&
         file.isValid();
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

bool readWav(segue_tag_reader &reader, segue_tag_record *record) {
  RIFF::WAV::File file(&reader.stream);
  if (file.hasID3v2Tag()) collect(file.ID3v2Tag(), reader.collector, 0);
  if (file.hasInfoTag()) collect(file.InfoTag(), reader.collector, rankStep);
  const RIFF::WAV::Properties *sound = file.audioProperties();
  const char *codec = sound ? wavCodec(sound->format()) : nullptr;
  bool isPcm = codec && !strcmp(codec, "pcm");
  bool isRead = describe(sound, codec, isPcm ? sound->bitsPerSample() : 0, record);
  if (isRead && file.isValid() && record->milliseconds > 0) return true;
  WavSound streamed;
  if (!measureWav(reader.stream, &streamed)) return isRead && file.isValid();
  record->codec = wavCodec(streamed.format);
  record->milliseconds = streamed.milliseconds;
  record->sample_rate = streamed.rate;
  record->channels = streamed.channels;
  record->bit_rate = streamed.bitRate;
  record->bits_per_sample = record->codec && !strcmp(record->codec, "pcm") ? streamed.bits : 0;
  return true;
}

bool isUncompressed(const ByteVector &kind) {
  static const char *const kinds[] = {"NONE", "twos", "sowt", "fl32", "FL32",
                                      "fl64", "FL64", "in24", "in32", "raw "};
  for (const char *known : kinds)
    if (kind == ByteVector(known, 4)) return true;
  return false;
}

bool readAiff(segue_tag_reader &reader, segue_tag_record *record) {
  RIFF::AIFF::File file(&reader.stream);
  if (file.hasID3v2Tag()) collect(file.tag(), reader.collector, 0);
  const RIFF::AIFF::Properties *sound = file.audioProperties();
  bool isPcm = sound && (!sound->isAiffC() || isUncompressed(sound->compressionType()));
  return describe(sound, isPcm ? "pcm" : nullptr, isPcm ? sound->bitsPerSample() : 0, record) &&
         file.isValid();
}

/// The formats that carry an APE tag, or else ID3v1.
template <class File>
bool readApe(
    segue_tag_reader &reader, segue_tag_record *record, const char *codec, File &file, int bits) {
  collect(file.APETag(), reader.collector, 0);
  collectPlain(file.ID3v1Tag(), reader.collector, rankStep);
  return describe(file.audioProperties(), codec, bits, record) && file.isValid() &&
         record->sample_rate > 0;
}

bool readWavPack(segue_tag_reader &reader, segue_tag_record *record) {
  WavPack::File file(&reader.stream);
  const WavPack::Properties *sound = file.audioProperties();
  int bits = sound && sound->isLossless() ? sound->bitsPerSample() : 0;
  return readApe(reader, record, "wavpack", file, bits);
}

bool readMonkeysAudio(segue_tag_reader &reader, segue_tag_record *record) {
  APE::File file(&reader.stream);
  const APE::Properties *sound = file.audioProperties();
  return readApe(reader, record, "ape", file, sound ? sound->bitsPerSample() : 0);
}

bool readMusepack(segue_tag_reader &reader, segue_tag_record *record) {
  MPC::File file(&reader.stream);
  return readApe(reader, record, "musepack", file, 0);
}

bool readTrueAudio(segue_tag_reader &reader, segue_tag_record *record) {
  TrueAudio::File file(&reader.stream, ID3v2::FrameFactory::instance());
  collect(file.ID3v2Tag(), reader.collector, 0);
  collectPlain(file.ID3v1Tag(), reader.collector, rankStep);
  const TrueAudio::Properties *sound = file.audioProperties();
  return describe(sound, "tta", sound ? sound->bitsPerSample() : 0, record) && file.isValid();
}

bool readAsf(segue_tag_reader &reader, segue_tag_record *record) {
  ASF::File file(&reader.stream);
  collect(file.tag(), reader.collector, 0);
  const ASF::Properties *sound = file.audioProperties();
  bool isLossless = sound && sound->codec() == ASF::Properties::WMA9Lossless;
  return describe(sound, "wma", isLossless ? sound->bitsPerSample() : 0, record) &&
         file.isValid() && !sound->isEncrypted();
}

template <class File>
bool readModule(segue_tag_reader &reader, segue_tag_record *record, const char *codec) {
  File file(&reader.stream);
  collectPlain(file.tag(), reader.collector, 0);
  describe(file.audioProperties(), codec, 0, record);
  return file.isValid();
}

bool read(segue_tag_reader &reader, const Recognition &found, segue_tag_record *record) {
  switch (found.format) {
    case Format::mpeg: return readMpeg(reader, record, found.start);
    case Format::flac: return readFlac(reader, record);
    case Format::oggVorbis: return readOgg<Ogg::Vorbis::File>(reader, record, "vorbis");
    case Format::oggOpus: return readOgg<Ogg::Opus::File>(reader, record, "opus");
    case Format::oggSpeex: return readOgg<Ogg::Speex::File>(reader, record, "speex");
    case Format::oggFlac: return readOggFlac(reader, record);
    case Format::mp4: return readMp4(reader, record);
    case Format::wav: return readWav(reader, record);
    case Format::aiff: return readAiff(reader, record);
    case Format::wavpack: return readWavPack(reader, record);
    case Format::ape: return readMonkeysAudio(reader, record);
    case Format::musepack: return readMusepack(reader, record);
    case Format::trueAudio: return readTrueAudio(reader, record);
    case Format::asf: return readAsf(reader, record);
    case Format::mod: return readModule<Mod::File>(reader, record, "mod");
    case Format::s3m: return readModule<S3M::File>(reader, record, "s3m");
    case Format::it: return readModule<IT::File>(reader, record, "it");
    case Format::xm: return readModule<XM::File>(reader, record, "xm");
    case Format::unsupported: case Format::notAudio: break;
  }
  return false;
}

/// Whether the last of the atoms of an MP4 file promises more bytes than the file has.
bool endsInAtom(DescriptorStream &stream) {
  long offset = 0;
  for (int atoms = 0; atoms < 1000; atoms++) {
    stream.seek(offset);
    ByteVector head = stream.readBlock(16);
    if (head.size() < 8) return head.size() > 0;
    long long size = head.toUInt(0u);
    if (size == 1 && head.size() == 16) size = head.toLongLong(8u);
    if (size < 8) return false;
    if (size > stream.length() - offset) return true;
    offset += long(size);
  }
  return false;
}

/// Why nothing was read of a file that was found to be of a format.
segue_tag_status failure(segue_tag_reader &reader, const Recognition &found) {
  if (found.start > reader.stream.length()) return SEGUE_TAG_TRUNCATED;
  if (found.format == Format::mp4 && endsInAtom(reader.stream)) return SEGUE_TAG_TRUNCATED;
  // Two bytes like those of an MPEG frame are no sign of audio.
  bool isSure = found.isSure && found.format != Format::mpeg;
  return isSure || found.start > 0 ? SEGUE_TAG_NO_SOUND : SEGUE_TAG_NOT_AUDIO;
}

segue_tag_status readFile(
    segue_tag_reader &reader, int descriptor, const char *extension, segue_tag_record *record) {
  struct stat file;
  // Not fstat(): the C library makes it a call by path, which a sandbox may refuse.
  if (syscall(SYS_fstat, descriptor, &file) != 0) {
    record->error = errno;
    return SEGUE_TAG_UNREADABLE;
  }
  record->mode = file.st_mode & S_IFMT;
  if (!S_ISREG(file.st_mode)) return SEGUE_TAG_NOT_A_FILE;
  if (file.st_size == 0) return SEGUE_TAG_EMPTY;
  reader.collector.clear();
  reader.stream.open(descriptor, file.st_size);
  Recognition found = recognize(reader.stream, extension);
  bool isRead = read(reader, found, record);
  record->error = reader.stream.error();
  if (record->error != 0) return SEGUE_TAG_UNREADABLE;
  if (found.format == Format::unsupported) return SEGUE_TAG_UNSUPPORTED;
  if (!isRead) return failure(reader, found);
  reader.collector.write(record);
  return SEGUE_TAG_READ;
}

}  // namespace

segue_tag_reader *segue_tag_reader_make(void) {
  try {
    silence();
    return new segue_tag_reader;
  } catch (...) {
    return nullptr;
  }
}

void segue_tag_reader_free(segue_tag_reader *reader) { delete reader; }

void segue_tag_read(
    segue_tag_reader *reader, int descriptor, const char *extension, segue_tag_record *record) {
  *record = {};
  try {
    record->status = readFile(*reader, descriptor, extension, record);
  } catch (const std::bad_alloc &) {
    record->status = SEGUE_TAG_MEMORY;
  } catch (...) {
    record->status = SEGUE_TAG_FAILED;
  }
}
