#include "OggPackets.hpp"

#include <algorithm>

#include "Bytes.hpp"
#include "Comments.hpp"
#include "Flac.hpp"

using std::string;
using std::string_view;

namespace {

/// At 64 KB a page, 1 GB of them; and no FLAC has more blocks.
constexpr int maximumPages = 1 << 14, maximumBlocks = 1000;

/// The metadata blocks of FLAC are a packet each.
bool readFlacPackets(OggPackets &packets, Pieces packet, Collector &collector, OggHead *head) {
  FlacSound sound;
  // Mark, version, count of packets; then a file's own beginning.
  string first = packet.read(0, 64);
  if (first.size() < 17 + 18 || !readFlacInformation(string_view(first).substr(17), &sound)) return false;
  *head = {sound.rate, sound.channels, sound.bits, sound.frames, 0};
  for (int blocks = 0; blocks < maximumBlocks && packets.next(&packet); blocks++) {
    string kind = packet.read(0, 1);
    // A packet of sound begins so.
    if (kind.empty() || byte(kind, 0) == 0xFF) break;
    head->commentSize += packet.size();
    unsigned type = byte(kind, 0) & 0x7F;
    if (type == 4) collectComments(packet, 4, collector, 0);
    if (type == 6) collectFlacPicture(packet.from(4), collector);
    if (byte(kind, 0) & 0x80) break;
  }
  return true;
}

}  // namespace

bool OggPackets::nextPage() {
  while (pages_++ < maximumPages) {
    long available = 0;
    const char *found = stream_.peek(offset_, 282, &available);
    string_view head(found, size_t(available));
    if (head.size() < 27 || !begins(head, "OggS")) return false;
    lacing_ = head.substr(27, byte(head, 26));
    if (lacing_.size() < byte(head, 26)) return false;
    auto serial = uint32_t(little(head, 14, 4));
    if (pages_ == 1) serial_ = serial;
    at_ = offset_ + 27 + long(lacing_.size());
    offset_ = at_;
    for (char lace : lacing_) offset_ += static_cast<unsigned char>(lace);
    segment_ = 0;
    if (serial == serial_) return true;
  }
  return false;
}

bool OggPackets::next(Pieces *packet) {
  packet->clear();
  while (true) {
    if (segment_ == lacing_.size() && !nextPage()) return false;
    long size = 0;
    bool isEnded = false;
    for (; segment_ < lacing_.size() && !isEnded; segment_++) {
      unsigned lace = byte(lacing_, segment_);
      size += lace;
      isEnded = lace < 255;
    }
    packet->add(at_, size);
    at_ += size;
    if (isEnded) return true;
  }
}

bool readOggHead(
    DescriptorStream &stream, long start, Format format, Collector &collector, OggHead *head) {
  OggPackets packets(stream, start);
  Pieces packet(stream);
  if (!packets.next(&packet)) return false;
  if (format == Format::oggFlac) return readFlacPackets(packets, packet, collector, head);
  string first = packet.read(0, 64);
  bool isVorbis = format == Format::oggVorbis, isOpus = format == Format::oggOpus;
  if (first.size() < (isVorbis ? 16u : isOpus ? 19u : 52u)) return false;
  head->rate = isOpus ? 48000 : int(little(first, isVorbis ? 12 : 36, 4) & 0x7FFFFFFF);
  head->channels = int(isVorbis ? byte(first, 11) : isOpus ? byte(first, 9) : little(first, 48, 4) & 0xFF);
  if (head->rate == 0 || !packets.next(&packet)) return head->rate > 0;
  head->commentSize = packet.size();
  collectComments(packet, isVorbis ? 7 : isOpus ? 8 : 0, collector, 0);
  return true;
}
