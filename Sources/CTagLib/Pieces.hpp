#pragma once
#include <string>
#include <vector>

#include "DescriptorStream.hpp"

/// Bytes that belong together and lie in a file in one piece or more; they are read only as far as somebody wants
/// them, so that a picture of 100 MB costs no more than one of 1 KB.
class Pieces {
 public:
  explicit Pieces(DescriptorStream &stream) : stream_(&stream) {}
  Pieces(DescriptorStream &stream, long offset, long size) : stream_(&stream) { add(offset, size); }

  void clear() {
    pieces_.clear();
    size_ = 0;
  }
  /// Adds the bytes that come next.
  void add(long offset, long size);
  long size() const { return size_; }
  /// A copy of what is there of `count` bytes at `at`.
  std::string read(long at, long count) const;
  /// All but the first bytes.
  Pieces from(long at) const;
  std::string all() const { return read(0, size_); }

 private:
  struct Piece {
    /// Its place among all the bytes, and in the file.
    long at, offset;
    long size;
  };
  DescriptorStream *stream_;
  std::vector<Piece> pieces_;
  long size_ = 0;
};
