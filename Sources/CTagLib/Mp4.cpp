#include "Mp4.hpp"

#include <string.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "Bytes.hpp"
#include "Mp4Tags.hpp"

using std::string;
using std::string_view;

namespace {

/// No real file has more atoms, and none nests them deeper.
constexpr int maximumAtoms = 20000, maximumDepth = 8, maximumChapters = 10000;

/// What a track's sound is coded as.
struct SampleEntry {
  const char *codec = nullptr;
  int rate = 0, channels = 0, bits = 0, bitRate = 0;
};

/// Where a table of a track lies in the file.
struct Table {
  long start = 0, end = 0;
};

struct Track {
  uint32_t id = 0;
  string kind;
  uint64_t timescale = 0, duration = 0;
  SampleEntry entry;
  /// The track whose texts name chapters.
  uint32_t chapters = 0;
  /// How long the samples are in time and in bytes, how many a chunk has, and where the chunks are.
  Table times, sizes, groups, places;
  bool hasLongPlaces = false;
  /// The edits that play something: how long in the movie's time, from where in the track's; -1 plays nothing.
  std::vector<std::pair<uint64_t, int64_t>> edits;
};

/// Takes bits from the left.
class Bits {
 public:
  explicit Bits(string_view bytes) : bytes_(bytes) {}
  unsigned take(int count) {
    unsigned value = 0;
    for (; count > 0; count--, at_++)
      value = value << 1 | (at_ / 8 < bytes_.size() ? static_cast<unsigned char>(bytes_[at_ / 8]) >> (7 - at_ % 8) & 1 : 0);
    return value;
  }

 private:
  string_view bytes_;
  size_t at_ = 0;
};

/// Source: ISO/IEC 14496-3, section 1.6.2.1, AudioSpecificConfig.
void readAac(string_view bytes, SampleEntry &found) {
  static constexpr int rates[] = {96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350};
  static constexpr int channels[] = {0, 1, 2, 3, 4, 5, 6, 8};
  Bits bits(bytes);
  auto rate = [&bits] {
    unsigned index = bits.take(4);
    return index == 15 ? int(bits.take(24)) : index < 13 ? rates[index] : 0;
  };
  unsigned type = bits.take(5);
  int told = rate();
  unsigned layout = bits.take(4);
  if (layout > 0 && layout < 8) found.channels = channels[layout];
  // With spectral band replication the true rate follows, and parametric stereo makes two of one.
  if (type == 5 || type == 29) told = rate();
  if (told > 0) found.rate = told;
  if (type == 29) found.channels = 2;
}

/// Reads what a decoder is told. Source: ISO/IEC 14496-1, section 7.2.6, descriptors 3, 4 and 5.
void readDescriptors(string_view entry, SampleEntry &found) {
  size_t at = entry.find("esds");
  if (at == string::npos) return;
  at += 8;
  auto skipHead = [&](unsigned kind) {
    if (at >= entry.size() || byte(entry, at) != kind) return false;
    // The size has 7 bits a byte.
    for (at++; byte(entry, at) & 0x80;) at++;
    at++;
    return at < entry.size();
  };
  if (!skipHead(3)) return;
  unsigned flags = byte(entry, at + 2);
  at += 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x40 ? byte(entry, at + 3) + 1 : 0) + (flags & 0x20 ? 2 : 0);
  if (!skipHead(4)) return;
  unsigned object = byte(entry, at);
  if (object == 0x69 || object == 0x6B) found.codec = "mp3";
  found.bitRate = int((big(entry, at + 9, 4) + 500) / 1000);
  at += 13;
  if (object == 0x40 && skipHead(5)) readAac(entry.substr(at), found);
}

/// Source: "Apple Lossless Audio Codec", magic cookie.
void readAlac(string_view entry, SampleEntry &found) {
  size_t at = entry.find("alac", 16);
  if (at == string::npos || at + 32 > entry.size()) return;
  found.bits = int(byte(entry, at + 13));
  found.channels = int(byte(entry, at + 17));
  found.bitRate = int((big(entry, at + 24, 4) + 500) / 1000);
  found.rate = int(big(entry, at + 28, 4) & 0x7FFFFFFF);
}

