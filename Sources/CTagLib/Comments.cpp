#include "Comments.hpp"

#include <algorithm>

#include "Bytes.hpp"

using std::string;
using std::string_view;

namespace {

/// No comment of a person is longer, nobody has more of them, and of a picture so much is looked at.
constexpr long maximumComment = 4 << 20, pictureHead = 1024;
constexpr uint64_t maximumComments = 100'000;

int digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

string decodeBase64(string_view text) {
  string bytes;
  bytes.reserve(text.size() / 4 * 3 + 3);
  uint32_t bits = 0;
  int count = 0;
  for (char c : text) {
    int value = digit(c);
    if (value < 0) break;
    bits = bits << 6 | uint32_t(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += char(bits >> count & 0xFF);
  }
  return bytes;
}

/// `head` is the start of a picture of `size` bytes, all of which `read` gives.
template <class Read>
void collectPicture(string_view head, long size, Collector &collector, Read read) {
  size_t whole = size_t(size), kind = big(head, 0, 4), mime = big(head, 4, 4);
  if (head.size() < 8 || mime > head.size() || head.size() - mime < 12) return;
  string_view type = head.substr(8, mime);
  size_t description = big(head, 8 + mime, 4), at = 12 + mime;
  if (description > whole || whole - description < at + 20) return;
  at += description + 20;
  string_view start = at < head.size() ? head.substr(at) : string_view();
  // What it says of its size is believed as far as there is something.
  size_t rest = whole - at, told = at <= head.size() ? big(head, at - 4, 4) : rest;
  collector.addPicture(unsigned(std::min<size_t>(kind, 255)), type, start, std::min(told, rest), [&] {
    string bytes = read();
    return at < bytes.size() ? bytes.substr(at, told) : string();
  });
}

/// `isBare`: there is only the picture, as programs wrote it before there was anything better.
void collectEncodedPicture(const Pieces &pieces, long at, long size, bool isBare, Collector &collector) {
  string head = decodeBase64(pieces.read(at, std::min(size, pictureHead)));
  string end = pieces.read(std::max(at, at + size - 2), std::min(size, 2L));
  long decoded = size / 4 * 3 + (size % 4 * 3) / 4 - std::count(end.begin(), end.end(), '=');
  auto read = [&] { return decodeBase64(pieces.read(at, size)); };
  if (isBare) collector.addPicture(0, "", head, size_t(std::max(0L, decoded)), read);
  else collectPicture(head, std::max(0L, decoded), collector, read);
}

void collectComment(const Pieces &pieces, long at, long size, Collector &collector, int rank) {
  string head = pieces.read(at, std::min(size, 64L));
  size_t equals = head.find('=');
  if (equals == string::npos) return;
  string_view name = string_view(head).substr(0, equals);
  long from = at + long(equals) + 1, rest = size - long(equals) - 1;
  bool isBare = Collector::isName(name, "COVERART");
  if (isBare || Collector::isName(name, "METADATA_BLOCK_PICTURE"))
    return collectEncodedPicture(pieces, from, rest, isBare, collector);
  if (!Collector::isKnown(name)) return;
  string value = size <= 64 ? head.substr(equals + 1) : pieces.read(from, std::min(rest, maximumComment));
  collector.offer(name, {collector.decoder.utf8(value)}, rank);
}

}  // namespace

void collectComments(const Pieces &pieces, long at, Collector &collector, int rank) {
  at += 4 + long(little(pieces.read(at, 4), 0, 4));
  uint64_t count = std::min(little(pieces.read(at, 4), 0, 4), maximumComments);
  at += 4;
  for (uint64_t i = 0; i < count; i++) {
    string head = pieces.read(at, 4);
    long size = long(little(head, 0, 4));
    at += 4;
    if (head.size() < 4 || size > pieces.size() - at) return;
    collectComment(pieces, at, size, collector, rank);
    at += size;
  }
}

void collectFlacPicture(const Pieces &pieces, Collector &collector) {
  collectPicture(
      pieces.read(0, pictureHead), pieces.size(), collector, [&] { return pieces.all(); });
}
