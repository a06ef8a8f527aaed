#pragma once
#include <string_view>

#include "CTagLib.h"

struct Name {
  segue_tag_field field;
  /// Its place among the names of the field.
  int rank;
};

/// What a name means that Vorbis comments, APE items, TXXX frames and MP4's free atoms share, in any case; null
/// for one that says nothing we keep.
const Name *nameOf(std::string_view key);
