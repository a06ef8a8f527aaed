#include <taglib/apefile.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/mpcfile.h>
#include <taglib/trueaudiofile.h>
#include <taglib/wavpackfile.h>

#include "Id3v2.hpp"
#include "OldTags.hpp"
#include "Readers.hpp"
#include "Tags.hpp"

using namespace TagLib;

namespace {

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

}  // namespace

bool readWavPack(segue_tag_reader &reader, segue_tag_record *record) {
  reader.stream.limitReads(DescriptorStream::usualRead);
  WavPack::File file(&reader.stream);
  const WavPack::Properties *sound = file.audioProperties();
  int bits = sound && sound->isLossless() ? sound->bitsPerSample() : 0;
  bool isRead = readApe(reader, record, "wavpack", file, bits);
  if (isRead) setFrames(sound->sampleFrames(), sound->sampleRate(), record);
  return isRead;
}

bool readMonkeysAudio(segue_tag_reader &reader, segue_tag_record *record) {
  reader.stream.limitReads(DescriptorStream::usualRead);
  APE::File file(&reader.stream);
  const APE::Properties *sound = file.audioProperties();
  bool isRead = readApe(reader, record, "ape", file, sound ? sound->bitsPerSample() : 0);
  if (isRead) setFrames(sound->sampleFrames(), sound->sampleRate(), record);
  return isRead;
}

bool readMusepack(segue_tag_reader &reader, segue_tag_record *record) {
  reader.stream.limitReads(DescriptorStream::usualRead);
  MPC::File file(&reader.stream);
  return readApe(reader, record, "musepack", file, 0);
}

bool readTrueAudio(segue_tag_reader &reader, segue_tag_record *record, long start) {
  EndTags end = findEndTags(reader.stream);
  collectId3v2(reader.stream, 0, start, reader.collector, 0);
  collectApe(reader.stream, end, reader.collector, rankStep);
  collectId3v1(reader.stream, end, reader.collector, 2 * rankStep);
  reader.stream.hideUntil(start);
  reader.stream.limitReads(DescriptorStream::usualRead);
  TrueAudio::File file(&reader.stream, ID3v2::FrameFactory::instance());
  const TrueAudio::Properties *sound = file.audioProperties();
  bool isRead = describe(sound, "tta", sound ? sound->bitsPerSample() : 0, record) && file.isValid();
  if (isRead) setFrames(sound->sampleFrames(), sound->sampleRate(), record);
  return isRead;
}

