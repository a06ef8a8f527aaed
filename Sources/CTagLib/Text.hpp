#pragma once
#include <string>
#include <string_view>

/// A value of a tag in UTF-8, as it is in the tag: not trimmed, controls and all.
struct Text {
  std::string text;
  /// The bytes behind it when they are 8 bits a letter in an encoding that nobody has told truly.
  std::string legacy;
};

/// Turns bytes of tags into text, and counts the bytes that are none.
class TextDecoder {
 public:
  /// Bytes that became U+FFFD or were left out.
  unsigned replaced = 0;

  Text utf8(std::string_view bytes);
  /// UTF-16 with the byte order that its mark says, or where that makes no sense the likelier one; without a
  /// mark it is little-endian, unless the zeros say otherwise.
  Text utf16(std::string_view bytes, bool isBigEndian = false);
  /// Text in no known encoding: UTF-8 where it can be nothing else, else read as Windows-1252.
  Text eightBit(std::string_view bytes);
};

void appendScalar(std::string &text, char32_t c);

/// Takes the first scalar off valid UTF-8, as which all text here comes from a `TextDecoder`.
char32_t takeScalar(std::string_view &text);

/// Whether all of it is ASCII.
bool isAscii(std::string_view bytes);
