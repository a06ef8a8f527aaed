#pragma once
#include "Collector.hpp"
#include "DescriptorStream.hpp"

/// Where the sound of a file ends and the tags after it begin, as far as they are ID3v1, Lyrics3, APE and
/// ID3v2.
///
/// ID3v1 and APE are read here and not by TagLib because their text may not be what it should be.
struct EndTags {
  /// -1 where there is none.
  long id3v1 = -1;
  /// Of the items of an APE tag, and where they end.
  long apeItems = -1, apeEnd = -1;
  unsigned apeCount = 0;
  /// Of an ID3v2 tag with a footer, which stands at the end; -1 where there is none.
  long id3v2 = -1, id3v2End = -1;
  long soundEnd = 0;
};

EndTags findEndTags(DescriptorStream &stream);

void collectId3v1(DescriptorStream &stream, const EndTags &tags, Collector &collector, int rank);
/// Sources: APE tags specification (Hydrogenaudio); ReplayGain in APE.
void collectApe(DescriptorStream &stream, const EndTags &tags, Collector &collector, int rank);
