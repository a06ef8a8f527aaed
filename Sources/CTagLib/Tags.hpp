#pragma once
#include <taglib/asftag.h>
#include <taglib/mp4tag.h>
#include <taglib/tag.h>
#include <taglib/xiphcomment.h>

#include "Collector.hpp"

/// How the tags that TagLib reads give their fields to a collector. A tag that is missing gives none.
///
/// `rank` is the place of the tag among those of the file: **the first tag that has a field decides it**, field by
/// field, so that a weaker tag fills gaps and never takes the place of what a stronger one says. The orders are:
/// MP3 and TrueAudio: ID3v2, APE, ID3v1. FLAC: Vorbis comments, ID3v2, ID3v1. WavPack, Monkey's Audio and
/// Musepack: APE, ID3v1. WAV: ID3v2, LIST INFO. AIFF: ID3v2, the text chunks. Each tag has `rankStep` ranks for
/// names that mean the same.
constexpr int rankStep = 64;

void collect(const TagLib::Ogg::XiphComment *tag, Collector &collector, int rank);
void collect(const TagLib::MP4::Tag *tag, Collector &collector, int rank);
void collect(const TagLib::ASF::Tag *tag, Collector &collector, int rank);

/// Whether TagLib found a comment whose text it could not read.
bool hasUnreadText(const TagLib::Ogg::XiphComment *tag);
void collectPictures(TagLib::Ogg::XiphComment *tag, Collector &collector);

/// The few fields that every tag has: tracker modules.
void collectPlain(const TagLib::Tag *tag, Collector &collector, int rank);