/// Reads the first entry of `stsd`. Source: ISO/IEC 14496-12, sections 8.5.2 and 12.2.3.
void readSampleEntry(string_view bytes, SampleEntry &found) {
  static constexpr std::pair<string_view, const char *> codecs[] = {
      {"mp4a", "aac"}, {"alac", "alac"}, {"ac-3", "ac3"}, {"ec-3", "eac3"}, {"Opus", "opus"}, {"fLaC", "flac"}, {".mp3", "mp3"}};
  for (auto [name, codec] : codecs)
    if (bytes.substr(std::min<size_t>(12, bytes.size()), 4) == name) found.codec = codec;
  found.channels = int(big(bytes, 32, 2));
  found.rate = int(big(bytes, 40, 2));
  if (!found.codec) return;
  if (!strcmp(found.codec, "aac")) readDescriptors(bytes, found);
  if (!strcmp(found.codec, "alac")) readAlac(bytes, found);
}

class Movie {
 public:
  Movie(DescriptorStream &stream, Collector &collector) : stream_(stream), collector_(collector) {}

  void walk(long offset, long end, int depth) {
    while (offset + 8 <= end && atoms_++ < maximumAtoms) {
      string head = stream_.bytes(offset, 16);
      if (head.size() < 8) return;
      uint64_t size = big(head, 0, 4), headSize = 8;
      if (size == 1 && head.size() == 16) size = big(head, 8, 8), headSize = 16;
      if (size == 0) size = uint64_t(end - offset);
      if (size < headSize) return;
      // What goes beyond its parent is cut off.
      long stop = size > uint64_t(end - offset) ? end : offset + long(size);
      atom(string_view(head).substr(4, 4), offset + long(headSize), stop, depth);
      offset = stop;
    }
  }

  bool finish(Mp4Sound *sound) const {
    const Track *found = nullptr;
    for (const Track &track : tracks_) {
      if (track.kind == "vide") sound->hasVideo = true;
      if (track.kind == "soun" && !found) found = &track;
    }
    if (!found || found->timescale == 0) return false;
    uint64_t duration = found->duration;
    if (found->id == fragmentTrack_ || duration == 0) duration = std::max(duration, fragmentDuration_);
    const SampleEntry &entry = found->entry;
    // An entry's rate has 16 bits, where the time scale is a rate as well.
    auto scale = int(std::min<uint64_t>(found->timescale, INT32_MAX));
    *sound = {0, 0, entry.codec, entry.rate > 0 ? entry.rate : scale, entry.channels, entry.bits, entry.bitRate, sound->hasVideo};
    sound->frames = int64_t(std::min<uint64_t>(duration, 1ULL << 52));
    sound->milliseconds = (sound->frames * 1000 + int64_t(found->timescale) / 2) / int64_t(found->timescale);
    edit(*found, sound);
    for (const Track &track : tracks_)
      if (track.id == found->chapters && track.id != 0 && !collector_.hasChapters()) chapters(track);
    // Only a codec without delay counts its own frames.
    bool isExact = sound->bits > 0 && uint64_t(sound->rate) == found->timescale;
    if (!isExact) sound->frames = 0;
    return true;
  }

 private:
  void atom(string_view name, long start, long end, int depth) {
    static constexpr string_view parents[] = {"moov", "trak", "mdia", "minf", "stbl", "edts", "udta", "tref", "moof", "traf", "mvex"};
    if (name == "trak") tracks_.emplace_back();
    if (name == "traf") trackInFragment_ = 0, defaultDuration_ = 0;
    if (std::find(std::begin(parents), std::end(parents), name) != std::end(parents)) {
      if (depth < maximumDepth) walk(start, end, depth + 1);
      return;
    }
    if (name == "ilst") return tags(start, end);
    if (!tracks_.empty() && table(name, {start, end}, tracks_.back())) return;
    // Its children follow a version, which QuickTime leaves out.
    if (name == "meta") {
      bool hasVersion = stream_.bytes(start + 4, 4) != "hdlr";
      if (depth < maximumDepth) walk(start + (hasVersion ? 4 : 0), end, depth + 1);
      return;
    }
    static constexpr string_view wanted[] = {"mvhd", "tkhd", "mdhd", "hdlr", "elst", "stsd", "chap", "chpl", "trex", "tfhd", "trun"};
    if (std::find(std::begin(wanted), std::end(wanted), name) == std::end(wanted)) return;
    string bytes = stream_.bytes(start, std::min(end - start, 1L << 20));
    if (name == "chap" && !tracks_.empty() && bytes.size() >= 4) tracks_.back().chapters = uint32_t(big(bytes, 0, 4));
    if (bytes.size() < 8) return;
    if (name == "mvhd") timescale_ = bytes[0] == 1 ? big(bytes, 20, 4) : big(bytes, 12, 4);
    if (name == "chpl") chapters(bytes);
    if (name == "trex") trexDuration_ = big(bytes, 12, 4);
    if (name == "tfhd") fragmentHeader(bytes);
    if (name == "trun") fragmentRun(bytes);
    if (!tracks_.empty()) track(name, bytes, tracks_.back());
  }

