#pragma once
#include <taglib/tstringlist.h>

#include <string>
#include <string_view>
#include <vector>

#include "CTagLib.h"
#include "Text.hpp"

/// A picture of a tag. Its bytes are kept only when they are wanted.
struct Picture {
  uint8_t kind;
  std::string mimeType;
  size_t size;
};

/// What is fetched of a file, if it is not its record that is wanted.
struct Wanted {
  segue_tag_content content = SEGUE_TAG_RECORD;
  unsigned index = 0;
  size_t limit = 0;
};

/// Gathers the values of each field from a file's tags and writes them as text.
///
/// Several tags, and several names in one of them, may give a field: the lowest rank wins.
class Collector {
 public:
  void clear(const Wanted &wanted);

  TextDecoder decoder;

  /// Offers values under a name that Vorbis comments, APE items, TXXX frames and MP4's free atoms share.
  /// Upper and lower case do not matter; a name that says nothing we keep is passed over.
  void offer(std::string_view name, std::vector<Text> values, int rank);
  void offer(segue_tag_field field, std::vector<Text> values, int rank);
  void offer(segue_tag_field field, const TagLib::StringList &values, int rank);
  void offer(const TagLib::String &name, const TagLib::StringList &values, int rank);

  /// Whether a name is one of those, so that its value need not be read when it is not.
  static bool isKnown(std::string_view name);
  /// Whether a name is this one, which is in upper case.
  static bool isName(std::string_view name, std::string_view upper);

  /// Adds a picture; `read` gives its bytes and is called only when they are wanted.
  template <class Read>
  void addPicture(unsigned kind, std::string_view mimeType, std::string_view head, size_t size, Read read) {
    if (size == 0 || mimeType == "-->") return;
    if (isWantedPicture()) fetched_ = read();
    notePicture(kind, mimeType, head, size);
  }

  /// How long a frame of the stream is, for times that are counted in frames.
  void setFrame(int samples, int rate) {
    frameSamples_ = samples;
    frameRate_ = rate;
  }
  /// The time at the start of a frame of the stream; -1 in a stream without frames.
  int64_t frameTime(int64_t frame) const {
    return frameRate_ > 0 ? frame * frameSamples_ * 1000 / frameRate_ : -1;
  }
  void addLine(int64_t milliseconds, Text text);
  void addChapter(int64_t start, int64_t end, Text title);
  bool hasChapters() const { return !chapters_.empty(); }
  /// Whether more is wanted than the record.
  bool isFetching() const { return wanted_.content != SEGUE_TAG_RECORD; }
  bool hasPicture() const { return !pictures_.empty(); }
  /// The values so far, for tags whose fields have to be looked at together.
  const std::string *first(segue_tag_field field) const;

  /// Writes the values into `record`, whose text is then this collector's.
  void write(segue_tag_record *record);
  /// Writes what was wanted; false when it is not there.
  bool write(segue_tag_fetched *fetched);

 private:
  struct Slot {
    std::vector<Text> values;
    int rank = 0;
    bool isTaken = false;
  };

  bool isWantedPicture() const { return wanted_.content == SEGUE_TAG_PICTURE && pictures_.size() == wanted_.index; }
  void notePicture(unsigned kind, std::string_view mimeType, std::string_view head, size_t size);
  bool appendClean(std::string_view value, size_t limit);
  bool appendLong(const Slot &slot);
  segue_tag_span span(size_t start) const { return {uint32_t(start), uint32_t(text_.size() - start)}; }
  void dropWeakLists();
  void writeField(int field, segue_tag_record *record);
  void writeLegacy(int field, const std::vector<const Text *> &kept, segue_tag_record *record);

  int frameSamples_ = 0, frameRate_ = 0;
  Wanted wanted_;
  Slot slots_[SEGUE_TAG_FIELDS];
  std::vector<Picture> pictures_;
  std::vector<segue_tag_picture> pictureRecords_;
  std::vector<segue_tag_timed> lines_, chapters_;
  std::vector<Text> lineTexts_, chapterTexts_;
  std::string text_;
  std::string fetched_;
};
