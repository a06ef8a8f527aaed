#include "Flac.hpp"
#include "Id3v2.hpp"
#include "MpegFrames.hpp"
#include "OggPackets.hpp"
#include "OggPages.hpp"
#include "OldTags.hpp"
#include "Readers.hpp"
#include "Tags.hpp"

bool readMpeg(segue_tag_reader &reader, segue_tag_record *record, long start) {
  MpegSound sound;
  EndTags end = findEndTags(reader.stream);
  if (!measureMpeg(reader.stream, start, end.soundEnd, &sound)) return false;
  reader.collector.setFrame(sound.frameLength, sound.rate);
  collectId3v2(reader.stream, 0, reader.stream.size(), reader.collector, 0);
  if (end.id3v2 >= 0) collectId3v2(reader.stream, end.id3v2, end.id3v2End, reader.collector, rankStep * 3 / 4);
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
  setBitRate(reader.stream.size(), record);
  return true;
}

bool readOgg(segue_tag_reader &reader, segue_tag_record *record, Format format) {
  OggHead head;
  if (!readOggHead(reader.stream, 0, format, reader.collector, &head)) return false;
  bool isFlac = format == Format::oggFlac;
  record->codec = isFlac ? "flac" : format == Format::oggVorbis ? "vorbis" : format == Format::oggOpus ? "opus" : "speex";
  record->sample_rate = head.rate;
  record->channels = head.channels;
  record->bits_per_sample = head.bits;
  OggSound sound;
  if (measureOgg(reader.stream, 0, &sound)) setFrames(sound.frames, sound.rate, record);
  else setFrames(head.frames, head.rate, record);
  setBitRate(reader.stream.size() - head.commentSize, record);
  return true;
}