  /// Of several lists the first counts.
  void tags(long offset, long end) {
    if (std::exchange(hasTags_, true)) return;
    while (offset + 8 <= end && atoms_++ < maximumAtoms) {
      string head = stream_.bytes(offset, 8);
      long size = std::min(long(big(head, 0, 4)), end - offset);
      if (size < 8) return;
      collectMp4Item(string_view(head).substr(4), Pieces(stream_, offset + 8, size - 8), collector_, 0);
      offset += size;
    }
  }

  void track(string_view name, string_view bytes, Track &track) {
    bool isLong = bytes[0] == 1;
    if (name == "tkhd") track.id = uint32_t(big(bytes, isLong ? 20 : 12, 4));
    // Other handlers are of a track's metadata.
    if (name == "hdlr" && track.kind.empty() && bytes.size() >= 12) track.kind = bytes.substr(8, 4);
    if (name == "mdhd") {
      track.timescale = big(bytes, isLong ? 20 : 12, 4);
      track.duration = isLong ? big(bytes, 24, 8) : big(bytes, 16, 4);
      if (track.duration == (isLong ? UINT64_MAX : UINT32_MAX)) track.duration = 0;
    }
    if (name == "stsd") readSampleEntry(bytes, track.entry);
    if (name != "elst") return;
    uint64_t count = big(bytes, 4, 4), width = isLong ? 20 : 12;
    for (uint64_t i = 0; i < count && 8 + (i + 1) * width <= bytes.size() && i < 1000; i++) {
      size_t at = 8 + i * width;
      int64_t from = isLong ? int64_t(big(bytes, at + 8, 8)) : int32_t(big(bytes, at + 4, 4));
      track.edits.push_back({isLong ? big(bytes, at, 8) : big(bytes, at, 4), from});
    }
  }

  /// The edits say which parts are the music; no part is longer than what there is of it.
  void edit(const Track &track, Mp4Sound *sound) const {
    if (timescale_ == 0 || sound->frames == 0) return;
    long long frames = 0;
    bool isPlayed = false, isWhole = true;
    for (auto [length, from] : track.edits) {
      if (from < 0 || from >= sound->frames) continue;
      long long rest = sound->frames - from;
      auto wanted = (long long)(double(length) * double(track.timescale) / double(timescale_) + 0.5);
      bool isAll = length == 0 || wanted >= rest;
      frames += isAll ? rest : wanted;
      isPlayed = true;
      isWhole = isWhole && isAll && from == 0;
    }
    if (!isPlayed) return;
    sound->milliseconds = (frames * 1000 + int64_t(track.timescale) / 2) / int64_t(track.timescale);
    sound->frames = isWhole ? sound->frames : 0;
  }

  void fragmentHeader(string_view bytes) {
    uint64_t flags = big(bytes, 0, 4) & 0xFFFFFF;
    trackInFragment_ = uint32_t(big(bytes, 4, 4));
    size_t at = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
    defaultDuration_ = flags & 8 ? big(bytes, at, 4) : trexDuration_;
  }

  void fragmentRun(string_view bytes) {
    bool isSound = std::any_of(tracks_.begin(), tracks_.end(), [this](const Track &track) {
      return track.kind == "soun" && track.id == trackInFragment_;
    });
    if (!isSound || (fragmentTrack_ != 0 && fragmentTrack_ != trackInFragment_)) return;
    fragmentTrack_ = trackInFragment_;
    uint64_t flags = big(bytes, 0, 4) & 0xFFFFFF, count = std::min<uint64_t>(big(bytes, 4, 4), 1 << 20);
    size_t at = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
    size_t width = 4 * size_t(__builtin_popcountll(flags & 0xF00));
    for (uint64_t i = 0; i < count; i++, at += width) {
      if (width > 0 && at + width > bytes.size()) break;
      fragmentDuration_ += flags & 0x100 ? big(bytes, at, 4) : defaultDuration_;
    }
  }

