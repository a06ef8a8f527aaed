#include "Text.hpp"

#include <algorithm>

using std::string_view;

namespace {

/// 0x80 to 0x9F of Windows-1252; 0 where it has no letter.
constexpr char16_t windowsLetters[32] = {
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178};

/// The length of the UTF-8 sequence that the bytes begin with; 0 when it is none.
size_t sequence(string_view bytes) {
  auto byte = [&bytes](size_t i) { return static_cast<unsigned char>(bytes[i]); };
  unsigned char first = byte(0);
  size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (length > bytes.size()) return 0;
  for (size_t i = 1; i < length; i++)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  if (length < 3) return length;
  unsigned char second = byte(1);
  bool isWrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                 (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return isWrong ? 0 : length;
}

bool isUtf8(string_view bytes) {
  while (!bytes.empty()) {
    size_t length = sequence(bytes);
    if (length == 0) return false;
    bytes.remove_prefix(length);
  }
  return true;
}

/// Units of two bytes, of which there may be an odd one at the end.
struct Units {
  string_view bytes;
  bool isBig;

  size_t count() const { return bytes.size() / 2; }
  char32_t operator[](size_t i) const {
    auto a = static_cast<unsigned char>(bytes[2 * i]), b = static_cast<unsigned char>(bytes[2 * i + 1]);
    return isBig ? char32_t(a << 8 | b) : char32_t(b << 8 | a);
  }
  /// Whether all letters would be of the lowest 256 the other way around, and none this way.
  bool seemsSwapped() const {
    size_t low = 0, high = 0;
    for (size_t i = 0; i < count(); i++) {
      char32_t unit = (*this)[i];
      if (unit == 0) continue;
      if (unit < 0x100) low++;
      else if ((unit & 0xFF) == 0) high++;
    }
    return low == 0 && high > 1;
  }
};

}  // namespace

void appendScalar(std::string &text, char32_t c) {
  if (c < 0x80) {
    text += char(c);
  } else if (c < 0x800) {
    text += char(0xC0 | c >> 6);
    text += char(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    text += char(0xE0 | c >> 12);
    text += char(0x80 | (c >> 6 & 0x3F));
    text += char(0x80 | (c & 0x3F));
  } else {
    text += char(0xF0 | c >> 18);
    text += char(0x80 | (c >> 12 & 0x3F));
    text += char(0x80 | (c >> 6 & 0x3F));
    text += char(0x80 | (c & 0x3F));
  }
}

char32_t takeScalar(string_view &text) {
  auto byte = [&text](size_t i) { return static_cast<unsigned char>(text[i]); };
  size_t length = sequence(text);
  char32_t c = length == 1 ? byte(0) : length == 2 ? byte(0) & 0x1F : length == 3 ? byte(0) & 0x0F : byte(0) & 7;
  for (size_t i = 1; i < length; i++) c = c << 6 | (byte(i) & 0x3F);
  if (length == 0) c = 0xFFFD;
  text.remove_prefix(std::max<size_t>(length, 1));
  return c;
}

bool isAscii(string_view bytes) {
  for (char byte : bytes)
    if (byte & 0x80) return false;
  return true;
}

Text TextDecoder::utf8(string_view bytes) {
  Text value;
  if (isUtf8(bytes)) {
    value.text = bytes;
    return value;
  }
  while (!bytes.empty()) {
    size_t length = sequence(bytes);
    if (length == 0) {
      replaced++;
      appendScalar(value.text, 0xFFFD);
      length = 1;
    } else {
      value.text += bytes.substr(0, length);
    }
    bytes.remove_prefix(length);
  }
  return value;
}

Text TextDecoder::utf16(string_view bytes, bool isBigEndian) {
  Text value;
  Units units{bytes, isBigEndian};
  if (bytes.size() % 2 == 1 && bytes.back() != 0) replaced++;
  size_t start = 0;
  if (units.count() > 0 && (units[0] == 0xFEFF || units[0] == 0xFFFE)) {
    if (units[0] == 0xFFFE) units.isBig = !units.isBig;
    start = 1;
  }
  units.bytes.remove_prefix(2 * start);
  if (units.seemsSwapped()) units.isBig = !units.isBig;
  for (size_t i = 0; i < units.count();) {
    char32_t c = units[i++];
    if (c >= 0xD800 && c < 0xDC00 && i < units.count() && units[i] >= 0xDC00 && units[i] < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10) + (units[i++] - 0xDC00);
    } else if (c >= 0xD800 && c < 0xE000) {
      replaced += 2;
      c = 0xFFFD;
    }
    appendScalar(value.text, c);
  }
  return value;
}

Text TextDecoder::eightBit(string_view bytes) {
  Text value;
  if (isUtf8(bytes)) {
    value.text = bytes;
    return value;
  }
  value.legacy = bytes;
  for (char byte : bytes) {
    auto c = static_cast<unsigned char>(byte);
    char32_t letter = c >= 0x80 && c < 0xA0 ? windowsLetters[c - 0x80] : c;
    // Five of them are no letters, and stay the controls that they are in Latin-1.
    appendScalar(value.text, letter == 0 && c != 0 ? c : letter);
  }
  return value;
}
