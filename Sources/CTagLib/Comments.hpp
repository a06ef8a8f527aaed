#pragma once
#include "Collector.hpp"
#include "Pieces.hpp"

/// Reads Vorbis comments, of a FLAC block or from `at` on of an Ogg packet, counting bytes that are no UTF-8.
///
/// Pictures among them, which are FLAC's in base64, are not read to know of them.
///
/// Source: Vorbis I, section 5.
void collectComments(const Pieces &pieces, long at, Collector &collector, int rank);

/// Reads a picture as FLAC has it. Source: RFC 9639, section 8.8.
void collectFlacPicture(const Pieces &pieces, Collector &collector);
