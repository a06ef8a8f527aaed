#pragma once
#include <taglib/tiostream.h>

#include <string>
#include <vector>

/// An open file as TagLib reads it: never written, never closed.
///
/// TagLib reads in many small pieces, most of them at the start and some at the end. They are served from
/// two windows, so that a usual file costs two or three calls of the kernel.
class DescriptorStream : public TagLib::IOStream {
 public:
  /// TagLib never reads more of text or headers at once.
  static constexpr long usualRead = 128 << 10;
  static constexpr long windowSize = 16 << 10;

  DescriptorStream();

  /// Turns to another file of so many bytes, and reads its first window.
  void open(int descriptor, long size);

  /// The errno of the first read that failed, or 0.
  int error() const { return error_; }

  /// What is there of `count` bytes at `offset`: a pointer into a window, valid until the next read.
  const char *peek(long offset, long count, long *available);

  /// A copy of what is there of `count` bytes at `offset`.
  std::string bytes(long offset, long count);

  /// Makes TagLib see a file that begins at `offset`, as if there were no tags before it. What is asked here by
  /// offset keeps counting from the true beginning.
  void hideUntil(long offset) {
    hidden_ = offset;
    position_ = 0;
  }

  /// Makes TagLib get of more than so many bytes, when it asks for them at once, only the start, and go on behind
  /// them: it reads whole tags that are read here, and pictures.
  void limitReads(long limit) { limit_ = limit; }

  TagLib::ByteVector readBlock(unsigned long length) override;
  void seek(long offset, Position position = Beginning) override;
  long tell() const override { return position_; }
  long length() override { return size_ - hidden_; }
  /// Of the file with what is hidden.
  long size() const { return size_; }
  bool isOpen() const override { return true; }
  bool readOnly() const override { return true; }
  TagLib::FileName name() const override { return ""; }

  // All changes are refused.
  void writeBlock(const TagLib::ByteVector &) override {}
  void insert(const TagLib::ByteVector &, unsigned long, unsigned long) override {}
  void removeBlock(unsigned long, unsigned long) override {}
  void truncate(long) override {}

 private:
  struct Window {
    std::vector<char> bytes = std::vector<char>(windowSize);
    long start = 0;
    long count = 0;
    bool holds(long offset, long length) const {
      return offset >= start && offset + length <= start + count;
    }
  };

  /// The bytes read, fewer at the end of the file or when it cannot be read.
  long read(char *bytes, long count, long offset);
  /// The window that holds the range, moving the second one when neither does; null for large ranges.
  const Window *window(long offset, long length);

  int descriptor_ = -1;
  int error_ = 0;
  long size_ = 0;
  /// Where TagLib is, from what it takes for the beginning.
  long position_ = 0;
  long hidden_ = 0;
  long limit_ = 0;
  Window head_;
  Window second_;
};
