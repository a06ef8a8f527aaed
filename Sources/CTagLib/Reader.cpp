#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <taglib/tdebuglistener.h>
#include <unistd.h>

#include <new>

#include "CTagLib.h"
#include "Readers.hpp"

using namespace TagLib;

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
  bool isRead = readFormat(reader, found, record);
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
