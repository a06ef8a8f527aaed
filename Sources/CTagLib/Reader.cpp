#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/asffile.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/itfile.h>
#include <taglib/modfile.h>
#include <taglib/mp4file.h>
#include <taglib/mpcfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/s3mfile.h>
#include <taglib/speexfile.h>
#include <taglib/tdebuglistener.h>
#include <taglib/trueaudiofile.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavpackfile.h>
#include <taglib/xmfile.h>
#include <unistd.h>

#include <algorithm>
#include <new>

#include "CTagLib.h"
#include "Collector.hpp"
#include "DescriptorStream.hpp"
#include "Flac.hpp"
#include "Format.hpp"
#include "Id3v2.hpp"
#include "Mp4.hpp"
#include "MpegFrames.hpp"
#include "OggPages.hpp"
#include "OldTags.hpp"
#include "Riff.hpp"
#include "Tags.hpp"

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
  MpegSound sound;
  EndTags end = findEndTags(reader.stream);
  if (!measureMpeg(reader.stream, start, end.soundEnd, &sound)) return false;
  collectId3v2(reader.stream, 0, reader.stream.size(), reader.collector, 0);
  collectApe(reader.stream, end, reader.collector, rankStep);
  collectId3v1(reader.stream, end, reader.collector, 2 * rankStep);
  static const char *const codecs[] = {"mp3", "mp1", "mp2", "mp3"};
  record->codec = codecs[sound.layer];
  record->milliseconds = sound.milliseconds;
  record->frames = sound.frames;
  record->sample_rate = sound.rate;
  record->channels = sound.channels;
  record->bit_rate = sound.bitRate;
  record->encoder_delay = sound.delay;
  record->encoder_padding = sound.padding;
  return true;
}

void setFrames(long long frames, int rate, segue_tag_record *record) {
  if (frames <= 0 || rate <= 0) return;
  record->frames = frames;
  record->milliseconds = frames / rate * 1000 + (frames % rate * 1000 + rate / 2) / rate;
}

/// The bit rate of all of the file.
void setBitRate(segue_tag_reader &reader, segue_tag_record *record) {
  if (record->milliseconds > 0)
    record->bit_rate = int(std::min<long long>(INT32_MAX, reader.stream.size() * 8LL / record->milliseconds));
}

bool readFlac(segue_tag_reader &reader, segue_tag_record *record, long start) {
  FlacSound sound;
  if (!readFlacBlocks(reader.stream, start, reader.collector, 0, &sound)) return false;
  EndTags end = findEndTags(reader.stream);
  collectId3v2(reader.stream, 0, start, reader.collector, rankStep);
  collectId3v1(reader.stream, end, reader.collector, 2 * rankStep);
  record->codec = "flac";
  record->sample_rate = sound.rate;
  record->channels = sound.channels;
  record->bits_per_sample = sound.bits;
  long long there = lastFlacFrame(reader.stream, sound, end.soundEnd);
  setFrames(there > 0 ? there : sound.frames, sound.rate, record);
  setBitRate(reader, record);
  return true;
}

template <class File>
bool readOgg(segue_tag_reader &reader, segue_tag_record *record, const char *codec) {
  File file(&reader.stream);
  if (!describe(file.audioProperties(), codec, 0, record) || !file.isValid()) return false;
  if (hasUnreadText(file.tag())) {
    ByteVector packet = file.packet(1);
    // What begins the packet is \3vorbis, OpusTags, or in Speex nothing.
    unsigned skipped = packet.startsWith("OpusTags") ? 8 : packet.startsWith("\3vorbis") ? 7 : 0;
    collectComments({packet.data() + std::min(skipped, packet.size()), packet.size() - std::min(skipped, packet.size())},
                    reader.collector, 0);
  } else {
    collect(file.tag(), reader.collector, 0);
  }
  if (!reader.collector.hasPicture()) collectPictures(file.tag(), reader.collector);
  OggSound sound;
  if (!measureOgg(reader.stream, 0, &sound)) return true;
  setFrames(sound.frames, sound.rate, record);
  if (sound.isChained) setBitRate(reader, record);
  return true;
}

