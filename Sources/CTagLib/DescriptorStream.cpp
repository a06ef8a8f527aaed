#include "DescriptorStream.hpp"

#include <errno.h>
#include <unistd.h>

#include <algorithm>

DescriptorStream::DescriptorStream() = default;

void DescriptorStream::open(int descriptor, long size) {
  descriptor_ = descriptor;
  error_ = 0;
  size_ = size;
  position_ = hidden_ = 0;
  limit_ = 0;
  head_.start = 0;
  head_.count = read(head_.bytes.data(), std::min(size, windowSize), 0);
  second_.start = second_.count = 0;
}

long DescriptorStream::read(char *bytes, long count, long offset) {
  long done = 0;
  while (done < count) {
    ssize_t got = pread(descriptor_, bytes + done, size_t(count - done), offset + done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && error_ == 0) error_ = errno;
    if (got <= 0) break;
    done += got;
  }
  return done;
}

const DescriptorStream::Window *DescriptorStream::window(long offset, long length) {
  if (head_.holds(offset, length)) return &head_;
  if (second_.holds(offset, length)) return &second_;
  if (length > windowSize / 2) return nullptr;
  // Near the end the window covers all of the end: tags there are read backwards. Elsewhere a few frames are looked at
  // here and there, and what is read beyond them is copied for nothing.
  long end = std::max(0L, size_ - windowSize);
  second_.start = std::min(offset, end);
  second_.count = read(
      second_.bytes.data(), offset < end ? windowSize / 2 : std::min(windowSize, size_ - end), second_.start);
  return second_.holds(offset, length) ? &second_ : nullptr;
}

const char *DescriptorStream::peek(long offset, long count, long *available) {
  *available = 0;
  if (offset < 0 || offset >= size_) return "";
  count = std::min(count, size_ - offset);
  const Window *found = window(offset, count);
  if (!found) return "";
  *available = count;
  return found->bytes.data() + (offset - found->start);
}

std::string DescriptorStream::bytes(long offset, long count) {
  if (offset < 0 || offset >= size_ || count <= 0) return "";
  count = std::min(count, size_ - offset);
  if (const Window *found = window(offset, count))
    return std::string(found->bytes.data() + (offset - found->start), size_t(count));
  std::string bytes(size_t(count), '\0');
  bytes.resize(size_t(read(bytes.data(), count, offset)));
  return bytes;
}

TagLib::ByteVector DescriptorStream::readBlock(unsigned long length) {
  // Bounded by the file: what a broken size field asks for is not allocated.
  long offset = hidden_ + position_;
  if (position_ < 0 || offset >= size_) return TagLib::ByteVector();
  long count = long(std::min<unsigned long>(length, (unsigned long)(size_ - offset)));
  long whole = count;
  if (limit_ > 0 && count > limit_) count = 1024;
  if (count == 0) return TagLib::ByteVector();
  if (const Window *found = window(offset, count)) {
    position_ += whole;
    return TagLib::ByteVector(found->bytes.data() + (offset - found->start), unsigned(count));
  }
  // A vector's size is 32 bits wide.
  count = std::min(count, 0x7FFFFFFFL);
  TagLib::ByteVector bytes(static_cast<unsigned int>(count), 0);
  long got = read(bytes.data(), count, offset);
  if (got < count) bytes.resize(static_cast<unsigned int>(got));
  position_ += got < count ? got : whole;
  return bytes;
}

void DescriptorStream::seek(long offset, Position position) {
  long base = position == Beginning ? 0 : position == Current ? position_ : size_ - hidden_;
  long target;
  if (__builtin_add_overflow(base, offset, &target) || target < 0) target = 0;
  position_ = target;
}
