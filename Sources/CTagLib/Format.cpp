#include "Format.hpp"

#include <string.h>

#include <string_view>

using std::string_view;

namespace {

string_view bytes(DescriptorStream &stream, long offset, long count) {
  long available = 0;
  const char *found = stream.peek(offset, count, &available);
  return string_view(found, size_t(available));
}

bool has(string_view text, size_t offset, string_view mark) {
  return text.size() >= offset + mark.size() && text.compare(offset, mark.size(), mark) == 0;
}

/// Where the bytes after all leading ID3v2 tags begin.
long afterTags(DescriptorStream &stream) {
  long offset = 0;
  for (int tags = 0; tags < 8; tags++) {
    string_view head = bytes(stream, offset, 10);
    if (head.size() < 10 || !has(head, 0, "ID3") || (head[3] & 0x80) || (head[4] & 0x80)) break;
    long size = 0;
    for (int i = 6; i < 10; i++) {
      if (head[i] & 0x80) return offset;
      size = size << 7 | head[i];
    }
    bool hasFooter = head[5] & 0x10;
    offset += size + (hasFooter ? 20 : 10);
  }
  // Some writers pad with zeros that they do not count.
  while (offset > 0) {
    string_view padding = bytes(stream, offset, 512);
    size_t zeros = padding.find_first_not_of('\0');
    if (zeros == 0 || padding.empty()) break;
    offset += long(zeros == string_view::npos ? padding.size() : zeros);
    if (zeros != string_view::npos) break;
  }
  return offset;
}

bool isMpegHeader(string_view head) {
  if (head.size() < 4) return false;
  unsigned second = (unsigned char)head[1], third = (unsigned char)head[2];
  return (unsigned char)head[0] == 0xFF && (second & 0xE0) == 0xE0 && (second & 0x18) != 0x08 &&
         (second & 0x06) != 0 && (third & 0xF0) != 0xF0 && (third & 0x0C) != 0x0C;
}

/// AAC as broadcast. Source: ISO/IEC 13818-7, section 6.2.
bool isAdts(string_view head) {
  if (head.size() < 7) return false;
  unsigned second = (unsigned char)head[1], third = (unsigned char)head[2];
  unsigned fourth = (unsigned char)head[3];
  unsigned length = (fourth & 3) << 11 | (unsigned char)head[4] << 3 | (unsigned char)head[5] >> 5;
  if ((unsigned char)head[0] != 0xFF || (second & 0xF6) != 0xF0 || (third & 0x3C) > 0x30) return false;
  // The next frame follows it, unless it lies beyond what is seen.
  return length > 7 && (head.size() < length + 2 || has(head, length, head.substr(0, 2)));
}

Format oggCodec(string_view head) {
  if (head.size() < 27) return Format::notAudio;
  size_t start = 27 + (unsigned char)head[26];
  if (has(head, start, string_view("\1vorbis"))) return Format::oggVorbis;
  if (has(head, start, "OpusHead")) return Format::oggOpus;
  if (has(head, start, "Speex   ")) return Format::oggSpeex;
  if (has(head, start, string_view("\177FLAC"))) return Format::oggFlac;
  return Format::unsupported;
}

struct Mark {
  size_t offset;
  string_view text;
  Format format;
};

constexpr Mark marks[] = {
    {0, "fLaC", Format::flac},
    {4, "ftyp", Format::mp4},
    {0, "wvpk", Format::wavpack},
    {0, "MAC ", Format::ape},
    {0, "MPCK", Format::musepack},
    {0, "MP+", Format::musepack},
    {0, "TTA1", Format::trueAudio},
    {0, "\x30\x26\xB2\x75\x8E\x66\xCF\x11", Format::asf},
    {0, "IMPM", Format::it},
    {0, "Extended Module: ", Format::xm},
    {44, "SCRM", Format::s3m},
    // What TagLib does not read.
    {0, "DSD ", Format::unsupported},
    {0, "FRM8", Format::unsupported},
    {0, "RF64", Format::unsupported},
    {0, "BW64", Format::unsupported},
    {0, "caff", Format::unsupported},
    {0, ".snd", Format::unsupported},
    {0, "\x1A\x45\xDF\xA3", Format::unsupported},
    {0, "riff", Format::unsupported},
    {0, "\x0B\x77", Format::unsupported},
};

struct Extension {
  string_view name;
  Format format;
};

constexpr Extension extensions[] = {
    {"mp3", Format::mpeg}, {"mp2", Format::mpeg}, {"mp1", Format::mpeg}, {"mpga", Format::mpeg},
    {"m4a", Format::mp4},  {"m4b", Format::mp4},  {"m4r", Format::mp4},  {"mp4", Format::mp4},
    {"m4p", Format::mp4},  {"mpc", Format::musepack}, {"ape", Format::ape},
    {"wv", Format::wavpack}, {"mod", Format::mod}, {"module", Format::mod}, {"nst", Format::mod},
    {"wow", Format::mod},  {"xm", Format::xm},    {"it", Format::it},    {"s3m", Format::s3m},
    {"aac", Format::unsupported}, {"ac3", Format::unsupported}, {"dff", Format::unsupported},
    {"dsf", Format::unsupported}, {"mka", Format::unsupported}, {"webm", Format::unsupported},
    {"caf", Format::unsupported}, {"w64", Format::unsupported}, {"au", Format::unsupported},
    {"dts", Format::unsupported}, {"amr", Format::unsupported}, {"tak", Format::unsupported},
    {"ra", Format::unsupported},
};

Format byContent(string_view head) {
  for (const Mark &mark : marks)
    if (has(head, mark.offset, mark.text)) return mark.format;
  if (has(head, 0, "OggS")) return oggCodec(head);
  if (has(head, 0, "RIFF") && has(head, 8, "WAVE")) return Format::wav;
  if (has(head, 0, "FORM") && (has(head, 8, "AIFF") || has(head, 8, "AIFC"))) return Format::aiff;
  if (isMpegHeader(head)) return Format::mpeg;
  if (isAdts(head)) return Format::unsupported;
  return Format::notAudio;
}

Format byExtension(string_view extension) {
  for (const Extension &known : extensions)
    if (known.name == extension) return known.format;
  return Format::notAudio;
}

}  // namespace

Recognition recognize(DescriptorStream &stream, const char *extension) {
  long start = afterTags(stream);
  Format format = byContent(bytes(stream, start, 512));
  if (format != Format::notAudio) return {format, true, start};
  return {byExtension(extension), false, start};
}