  /// Notes where a table is: most are not looked at.
  static bool table(string_view name, Table table, Track &track) {
    if (name == "stts") track.times = table;
    else if (name == "stsz") track.sizes = table;
    else if (name == "stsc") track.groups = table;
    else if (name == "stco" || name == "co64") track.places = table, track.hasLongPlaces = name == "co64";
    else return false;
    return true;
  }

  string read(Table table) const { return stream_.bytes(table.start, std::min(table.end - table.start, 1L << 20)); }

  /// The chapters of QuickTime and Apple's programs: the samples of a track of text, each with its length before it.
  ///
  /// Source: QuickTime File Format, "Chapter lists" and "Sample tables".
  void chapters(const Track &track) const {
    if (track.timescale == 0 || (track.kind != "text" && track.kind != "sbtl")) return;
    string times = read(track.times), sizes = read(track.sizes), groups = read(track.groups), places = read(track.places);
    uint64_t count = std::min<uint64_t>(big(sizes, 8, 4), maximumChapters), sample = 0, time = 0;
    size_t width = track.hasLongPlaces ? 8 : 4, group = 8, run = 8;
    uint64_t left = big(times, run, 4);
    for (size_t chunk = 1; sample < count && 8 + chunk * width <= places.size(); chunk++) {
      while (group + 24 <= groups.size() && big(groups, group + 12, 4) <= chunk) group += 12;
      auto place = long(big(places, 8 + (chunk - 1) * width, width));
      for (uint64_t i = big(groups, group + 4, 4); i > 0 && sample < count; i--, sample++) {
        for (; left == 0 && run + 16 <= times.size(); left = big(times, run, 4)) run += 8;
        uint64_t same = big(sizes, 4, 4), size = same > 0 ? same : big(sizes, 12 + 4 * sample, 4);
        uint64_t end = time + (left > 0 ? big(times, run + 4, 4) : 0);
        string text = stream_.bytes(place, long(std::min<uint64_t>(size, 4096)));
        chapter(track, time, end, string_view(text).substr(std::min<size_t>(2, text.size()), big(text, 0, 2)));
        if (left > 0) left--;
        time = end;
        if (__builtin_add_overflow(place, long(size), &place)) return;
      }
    }
  }

  void chapter(const Track &track, uint64_t start, uint64_t end, string_view text) const {
    bool isWide = begins(text, "\xFE\xFF");
    collector_.addChapter(
        int64_t(start * 1000 / track.timescale), int64_t(end * 1000 / track.timescale),
        isWide ? collector_.decoder.utf16(text, true) : collector_.decoder.utf8(text));
  }

  /// Times are in units of 100 ns.
  void chapters(string_view bytes) {
    size_t at = bytes[0] == 0 ? 5 : 9;
    if (collector_.hasChapters() || bytes.size() < at) return;
    uint64_t count = bytes[0] == 0 ? big(bytes, 4, 1) : big(bytes, 8, 1);
    for (uint64_t i = 0; i < count && at + 9 <= bytes.size(); i++) {
      uint64_t time = big(bytes, at, 8), length = big(bytes, at + 8, 1);
      at += 9;
      if (length > bytes.size() - at) return;
      collector_.addChapter(int64_t(time / 10000), -1, collector_.decoder.utf8(bytes.substr(at, length)));
      at += length;
    }
  }

  DescriptorStream &stream_;
  Collector &collector_;
  int atoms_ = 0;
  bool hasTags_ = false;
  std::vector<Track> tracks_;
  uint64_t timescale_ = 0, trexDuration_ = 0, defaultDuration_ = 0, fragmentDuration_ = 0;
  uint32_t trackInFragment_ = 0, fragmentTrack_ = 0;
};

}  // namespace

bool readMovie(DescriptorStream &stream, Collector &collector, Mp4Sound *sound) {
  Movie movie(stream, collector);
  movie.walk(0, stream.size(), 0);
  return movie.finish(sound);
}
