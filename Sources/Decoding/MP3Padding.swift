/// What an encoder put around the sound of an MP3 file. FFmpeg cuts it off, but does not count it.
///
/// Source: "Mp3 Info Tag rev 1 specifications", LAME project.
struct MP3Padding {
  /// Samples behind the sound.
  let behind: Int

  /// `nil` when the file's first frame does not tell.
  init?(_ input: FileInput) {
    let frame = input.bytes(at: Formats.beginning(of: input), count: 256)
    // Behind the header and the side information: 9 to 32 bytes.
    guard
      let tag = (13...38).first(where: { place in
        let name = frame.dropFirst(place).prefix(4)
        return name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8)
      }), frame.count > tag + 7
    else { return nil }
    let flags = frame[tag + 7]
    var place = tag + 8
    for (flag, size) in [(1, 4), (2, 4), (4, 100), (8, 4)] where flags & UInt8(flag) != 0 {
      place += size
    }
    // Behind the encoder's name and what it notes of its filter and of loudness.
    guard place + 24 <= frame.count, frame[place] == UInt8(ascii: "L") else { return nil }
    behind = Int(frame[place + 22] & 0x0F) << 8 | Int(frame[place + 23])
  }
}