bool readOggFlac(segue_tag_reader &reader, segue_tag_record *record) {
  Ogg::FLAC::File file(&reader.stream);
  collect(file.tag(), reader.collector, 0);
  collectPictures(file.tag(), reader.collector);
  const FLAC::Properties *properties = file.audioProperties();
  if (!describe(properties, "flac", properties ? properties->bitsPerSample() : 0, record)) return false;
  OggSound sound;
  if (measureOgg(reader.stream, 0, &sound)) setFrames(sound.frames, sound.rate, record);
  else setFrames((long long)properties->sampleFrames(), properties->sampleRate(), record);
  if (record->bit_rate == 0) setBitRate(reader, record);
  return file.isValid();
}

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

bool readMp4(segue_tag_reader &reader, segue_tag_record *record) {
  Mp4Sound movie;
  bool isTimed = readMp4(reader.stream, reader.collector, &movie);
  record->has_video = movie.hasVideo;
  MP4::File file(&reader.stream);
  if (!file.isValid()) return false;
  collect(file.tag(), reader.collector, 0);
  const MP4::Properties *sound = file.audioProperties();
  bool isAlac = sound && sound->codec() == MP4::Properties::ALAC;
  bool isAac = sound && sound->codec() == MP4::Properties::AAC;
  bool isRead = describe(sound, isAlac ? "alac" : isAac ? "aac" : nullptr, isAlac ? sound->bitsPerSample() : 0, record);
  if (isTimed) {
    record->milliseconds = movie.milliseconds;
    if (movie.aacChannels > 0) record->channels = movie.aacChannels;
    if (movie.aacRate > 0) record->sample_rate = movie.aacRate;
    if (record->sample_rate == movie.rate && isAlac) record->frames = movie.frames;
    // The track counts its bit rate over what TagLib took for its length.
    if (record->bit_rate == 0) setBitRate(reader, record);
  }
  readGapless(reader, record);
  return isRead;
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

bool isUncompressed(const ByteVector &kind) {
  static const char *const kinds[] = {"NONE", "twos", "sowt", "fl32", "FL32",
                                      "fl64", "FL64", "in24", "in32", "raw "};
  for (const char *known : kinds)
    if (kind == ByteVector(known, 4)) return true;
  return false;
}

bool readAiff(segue_tag_reader &reader, segue_tag_record *record) {
  RIFF::AIFF::File file(&reader.stream);
  collectRiff(reader.stream, reader.collector, true);
  const RIFF::AIFF::Properties *sound = file.audioProperties();
  bool isPcm = sound && (!sound->isAiffC() || isUncompressed(sound->compressionType()));
  bool isRead = describe(sound, isPcm ? "pcm" : nullptr, isPcm ? sound->bitsPerSample() : 0, record);
  if (isPcm) setFrames(sound->sampleFrames(), sound->sampleRate(), record);
  return isRead && file.isValid();
}

/// The formats that carry an APE tag, or else ID3v1.
template <class File>
bool readApe(
    segue_tag_reader &reader, segue_tag_record *record, const char *codec, File &file, int bits) {
  EndTags end = findEndTags(reader.stream);
  collectApe(reader.stream, end, reader.collector, 0);
  collectId3v1(reader.stream, end, reader.collector, rankStep);
  return describe(file.audioProperties(), codec, bits, record) && file.isValid() &&
         record->sample_rate > 0;
}

bool readWavPack(segue_tag_reader &reader, segue_tag_record *record) {
  WavPack::File file(&reader.stream);
  const WavPack::Properties *sound = file.audioProperties();
  int bits = sound && sound->isLossless() ? sound->bitsPerSample() : 0;
  bool isRead = readApe(reader, record, "wavpack", file, bits);
  if (isRead) setFrames(sound->sampleFrames(), sound->sampleRate(), record);
  return isRead;
}

bool readMonkeysAudio(segue_tag_reader &reader, segue_tag_record *record) {
  APE::File file(&reader.stream);
  const APE::Properties *sound = file.audioProperties();
  bool isRead = readApe(reader, record, "ape", file, sound ? sound->bitsPerSample() : 0);
  if (isRead) setFrames(sound->sampleFrames(), sound->sampleRate(), record);
  return isRead;
}

bool readMusepack(segue_tag_reader &reader, segue_tag_record *record) {
  MPC::File file(&reader.stream);
  return readApe(reader, record, "musepack", file, 0);
}

bool readTrueAudio(segue_tag_reader &reader, segue_tag_record *record, long start) {
  EndTags end = findEndTags(reader.stream);
  collectId3v2(reader.stream, 0, start, reader.collector, 0);
  collectApe(reader.stream, end, reader.collector, rankStep);
  collectId3v1(reader.stream, end, reader.collector, 2 * rankStep);
  reader.stream.hideUntil(start);
  TrueAudio::File file(&reader.stream, ID3v2::FrameFactory::instance());
  const TrueAudio::Properties *sound = file.audioProperties();
  bool isRead = describe(sound, "tta", sound ? sound->bitsPerSample() : 0, record) && file.isValid();
  if (isRead) setFrames(sound->sampleFrames(), sound->sampleRate(), record);
  return isRead;
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
    case Format::flac: return readFlac(reader, record, found.start);
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
    if (size > stream.size() - offset) return true;
    offset += long(size);
  }
  return false;
}

