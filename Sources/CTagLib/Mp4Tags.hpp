#pragma once
#include "Collector.hpp"
#include "Pieces.hpp"

/// Reads one atom of a list of tags (`ilst`): text, numbers, names of anybody's own, and pictures, which are not read
/// to know of them.
///
/// Written here, not TagLib's, which gives up text that is no UTF-8 and reads all pictures.
///
/// Sources: QuickTime File Format, "Metadata"; what iTunes writes, as mutagen and MP4v2 document it.
void collectMp4Item(std::string_view name, const Pieces &content, Collector &collector, int rank);
