#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "Collector.hpp"

/// What the frames of one ID3v2 tag mean.
class Frames {
 public:
  Frames(Collector &collector, int version, int rank)
      : collector_(collector), version_(version), rank_(rank) {}

  /// Whether a frame of the name says anything we keep. Names of version 2 have three letters.
  bool isKnown(std::string_view name) const;
  static bool isPicture(std::string_view name) { return name == "APIC" || name == "PIC"; }

  void frame(std::string_view name, std::string_view bytes);
  /// `head` is the start of a frame of `size`.
  void picture(
      std::string_view name, std::string_view head, long size, const std::function<std::string()> &read);

  /// Puts together what several frames say.
  void finish();

 private:
  using Values = std::vector<Text>;

  Text text(std::string_view bytes, unsigned encoding);
  /// Cuts text off up to its zero, which goes with it.
  static std::string_view takeUntilZero(std::string_view &bytes, unsigned encoding);
  Values values(std::string_view bytes, unsigned encoding);
  /// All values of a text frame, whose first byte is the encoding.
  Values textFrame(std::string_view bytes);
  Values splitAtSlash(Values values) const;
  void offerGenres(const Values &values);
  void userText(std::string_view bytes);
  void comment(std::string_view bytes, bool isLyrics);
  void timedLyrics(std::string_view bytes);
  void chapter(std::string_view bytes);
  void rating(std::string_view bytes);
  void identifier(std::string_view bytes);
  void people(std::string_view bytes);
  void volume(std::string_view bytes);

  Collector &collector_;
  int version_, rank_;
  std::string year_, day_;
};