/// Why nothing was read of a file that was found to be of a format.
segue_tag_status failure(segue_tag_reader &reader, const Recognition &found) {
  if (found.start > reader.stream.size()) return SEGUE_TAG_TRUNCATED;
  if (found.format == Format::mp4 && endsInAtom(reader.stream)) return SEGUE_TAG_TRUNCATED;
  // Two bytes like those of an MPEG frame are no sign of audio.
  bool isSure = found.isSure && found.format != Format::mpeg;
  return isSure || found.start > 0 ? SEGUE_TAG_NO_SOUND : SEGUE_TAG_NOT_AUDIO;
}

/// Gathers what a file says: the part of reading a record and of fetching that is the same.
segue_tag_status gather(
    segue_tag_reader &reader, int descriptor, const char *extension, const Wanted &wanted,
    segue_tag_record *record) {
  struct stat file;
  // Not fstat(): the C library makes it a call by path, which a sandbox may refuse.
  if (syscall(SYS_fstat, descriptor, &file) != 0) {
    record->error = errno;
    return SEGUE_TAG_UNREADABLE;
  }
  record->mode = file.st_mode & S_IFMT;
  if (!S_ISREG(file.st_mode)) return SEGUE_TAG_NOT_A_FILE;
  if (file.st_size == 0) return SEGUE_TAG_EMPTY;
  reader.collector.clear(wanted);
  reader.stream.open(descriptor, file.st_size);
  Recognition found = recognize(reader.stream, extension);
  bool isRead = read(reader, found, record);
  record->error = reader.stream.error();
  if (record->error != 0) return SEGUE_TAG_UNREADABLE;
  if (found.format == Format::unsupported) return SEGUE_TAG_UNSUPPORTED;
  // The names of Apple's for sound alone have video tracks only for the pictures of chapters.
  bool isSoundByName = !strncmp(extension, "m4", 2) && strcmp(extension, "m4v") != 0;
  if (record->has_video && !isSoundByName) return SEGUE_TAG_VIDEO;
  return isRead ? SEGUE_TAG_READ : failure(reader, found);
}

/// Does something that may throw, and gives its status or what stands for what it threw.
template <class Body>
segue_tag_status guarded(Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return SEGUE_TAG_MEMORY;
  } catch (...) {
    return SEGUE_TAG_FAILED;
  }
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
  record->encoder_delay = record->encoder_padding = -1;
  record->status = guarded([=] {
    segue_tag_status status = gather(*reader, descriptor, extension, {}, record);
    if (status == SEGUE_TAG_READ) reader->collector.write(record);
    return status;
  });
}

void segue_tag_fetch(
    segue_tag_reader *reader, int descriptor, const char *extension, segue_tag_content content,
    uint32_t index, size_t limit, segue_tag_fetched *fetched) {
  *fetched = {};
  fetched->status = guarded([=] {
    segue_tag_record record = {};
    segue_tag_status status = gather(*reader, descriptor, extension, {content, index, limit}, &record);
    fetched->error = record.error;
    fetched->mode = record.mode;
    if (status != SEGUE_TAG_READ) return status;
    reader->collector.write(fetched);
    return fetched->status;
  });
}
