#include "OggPages.hpp"

#include <string.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "Bytes.hpp"

using std::string;
using std::string_view;

namespace {

struct Page {
  bool isFirst;
  long long position;
  uint32_t serial;
  long headSize, size;
};

bool readPage(DescriptorStream &stream, long offset, Page *page) {
  long available = 0;
  string_view head(stream.peek(offset, 282, &available), 0);
  head = string_view(head.data(), size_t(available));
  if (head.size() < 27 || head.substr(0, 4) != "OggS") return false;
  size_t segments = byte(head, 26);
  if (head.size() < 27 + segments) return false;
  page->isFirst = head[5] & 2;
  page->position = int64_t(little(head, 6, 8));
  page->serial = uint32_t(little(head, 14, 4));
  page->headSize = page->size = long(27 + segments);
  for (size_t i = 0; i < segments; i++) page->size += byte(head, 27 + i);
  return true;
}

/// A stream of sound: its rate, and what its positions start from.
struct Link {
  uint32_t serial = 0;
  int rate = 0, channels = 0;
  bool isOpus = false;
  long long before = 0, last = -1;

  long long frames() const {
    long long count = last - before;
    return count < 0 || count > 1LL << 50 ? 0 : count;
  }
};

/// Reads the first packet of a stream; false when it is none of sound.
bool readLink(string_view packet, Link *link) {
  if (packet.size() >= 16 && begins(packet, "\1vorbis")) {
    link->channels = int(byte(packet, 11));
    link->rate = int(little(packet, 12, 4));
  } else if (packet.size() >= 19 && begins(packet, "OpusHead")) {
    link->channels = int(byte(packet, 9));
    link->rate = 48000;
    link->isOpus = true;
    link->before = int64_t(little(packet, 10, 2));
  } else if (packet.size() >= 52 && begins(packet, "Speex   ")) {
    link->rate = int(little(packet, 36, 4));
    link->channels = int(little(packet, 48, 4));
  } else if (packet.size() >= 35 && begins(packet, "\177FLAC")) {
    uint64_t packed = big(packet, 27, 8);
    link->rate = int(packed >> 44);
    link->channels = int(packed >> 41 & 7) + 1;
  }
  return link->rate > 0;
}

/// The offset of the last page of the file that begins in its last 128 KB; -1 when there is none.
long lastPage(DescriptorStream &stream, long start, Page *page) {
  constexpr long reach = 128 << 10;
  long from = std::max(start, stream.size() - reach);
  string tail = stream.bytes(from, stream.size() - from);
  for (size_t at = tail.rfind("OggS"); at != string::npos; at = tail.rfind("OggS", at - 1)) {
    if (readPage(stream, from + long(at), page)) return from + long(at);
    if (at == 0) break;
  }
  return -1;
}

/// The first positions of a stream that a recorder joined late are not 0, but those of its first page of sound less
/// what that page holds, which for Opus its packets tell; how long the music is, is the difference.
void adjust(DescriptorStream &stream, long offset, const Page &page, Link *link) {
  if (link->last >= 0 || page.position <= 0) return;
  // What a page of Vorbis holds cannot be told without its codebooks: a second is more than any does.
  if (!link->isOpus && page.position > 4LL * link->rate) link->before = page.position;
  if (!link->isOpus) return;
  string bytes = stream.bytes(offset, page.size);
  long long samples = 0;
  long at = page.headSize;
  bool isStart = true;
  for (long i = 27; i < page.headSize && at < long(bytes.size()); i++) {
    unsigned lace = byte(bytes, size_t(i));
    if (isStart) {
      // Source: RFC 6716, section 3.1.
      unsigned kind = byte(bytes, size_t(at));
      unsigned configuration = kind >> 3;
      long long size = configuration < 12 ? 480LL << std::min(configuration & 3, 2u)
                       : configuration < 16 ? 480LL << (configuration & 1)
                                            : 120LL << (configuration & 3);
      if (configuration < 12 && (configuration & 3) == 3) size = 2880;
      unsigned code = kind & 3;
      long long count = code == 0 ? 1 : code < 3 ? 2 : byte(bytes, size_t(at) + 1) & 0x3F;
      samples += size * count;
    }
    at += lace;
    isStart = lace < 255;
  }
  // A short only page has less than its packets; a late one has more before it.
  if (page.position > samples) link->before += page.position - samples;
}

}  // namespace

bool measureOgg(DescriptorStream &stream, long start, OggSound *sound) {
  Page page, last;
  if (!readPage(stream, start, &page) || lastPage(stream, start, &last) < 0) return false;
  std::vector<Link> links;
  bool isSingle = last.serial == page.serial && last.position >= 0;
  long offset = start;
  // Of a single stream only the pages up to the first with sound count, and then the last one.
  for (long pages = 0; pages < 10'000'000 && readPage(stream, offset, &page); pages++, offset += page.size) {
    if (page.isFirst) {
      Link link;
      link.serial = page.serial;
      if (readLink(stream.bytes(offset + page.headSize, 64), &link)) links.push_back(link);
      continue;
    }
    auto found = std::find_if(links.rbegin(), links.rend(), [&page](const Link &link) { return link.serial == page.serial; });
    if (found == links.rend() || page.position < 0) continue;
    bool hasSound = page.position > 0;
    if (hasSound) adjust(stream, offset, page, &*found);
    if (hasSound) found->last = std::max(found->last, page.position);
    if (hasSound && isSingle && links.size() == 1) {
      found->last = std::max(found->last, last.position);
      break;
    }
  }
  if (links.empty()) return false;
  sound->rate = links.front().rate;
  sound->channels = links.front().channels;
  sound->isChained = links.size() > 1;
  for (const Link &link : links) sound->frames += link.frames() * sound->rate / link.rate;
  return sound->frames > 0;
}
