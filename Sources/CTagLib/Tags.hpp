#pragma once
#include <taglib/apetag.h>
#include <taglib/asftag.h>
#include <taglib/id3v2tag.h>
#include <taglib/infotag.h>
#include <taglib/mp4tag.h>
#include <taglib/tag.h>
#include <taglib/xiphcomment.h>

#include "Collector.hpp"

/// How a kind of tag gives its fields to a collector. A tag that is missing gives none.
///
/// `rank` is the place of the tag among those of the file: the first tag's word counts. Each tag has
/// `rankStep` ranks for names that mean the same.
constexpr int rankStep = 16;

void collect(const TagLib::Ogg::XiphComment *tag, Collector &collector, int rank);
void collect(const TagLib::ID3v2::Tag *tag, Collector &collector, int rank);
void collect(const TagLib::APE::Tag *tag, Collector &collector, int rank);
void collect(const TagLib::MP4::Tag *tag, Collector &collector, int rank);
void collect(const TagLib::ASF::Tag *tag, Collector &collector, int rank);
void collect(const TagLib::RIFF::Info::Tag *tag, Collector &collector, int rank);

/// The few fields that every tag has: ID3v1, tracker modules.
void collectPlain(const TagLib::Tag *tag, Collector &collector, int rank);
