#include "Id3v2.hpp"

#include <string.h>
#include <zlib.h>

#include <algorithm>

#include "Bytes.hpp"
#include "Id3v2Frames.hpp"
#include "Tags.hpp"

using std::string;
using std::string_view;

namespace {

/// Frames of text are no longer than these, and pictures are not read to know of them.
constexpr long maximumFrame = 4 << 20, maximumUnpacked = 1 << 20, pictureHead = 512;

bool isSyncsafe(string_view bytes) {
  return std::none_of(bytes.begin(), bytes.end(), [](char c) { return c & 0x80; });
}

unsigned long syncsafe(string_view bytes) {
  unsigned long number = 0;
  for (size_t i = 0; i < bytes.size(); i++) number = number << 7 | (byte(bytes, i) & 0x7F);
  return number;
}

bool isIdentifier(string_view name) {
  return std::all_of(name.begin(), name.end(), [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
}

/// Takes out the zeros that keep players without ID3v2 from taking a tag for sound.
void resynchronize(string &bytes) {
  size_t to = 0;
  for (size_t from = 0; from < bytes.size(); from++) {
    bytes[to++] = bytes[from];
    if (bytes[from] == '\xFF' && from + 1 < bytes.size() && bytes[from + 1] == 0) from++;
  }
  bytes.resize(to);
}

/// Where a tag's frames lie: in the file, or in memory when all of them had to be changed first.
class Body {
 public:
  Body(DescriptorStream &stream, long start, long end) : stream_(stream), start_(start), size_(end - start) {}
  Body(DescriptorStream &stream, string bytes)
      : stream_(stream), start_(0), size_(long(bytes.size())), bytes_(std::move(bytes)), isInMemory_(true) {}

  long size() const { return size_; }

  string read(long offset, long count) {
    count = std::max(0L, std::min(count, size_ - offset));
    if (isInMemory_) return bytes_.substr(size_t(offset), size_t(count));
    return stream_.bytes(start_ + offset, count);
  }

 private:
  DescriptorStream &stream_;
  long start_, size_;
  string bytes_;
  bool isInMemory_ = false;
};

class Tag {
 public:
  Tag(Body body, int version, bool isUnsynchronized, Collector &collector, int rank)
      : body_(std::move(body)), version_(version), isUnsynchronized_(isUnsynchronized),
        frames_(collector, version, rank) {}

  void collect() {
    long offset = 0;
    // No tag of a person has more frames.
    for (int count = 0; count < 10000; count++)
      if (!collectFrame(offset)) break;
    frames_.finish();
  }

 private:
  bool collectFrame(long &offset) {
    long headSize = version_ == 2 ? 6 : 10;
    string head = body_.read(offset, headSize);
    if (long(head.size()) < headSize) return false;
    size_t nameSize = version_ == 2 || head[3] == 0 ? 3 : 4;
    string_view name(head.data(), nameSize);
    if (!isIdentifier(name)) return false;
    long size = frameSize(head, offset);
    unsigned flags = version_ == 2 ? 0 : unsigned(byte(head, 8) << 8 | byte(head, 9));
    offset += headSize;
    if (size > body_.size() - offset) return false;
    if (size > 0) frame(name, flags, offset, size);
    offset += size;
    return true;
  }

  long frameSize(string_view head, long offset) {
    if (version_ == 2) return long(big(head.substr(3, 3)));
    string_view bytes = head.substr(4, 4);
    long plain = long(big(bytes));
    if (version_ == 3 || plain < 0x80) return plain;
    long safe = long(syncsafe(bytes));
    // Some programs forgot that sizes of version 4 have 7 bits a byte: where the next frame is tells.
    return isSyncsafe(bytes) && (endsFrame(offset + 10 + safe) || !endsFrame(offset + 10 + plain)) ? safe : plain;
  }

  bool endsFrame(long offset) {
    if (offset == body_.size()) return true;
    string next = body_.read(offset, 4);
    return next.size() == 4 && (isIdentifier(next) || next[0] == 0);
  }

  void frame(string_view name, unsigned flags, long offset, long size) {
    bool isFour = version_ == 4;
    bool isPacked = flags & (isFour ? 0x08 : 0x80), isSecret = flags & (isFour ? 0x04 : 0x40);
    bool hasGroup = flags & (isFour ? 0x40 : 0x20), hasLength = isFour ? flags & 0x01 : isPacked;
    bool isUnsynchronized = isFour && ((flags & 0x02) || isUnsynchronized_);
    if (isSecret || !frames_.isKnown(name)) return;
    long extra = (hasGroup ? 1 : 0) + (hasLength ? 4 : 0);
    offset += extra;
    size -= extra;
    if (size <= 0) return;
    if (Frames::isPicture(name) && !isPacked && !isUnsynchronized) {
      frames_.picture(name, body_.read(offset, std::min(size, pictureHead)), size, [=] { return body_.read(offset, size); });
      return;
    }
    if (size > maximumFrame && !Frames::isPicture(name)) return;
    string bytes = body_.read(offset, size);
    if (isUnsynchronized) resynchronize(bytes);
    if (isPacked && !unpack(bytes)) return;
    if (Frames::isPicture(name))
      frames_.picture(name, string_view(bytes).substr(0, pictureHead), long(bytes.size()), [&] { return bytes; });
    else
      frames_.frame(name, bytes);
  }

  /// False when there is more in it than a text should have: who made the file chose how much.
  static bool unpack(string &bytes) {
    string unpacked(maximumUnpacked, '\0');
    uLongf count = unpacked.size();
    int code = uncompress(
        reinterpret_cast<Bytef *>(unpacked.data()), &count, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size());
    if (code != Z_OK) return false;
    unpacked.resize(count);
    bytes = std::move(unpacked);
    return true;
  }

  Body body_;
  int version_;
  bool isUnsynchronized_;
  Frames frames_;
};

/// The size of the extended header that frames follow.
long extendedSize(string_view bytes, int version) {
  if (bytes.size() < 4) return 0;
  // In version 4 the size counts itself.
  return version == 4 ? long(syncsafe(bytes.substr(0, 4))) : long(big(bytes.substr(0, 4))) + 4;
}

}  // namespace

void collectId3v2(DescriptorStream &stream, long offset, long limit, Collector &collector, int rank) {
  for (int tags = 0; tags < 8; tags++) {
    string head = stream.bytes(offset, 10);
    if (head.size() < 10 || head.compare(0, 3, "ID3") != 0 || !isSyncsafe(string_view(head).substr(6))) return;
    int version = head[3];
    unsigned flags = byte(head, 5);
    long start = offset + 10, end = std::min(limit, start + long(syncsafe(string_view(head).substr(6))));
    offset = end + (version == 4 && (flags & 0x10) ? 10 : 0);
    // Bit 6 of version 2 is a compression that was never defined.
    if (version < 2 || version > 4 || (version == 2 && (flags & 0x40)) || start >= end) continue;
    bool isUnsynchronized = flags & 0x80;
    if (isUnsynchronized && version < 4) {
      string bytes = stream.bytes(start, end - start);
      resynchronize(bytes);
      if (flags & 0x40) bytes.erase(0, std::min(bytes.size(), size_t(extendedSize(bytes, version))));
      Tag(Body(stream, std::move(bytes)), version, false, collector, rank + (tags > 0 ? rankStep / 2 : 0)).collect();
      continue;
    }
    if (version > 2 && (flags & 0x40)) start += extendedSize(stream.bytes(start, 4), version);
    if (start < end)
      Tag(Body(stream, start, end), version, isUnsynchronized, collector, rank + (tags > 0 ? rankStep / 2 : 0)).collect();
  }
}
