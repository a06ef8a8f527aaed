#pragma once
#include "Collector.hpp"
#include "DescriptorStream.hpp"

/// Reads the ID3v2 tags that follow one another from `offset` on, as far as `limit`; the first one's word counts.
///
/// Written here, not TagLib's, which drops UTF-16 without a mark and the frames after an empty one, takes
/// brackets out of genres, keeps no bytes of 8-bit text and reads all pictures.
/// Sources: ID3v2.2.0, ID3v2.3.0, ID3v2.4.0 structure and native frames; ID3v2 chapter frame addendum.
void collectId3v2(DescriptorStream &stream, long offset, long limit, Collector &collector, int rank);
