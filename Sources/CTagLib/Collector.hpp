#pragma once
#include <taglib/tstringlist.h>

#include <string>

#include "CTagLib.h"

/// Gathers the values of each field from a file's tags and writes them as text.
///
/// Several tags, and several names in one of them, may give a field: the lowest rank wins.
class Collector {
 public:
  void clear();

  /// Offers values under a name that Vorbis comments, APE items, TXXX frames and MP4's free atoms share.
  /// Upper and lower case do not matter; a name that says nothing we keep is passed over.
  void offer(const TagLib::String &name, const TagLib::StringList &values, int rank);
  void offer(segue_tag_field field, const TagLib::StringList &values, int rank);

  bool hasPicture = false;

  /// Writes the values into `record`, whose text is then this collector's.
  void write(segue_tag_record *record);

 private:
  struct Slot {
    TagLib::StringList values;
    int rank = 0;
    bool isTaken = false;
  };

  bool appendClean(const TagLib::String &value);

  Slot slots_[SEGUE_TAG_FIELDS];
  std::string text_;
};
