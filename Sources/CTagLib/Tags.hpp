#pragma once
#include <taglib/asftag.h>
#include <taglib/tag.h>

#include "Collector.hpp"

/// How the tags that TagLib reads give their fields to a collector. A tag that is missing gives none.
///
/// `rank` is the place of the tag among those of the file: **the first tag that has a field decides it**, field by
/// field, so that a weaker tag fills gaps and never takes the place of what a stronger one says. The orders are:
/// MP3 and TrueAudio: ID3v2, APE, ID3v1. FLAC: Vorbis comments, ID3v2, ID3v1. WavPack, Monkey's Audio and
/// Musepack: APE, ID3v1. WAV: ID3v2, LIST INFO. AIFF: ID3v2, the text chunks. Each tag has `rankStep` ranks for
/// names that mean the same.
constexpr int rankStep = 64;

/// `fileSize`: no picture is larger.
void collect(const TagLib::ASF::Tag *tag, long fileSize, Collector &collector, int rank);

/// The few fields that every tag has: tracker modules.
void collectPlain(const TagLib::Tag *tag, Collector &collector, int rank);
