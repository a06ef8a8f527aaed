#pragma once
#include <stdint.h>

#include <algorithm>
#include <string_view>

// Numbers in bytes from outside. Bytes beyond the end count as none: each of these may be asked for any place.

inline unsigned byte(std::string_view bytes, size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
}

/// A number of `count` bytes, the highest first; of those there are where the end cuts it off.
inline uint64_t big(std::string_view bytes, size_t at, size_t count) {
  uint64_t number = 0;
  for (size_t i = at; i < at + count && i < bytes.size(); i++) number = number << 8 | byte(bytes, i);
  return number;
}

/// All of the bytes as one number, the highest first.
inline uint64_t big(std::string_view bytes) { return big(bytes, 0, bytes.size()); }

/// A number of `count` bytes, the lowest first.
inline uint64_t little(std::string_view bytes, size_t at, size_t count) {
  uint64_t number = 0;
  for (size_t i = 0; i < count; i++) number |= uint64_t(byte(bytes, at + i)) << 8 * i;
  return number;
}

inline bool begins(std::string_view bytes, std::string_view mark) {
  return bytes.substr(0, mark.size()) == mark;
}
