import Testing

@testable import Media

@Suite struct TagValueTests {
  @Test(
    arguments: [
      ("3", 3, nil), ("03", 3, nil), ("3/12", 3, 12), (" 3 / 12 ", 3, 12), ("0", 0, nil),
      ("/12", nil, 12), ("3/", 3, nil), ("A1", nil, nil), ("1.05", nil, nil), ("-1", nil, nil),
      ("", nil, nil), ("1000001", nil, nil), ("99999999999999999999", nil, nil), ("٣", nil, nil),
      (nil, nil, nil),
    ] as [(String?, Int?, Int?)])
  func `a place in an album`(text: String?, number: Int?, count: Int?) {
    let place = TagValue.place(text)
    #expect(place.number == number)
    #expect(place.count == count)
  }

  @Test(
    arguments: [
      ("128", 128), ("127.53", 128), ("127,4", 127), ("0", nil), ("-5", nil), ("fast", nil),
      ("1e99", nil), ("nan", nil), ("inf", nil), (nil, nil),
    ] as [(String?, Int?)])
  func `a tempo is rounded`(text: String?, tempo: Int?) {
    #expect(TagValue.tempo(text) == tempo)
  }

  @Test(
    arguments: [
      ("-6.20 dB", -6.2), ("+7.51 dB", 7.51), ("-6,20 dB", -6.2), ("3", 3), ("0.00 DB", 0),
      ("-3.5dB", -3.5), ("loud", nil), ("1000 dB", nil), ("nan dB", nil), ("dB", nil), (nil, nil),
    ] as [(String?, Double?)])
  func `a gain is in decibels`(text: String?, gain: Double?) {
    #expect(TagValue.gain(text) == gain)
  }

  @Test(
    arguments: [
      ("0", 5), ("-256", 4), ("1280", 10), ("-32768", -123), ("40000", nil), ("1.5", nil),
      ("x", nil), (nil, nil),
    ] as [(String?, Double?)])
  func `a gain of Opus is brought to the reference of ReplayGain`(text: String?, gain: Double?) {
    #expect(TagValue.r128Gain(text) == gain)
  }

  @Test(arguments: [("1", true), ("true", true), ("Yes", true), ("0", false), ("", false)])
  func `a flag`(text: String, flag: Bool) {
    #expect(TagValue.flag(text) == flag)
    #expect(!TagValue.flag(nil))
  }

  @Test(
    arguments: [
      ("0.988553", 0.988553), ("1.2", 1.2), ("-1", nil), ("nan", nil), ("1e300", nil),
    ] as [(String, Double?)])
  func `a peak is a share of full scale`(text: String, peak: Double?) {
    #expect(TagValue.peak(text) == peak)
  }

  @Test(
    arguments: [
      ("80", 8), ("5", 10), ("3.5", 7), ("0.5", 5), ("1.0", 10), ("1", 2), ("10", 10), ("100", 10),
      ("0", nil), ("101", nil), ("good", nil), ("-1", nil), (nil, nil),
    ] as [(String?, Int?)])
  func `a rating of no told scale`(text: String?, rating: Int?) {
    #expect(TagValue.rating(text) == rating)
  }

  @Test(arguments: [(0, nil), (1, 2), (25, 4), (50, 6), (75, 8), (99, 10)] as [(Int, Int?)])
  func `a rating of Windows Media`(value: Int, rating: Int?) {
    #expect(TagValue.rating(of99: "\(value)") == rating)
  }

  @Test func `a rating of 255 grows with what is written, but for the 1 of Windows`() {
    let ratings = (2...255).compactMap { TagValue.rating(of255: "\($0)") }
    #expect(ratings.count == 254 && ratings == ratings.sorted())
    #expect(ratings.first == 1 && ratings.last == 10)
    #expect(TagValue.rating(of255: "1") == 2 && TagValue.rating(of255: "0") == nil)
  }
}
