#include "Pieces.hpp"

#include <algorithm>

void Pieces::add(long offset, long size) {
  if (size <= 0) return;
  if (!pieces_.empty() && pieces_.back().offset + pieces_.back().size == offset) {
    pieces_.back().size += size;
  } else {
    pieces_.push_back({size_, offset, size});
  }
  size_ += size;
}

std::string Pieces::read(long at, long count) const {
  if (at < 0 || at >= size_ || count <= 0) return "";
  count = std::min(count, size_ - at);
  auto piece = std::upper_bound(
      pieces_.begin(), pieces_.end(), at, [](long at, const Piece &piece) { return at < piece.at; });
  std::string bytes;
  for (piece--; count > 0 && piece != pieces_.end(); piece++) {
    long from = at - piece->at, wanted = std::min(count, piece->size - from);
    std::string part = stream_->bytes(piece->offset + from, wanted);
    bytes += part;
    // The file ends before its size said.
    if (long(part.size()) < wanted) break;
    at += wanted;
    count -= wanted;
  }
  return bytes;
}

Pieces Pieces::from(long at) const {
  Pieces rest(*stream_);
  for (const Piece &piece : pieces_) {
    long skipped = std::max(0L, std::min(at - piece.at, piece.size));
    rest.add(piece.offset + skipped, piece.size - skipped);
  }
  return rest;
}
