#pragma once
#include "Collector.hpp"
#include "Format.hpp"
#include "Pieces.hpp"

/// The packets at the beginning of the stream that an Ogg file begins with. Source: RFC 3533, section 6.
class OggPackets {
 public:
  OggPackets(DescriptorStream &stream, long start) : stream_(stream), offset_(start) {}

  /// The next packet; false where there is none, or it is longer than is looked at.
  bool next(Pieces *packet);

 private:
  bool nextPage();

  DescriptorStream &stream_;
  long offset_;
  int pages_ = 0;
  uint32_t serial_ = 0;
  /// Of the page that was read last: the lengths of its segments, and where the rest of it lies.
  std::string lacing_;
  size_t segment_ = 0;
  long at_ = 0;
};

/// What the first packets of an Ogg file say beside its length.
struct OggHead {
  int rate = 0, channels = 0;
  /// Of FLAC.
  int bits = 0;
  long long frames = 0;
  /// Of all comments with their pictures, in bytes.
  long commentSize = 0;
};

/// Reads the comments of a file of Vorbis, Opus, Speex or FLAC in Ogg; false when it has no such beginning.
///
/// Written here, not TagLib's, which gives up text that is no UTF-8 and takes eight times a picture's size in memory.
///
/// Sources: Vorbis I, section 4.2; RFC 7845, section 5; Speex manual, section 5; RFC 9639, section 10.1.
bool readOggHead(DescriptorStream &stream, long start, Format format, Collector &collector, OggHead *head);
